import { expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { copilotCliConnector } from './copilot-cli.ts';

const files = (facts = connectionFacts()) => copilotCliConnector.files(facts)[0]!;

test('a file of its own; every command ends with 0, because a hook that fails before a tool denies the call', () => {
  const { file, connect, disconnect } = files();
  expect(file).toBe('/ann/.copilot/hooks/inkling.json');
  const { version, hooks } = JSON.parse(connect(null)) as {
    version: number;
    hooks: Record<string, { bash: string }[]>;
  };
  expect(version).toBe(1);
  expect(Object.keys(hooks)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'SubagentStop',
    'PreCompact',
    'Stop',
    'SessionEnd',
  ]);
  expect(hooks['PreToolUse']).toEqual([
    {
      type: 'command',
      bash: '[ ! -x /ann/.local/share/inkling/hook.sh ] || /ann/.local/share/inkling/hook.sh copilot-cli PreToolUse',
      timeoutSec: 1,
    },
  ]);
  expect(
    Object.values(hooks)
      .flat()
      .every(({ bash }) => bash.startsWith('[ ! -x /ann/')),
  ).toBe(true);
  expect(disconnect(connect(null))).toBeNull();
});

test('COPILOT_HOME is obeyed; a project’s hooks are with its other GitHub files', () => {
  expect(files(connectionFacts({ environment: { COPILOT_HOME: '/ann/else' } })).file).toBe(
    '/ann/else/hooks/inkling.json',
  );
  const { file, connect } = files(connectionFacts({ scope: 'project' }));
  expect(file).toBe('/ann/repo/.github/hooks/inkling.json');
  expect(connect(null)).not.toContain('/ann');
});
