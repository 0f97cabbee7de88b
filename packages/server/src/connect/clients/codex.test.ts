import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@inkling/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { codexConnector, hooksIn, readCodexTrust, untrustedHooks } from './codex.ts';

const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1);
  return list[0]!;
};

test('hooks.json beside the configuration, a command for each event that names its client', () => {
  const { file, connect } = only(codexConnector.files(connectionFacts()));
  expect(file).toBe('/ann/.codex/hooks.json');
  const { hooks } = JSON.parse(connect(null)) as { hooks: Record<string, unknown> };
  expect(Object.keys(hooks)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'SessionEnd',
  ]);
  const command = '[ ! -x /ann/.local/share/inkling/hook.sh ] || /ann/.local/share/inkling/hook.sh codex PostToolUse';
  expect(hooks['PostToolUse']).toEqual([{ hooks: [{ type: 'command', command, timeout: 1 }] }]);
});

test('connecting twice is connecting once, and the file goes with its last hook', () => {
  const { connect, disconnect } = only(codexConnector.files(connectionFacts()));
  const once = connect(null);
  expect(connect(once)).toBe(once);
  expect(disconnect(once)).toBeNull();
});

test('what the user had stays, in the user’s own form', () => {
  const own = JSON.stringify({ model: 'mine', hooks: { Stop: [{ hooks: [{ command: './own.sh' }] }] } }, null, 4);
  const { connect, disconnect } = only(codexConnector.files(connectionFacts()));
  expect(connect(own)).toContain('./own.sh');
  expect(disconnect(connect(own))).toBe(own);
});

test('CODEX_HOME is obeyed; a project has its own file, without a path of this machine', () => {
  const moved = connectionFacts({ environment: { CODEX_HOME: '/ann/else' } });
  expect(only(codexConnector.files(moved)).file).toBe('/ann/else/hooks.json');
  const { file, connect } = only(codexConnector.files(connectionFacts({ scope: 'project' })));
  expect(file).toBe('/ann/repo/.codex/hooks.json');
  expect(connect(null)).not.toContain('/ann');
});

test('the user is told about the trust that Codex asks for', () => {
  expect(codexConnector.afterwards).toContain('/hooks');
});

test('hooks that Codex does not trust, or that are switched off, are told; others are nobody’s business here', () => {
  const facts = connectionFacts();
  const file = '/ann/.codex/hooks.json';
  const hook = {
    eventName: 'sessionStart',
    command: '/x/hook.sh codex',
    sourcePath: file,
    enabled: true,
    trustStatus: 'trusted',
  };
  expect(untrustedHooks([hook, { ...hook, sourcePath: '/else', trustStatus: 'untrusted' }], facts)).toBeNull();
  const untrusted = { ...hook, eventName: 'postToolUse', trustStatus: 'untrusted' };
  const off = { ...hook, eventName: 'preToolUse', enabled: false };
  expect(untrustedHooks([hook, untrusted, off], facts)).toContain('2 of 3 hooks (postToolUse, preToolUse)');
  expect(untrustedHooks([], facts)).toMatch(/\[features\] in \/ann\/\.codex\/config\.toml\.$/);
  expect(untrustedHooks([], connectionFacts({ scope: 'project' }))).toContain(
    '/ann/.codex/config.toml, or the project',
  );
});

describe('read codex trust', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A server that answers each request by its method, as Codex's does; a request without an answer is refused. */
  function server(answers: Readonly<Record<string, unknown>>): string {
    const file = path.join(folder, 'codex');
    const text = `#!${process.execPath}
const answers = ${JSON.stringify(answers)};
console.log('a line of its log');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method];
  console.log(JSON.stringify(result === undefined ? { id, error: { code: -32601 } } : { id, result }));
});
`;
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }

  const ask = (program: string): ReturnType<typeof readCodexTrust> =>
    readCodexTrust({ program, cwd: folder, environment: process.env, clock: systemClock });

  const hook = {
    eventName: 'sessionStart',
    command: 'hook.sh codex SessionStart',
    sourcePath: '/x/hooks.json',
    enabled: true,
    trustStatus: 'untrusted',
  };

  test('the hooks are those that Codex lists', async () => {
    const program = server({ initialize: {}, 'hooks/list': { data: [{ cwd: '/x', hooks: [{ ...hook, key: 'k' }] }] } });
    expect(await ask(program)).toEqual([hook]);
  });

  test('a Codex that is not there, that ends, or that does not know the question is no failure', async () => {
    expect(await ask(path.join(folder, 'nowhere'))).toBeNull();
    expect(await ask(server({ initialize: {} }))).toBeNull();
    const ending = path.join(folder, 'ending');
    writeFileSync(ending, '#!/bin/sh\nexit 3\n');
    chmodSync(ending, 0o755);
    expect(await ask(ending)).toBeNull();
  });

  test('an answer of another form has no hooks', () => {
    expect(hooksIn(null)).toEqual([]);
    expect(hooksIn({ data: [{ hooks: [7] }] })).toEqual([
      { eventName: '', command: '', sourcePath: '', enabled: true, trustStatus: '' },
    ]);
  });
});
