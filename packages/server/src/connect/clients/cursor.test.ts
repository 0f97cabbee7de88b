import { expect, test } from 'vitest';
import { connectionFacts } from '../../../test/connection-facts.ts';
import { cursorConnector } from './cursor.ts';

const files = (facts = connectionFacts()) => cursorConnector.files(facts)[0]!;

test('hooks.json as Cursor’s documentation has it', () => {
  const { file, connect } = files();
  expect(file).toBe('/ann/.cursor/hooks.json');
  const command = '[ ! -x /ann/.local/share/inkling/hook.sh ] || /ann/.local/share/inkling/hook.sh cursor';
  expect(JSON.parse(connect(null))).toEqual({
    version: 1,
    hooks: {
      sessionStart: [{ command: `${command} sessionStart`, timeout: 5 }],
      beforeSubmitPrompt: [{ command: `${command} beforeSubmitPrompt`, timeout: 2 }],
      preToolUse: [{ command: `${command} preToolUse`, timeout: 1 }],
      postToolUse: [{ command: `${command} postToolUse`, timeout: 1 }],
      postToolUseFailure: [{ command: `${command} postToolUseFailure`, timeout: 1 }],
      preCompact: [{ command: `${command} preCompact`, timeout: 1 }],
      afterAgentResponse: [{ command: `${command} afterAgentResponse`, timeout: 1 }],
      sessionEnd: [{ command: `${command} sessionEnd`, timeout: 1 }],
    },
  });
});

test('the file goes with its last hook, and somebody else’s stays', () => {
  const { connect, disconnect } = files();
  expect(connect(connect(null))).toBe(connect(null));
  expect(disconnect(connect(null))).toBeNull();
  const own = JSON.stringify({ version: 1, hooks: { stop: [{ command: './audit.sh' }] } }, null, 2);
  expect(disconnect(connect(own))).toBe(own);
});
