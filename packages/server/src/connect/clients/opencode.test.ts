import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import type { ConnectionFacts } from './connector.ts';
import { applyConnection, applyRemoval, planConnection, planRemoval } from '../connect-client.ts';
import { opencodeConnector } from './opencode.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Plugin = (input: { readonly directory: string }) => Promise<Record<string, unknown>>;

function write(facts: ConnectionFacts, withModules: boolean): void {
  for (const { file, connect } of opencodeConnector.files(facts)) {
    if (!withModules && file.includes(`${path.sep}opencode-plugin.js`)) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, connect(null));
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
}

/** Writes the connector's files and loads the plugin as opencode does: every export of the file is one. */
async function load(facts: ConnectionFacts, withModules: boolean): Promise<Plugin> {
  write(facts, withModules);
  const file = path.join(folder, 'config/opencode/plugin/inkling.js');
  const loaded = (await import(pathToFileURL(file).href)) as Record<string, Plugin>;
  expect(Object.keys(loaded)).toEqual(['Inkling']);
  return loaded['Inkling']!;
}

const own = (changes: Partial<ConnectionFacts> = {}): ConnectionFacts =>
  connectionFacts({
    environment: { XDG_CONFIG_HOME: path.join(folder, 'config') },
    hookScript: path.join(folder, 'state', 'hook.sh'),
    ...changes,
  });

test('the plugin finds its modules beside the hook command', async () => {
  const hooks = await (await load(own(), true))({ directory: folder });
  expect(Object.keys(hooks)).toContain('experimental.chat.messages.transform');
});

test('on a machine without Inkling the plugin does nothing', async () => {
  expect(await (await load(own(), false))({ directory: folder })).toEqual({});
});

test('a project’s plugin names no machine’s own path', () => {
  const files = opencodeConnector.files(connectionFacts({ scope: 'project' }));
  const plugin = files.find(({ file }) => file === '/ann/repo/.opencode/plugin/inkling.js');
  expect(plugin?.connect(null)).toContain('XDG_DATA_HOME');
  expect(plugin?.connect(null)).not.toContain('/ann');
});

test('a project’s plugin finds its modules on each machine, and not where a relative directory says', () => {
  const hookScript = path.join(folder, '.local/share/inkling/hook.sh');
  write(connectionFacts({ scope: 'project', projectDirectory: folder, hookScript }), true);
  const plugin = pathToFileURL(path.join(folder, '.opencode/plugin/inkling.js')).href;
  const script = `const { Inkling } = await import('${plugin}'); console.log(Object.keys(await Inkling({ directory: '.' })));`;
  const hooks = (more: NodeJS.ProcessEnv): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { HOME: folder, XDG_DATA_HOME: 'xdg', ...more },
      encoding: 'utf8',
    });
  expect(hooks({})).toContain('experimental.chat.messages.transform');
  expect(hooks({ INKLING_DATA_DIR: '../../.local/share/inkling' })).toBe('[]\n');
});

test('a relative XDG_CONFIG_HOME counts for nothing', () => {
  const files = opencodeConnector.files(connectionFacts({ environment: { XDG_CONFIG_HOME: 'cfg' } }));
  expect(files.map(({ file }) => file)).toContain('/ann/.config/opencode/plugin/inkling.js');
});

test('every file is Inkling’s own and goes as a whole', () => {
  for (const { connect, disconnect } of opencodeConnector.files(own())) expect(disconnect(connect(null))).toBeNull();
});

/** What this version connects, and modules that an earlier one had. */
const earlier = (...names: readonly string[]): typeof opencodeConnector => ({
  ...opencodeConnector,
  files: (facts) => [
    ...opencodeConnector.files(facts),
    ...names.map((name) => ({
      file: path.join(folder, 'state', 'opencode', name),
      connect: () => 'earlier',
      disconnect: () => null,
    })),
  ],
});

test('modules of an earlier version go too; what somebody else wrote beside them stays', () => {
  const state = path.join(folder, 'state');
  const modules = path.join(state, 'opencode');
  const facts = own({ home: folder });
  const connect = (connector: typeof opencodeConnector): void =>
    applyConnection(connector, state, planConnection(connector, facts), facts);
  const remove = (): void => applyRemoval(state, planRemoval(opencodeConnector, state, facts));
  connect(earlier('answers.js', 'receipts.js'));
  connect(opencodeConnector);
  remove();
  expect(existsSync(modules)).toBe(false);
  connect(earlier('answers.js', 'receipts.js'));
  for (const name of ['receipts.js', 'own.js']) writeFileSync(path.join(modules, name), 'somebody’s own');
  remove();
  expect(readdirSync(modules).toSorted()).toEqual(['own.js', 'receipts.js']);
});

test.each([
  ['2.0.14', "opencode 2.0.14 does not load Inkling's plugin, which is for version 1."],
  ['1.18.33', null],
  ['no version', null],
])('of a program that says %s its user is told %j', async (version, told) => {
  writeFileSync(path.join(folder, 'opencode'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  expect(await opencodeConnector.passesOver?.(own({ environment: { PATH: folder } }))).toBe(told);
});

test('where there is no such program, nothing is told', async () => {
  expect(await opencodeConnector.passesOver?.(own({ environment: { PATH: folder } }))).toBeNull();
});
