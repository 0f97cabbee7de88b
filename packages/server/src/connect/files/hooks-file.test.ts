import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { removeDirectory, temporaryDirectory } from '../../../test/git-fixture.ts';
import { claudeCodeConnector } from '../clients/claude-code.ts';
import type { ConnectionFacts, Connector } from '../clients/connector.ts';
import { geminiCliConnector } from '../clients/gemini-cli.ts';
import { hookCommand, hooksFile } from './hooks-file.ts';

const OTHERS = '{ "hooks": { "session.begin": [{ "hooks": [{ "type": "command", "command": "./mine.sh" }] }] } }';

test.each(['SessionStart', 'session.begin', 'session_begin', 'after-tool.2'])(
  'the hooks of an event called %s are found again: written once, and removed',
  (event) => {
    const hooks = (['user', 'project'] as const).flatMap((scope) => {
      const facts = connectionFacts({ scope, hookScript: '/ann/my state/hook.sh' });
      // Older versions wrote the two others.
      const script = `'${facts.hookScript}'`;
      const older = [`${script} agent_2 ${event}`, `h=${script}; [ ! -x "$h" ] || "$h" agent_2 ${event}`];
      return [hookCommand(facts, 'agent_2', event), ...older].map((command) => ({ type: 'command', command }));
    });
    const address = { type: 'http', url: 'http://127.0.0.1:4655/v1/hooks/agent_2' };
    for (const hook of [...hooks, address]) {
      const { connect, disconnect } = hooksFile('settings.json', [[event, { hooks: [hook] }]]);
      for (const before of [null, OTHERS]) {
        const once = connect(before);
        expect(connect(once)).toBe(once);
        // With another time to wait, what was there is replaced.
        const changed = hooksFile('settings.json', [[event, { hooks: [{ ...hook, timeout: 9 }] }]]).connect(once);
        expect(changed.split('agent_2')).toHaveLength(2);
        expect(disconnect(changed)).toBe(before);
      }
    }
  },
);

test('neither the command of a committed file nor the shipped one takes a relative directory', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [place, name] of [
    ['xdg/inkling', 'xdg'],
    ['.local/share/inkling', 'home'],
  ] as const) {
    mkdirSync(path.join(folder, place), { recursive: true });
    writeFileSync(path.join(folder, place, 'hook.sh'), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 });
  }
  const run = (command: string, environment: NodeJS.ProcessEnv): string =>
    execFileSync('sh', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...environment },
      encoding: 'utf8',
    }).trim();
  const committed = hookCommand(connectionFacts({ scope: 'project' }), 'codex', 'Stop');
  expect(run(committed, { HOME: folder, XDG_DATA_HOME: `${folder}/xdg` })).toBe('xdg codex Stop');
  expect(run(committed, { HOME: folder, XDG_DATA_HOME: 'xdg' })).toBe('home codex Stop');
  expect(run(committed, { HOME: folder, INKLING_DATA_DIR: `${folder}/xdg/inkling` })).toBe('xdg codex Stop');
  expect(run(committed, { HOME: folder, INKLING_DATA_DIR: 'xdg/inkling' })).toBe('');
  for (const HOME of ['', '.']) expect(run(committed, { HOME })).toBe('');
  // Down to where it has found its state.
  const script = readFileSync(new URL('../../../bin/hook.sh', import.meta.url), 'utf8');
  const [found = ''] = /^[^]*?\nstate=.*\n/u.exec(script) ?? [];
  const usual = (environment: NodeJS.ProcessEnv): string => run(`${found} echo "$state"`, environment);
  expect(usual({ HOME: folder, XDG_DATA_HOME: '/data' })).toBe('/data/inkling');
  expect(usual({ HOME: folder, XDG_DATA_HOME: 'xdg' })).toBe(`${folder}/.local/share/inkling`);
  for (const HOME of ['', '.']) expect(usual({ HOME })).toBe(`${userInfo().homedir}/.local/share/inkling`);
  writeFileSync(path.join(folder, 'id'), '#!/bin/sh\necho ann echo ran\n', { mode: 0o755 });
  expect(usual({ PATH: `${folder}:${process.env['PATH']}` })).toBe('//.local/share/inkling');
});

test.each(['user', 'project'] as const)(
  'a line of a %s whose program is gone ends with 0 and says nothing',
  (scope) => {
    const home = temporaryDirectory();
    onTestFinished(() => removeDirectory(home));
    const state = path.join(home, ".local/share/ann's/inkling");
    const hookScript = path.join(state, 'hook.sh');
    const run = () => {
      const command = hookCommand(connectionFacts({ scope, hookScript }), 'codex', 'Stop');
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
        env: { PATH: process.env['PATH'], INKLING_DATA_DIR: state },
        encoding: 'utf8',
      });
      return [status, stdout, stderr];
    };
    expect(run()).toEqual([0, '', '']);
    mkdirSync(state, { recursive: true });
    writeFileSync(hookScript, '#!/bin/sh\necho "$@"\n');
    chmodSync(hookScript, 0o755);
    expect(run()).toEqual([0, 'codex Stop\n', '']);
  },
);

describe('a client whose hooks its user has switched off', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'inkling-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const told = (connector: Connector, changes: Partial<ConnectionFacts> = {}): Promise<string | null> | undefined =>
    connector.passesOver?.(connectionFacts({ home: folder, projectDirectory: path.join(folder, 'repo'), ...changes }));

  test.each([
    [claudeCodeConnector, '.claude/settings.json', '{ "disableAllHooks": true }', 'disableAllHooks is true'],
    [claudeCodeConnector, 'repo/.claude/settings.local.json', '{ "disableAllHooks": true }', 'disableAllHooks is true'],
    [
      geminiCliConnector,
      '.gemini/settings.json',
      '{ "hooksConfig": { "enabled": false } }',
      'hooksConfig.enabled is false',
    ],
    [
      geminiCliConnector,
      'repo/.gemini/settings.json',
      '{ "hooksConfig": { "enabled": false } }',
      'hooksConfig.enabled is false',
    ],
  ])('$title: told with the file', async (connector, file, text, what) => {
    expect(await told(connector)).toBeNull();
    write(file, text);
    for (const scope of ['user', 'project'] as const)
      expect(await told(connector, { scope })).toBe(`It runs no hooks: ${what} in ${path.join(folder, file)}.`);
  });

  test('what is nearer to the project decides, and a file that cannot be read says nothing', async () => {
    write('.claude/settings.json', '{ "disableAllHooks": true }');
    write('repo/.claude/settings.local.json', '{ "disableAllHooks": ');
    expect(await told(claudeCodeConnector)).toContain('.claude/settings.json');
    write('repo/.claude/settings.json', '{ "disableAllHooks": false }');
    expect(await told(claudeCodeConnector)).toBeNull();
  });
});
