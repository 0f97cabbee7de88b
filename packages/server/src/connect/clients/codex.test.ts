import { expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { codexConnector, untrustedHooks } from './codex.ts';

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
  const command = '/ann/.local/share/inkling/hook.sh codex PostToolUse';
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
  const file = '/ann/.codex/hooks.json';
  const hook = {
    eventName: 'sessionStart',
    command: '/x/hook.sh codex',
    sourcePath: file,
    enabled: true,
    trustStatus: 'trusted',
  };
  expect(untrustedHooks([hook, { ...hook, sourcePath: '/else', trustStatus: 'untrusted' }], file)).toBeNull();
  const untrusted = { ...hook, eventName: 'postToolUse', trustStatus: 'untrusted' };
  const off = { ...hook, eventName: 'preToolUse', enabled: false };
  expect(untrustedHooks([hook, untrusted, off], file)).toContain('2 of 3 hooks (postToolUse, preToolUse)');
});
