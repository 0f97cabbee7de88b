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
