import { expect, test } from 'vitest';
import { NO_ANSWER } from './hook-event.ts';
import { opencode } from './opencode.ts';

const common = { session_id: 'ses_1', cwd: '/repo' };
const blocks = [
  '[Context from memory]\none\n[End of context from memory]',
  '[Context from memory]\ntwo\n[End of context from memory]',
];

test('blocks stand below each other in one text; a notice has a place of its own', () => {
  const prompt = opencode.readEvent({ ...common, hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' });
  expect(opencode.renderAnswer(prompt, { ...NO_ANSWER, blocks })).toEqual({ additionalContext: blocks.join('\n\n') });
  expect(opencode.renderAnswer(prompt, { ...NO_ANSWER, notice: 'Off.' })).toEqual({ notice: 'Off.' });
  expect(opencode.renderAnswer(prompt, NO_ANSWER)).toEqual({});
});

test.each([
  [{ exit: 1, output: '1 failed' }, { failure: '1 failed' }],
  [{ exit: 2 }, { failure: 'exit code 2' }],
  [{ exit: 0 }, { failure: null }],
  [{ exit: null }, { failure: null, isUnsure: true }],
  // A plugin of an older version.
  [undefined, { failure: null, isUnsure: true }],
])('a command of which the plugin tells %j', (tool_response, end) => {
  const run = { ...common, tool_name: 'bash', tool_input: { command: 'npm test' }, tool_use_id: 'c' };
  const event = opencode.readEvent({ ...run, hook_event_name: 'PostToolUse', tool_response });
  expect(event).toMatchObject({ kind: 'post-tool', ...end });
  expect('isUnsure' in event).toBe('isUnsure' in end);
});

test.each([
  ['"How long do cookies live?"', 'How long do cookies live?'],
  ['"/inkling off"', '/inkling off'],
  [String.raw`"say \"yes\" or \"no\""`, 'say "yes" or "no"'],
  // Typed so, or of several arguments.
  ['"cookies"', '"cookies"'],
  ['"one two" and "three four"', '"one two" and "three four"'],
  ['"', '"'],
  ['How long?', 'How long?'],
])('the prompt %s is %s: an argument of a command line comes in quotation marks', (prompt, text) => {
  expect(opencode.readEvent({ ...common, hook_event_name: 'UserPromptSubmit', prompt })).toMatchObject({ text });
});
