import { expect, test } from 'vitest';
import { createClaudeReader } from './read-claude-transcript.ts';
import type { Transcript } from './transcript.ts';

function read(records: readonly object[]): Transcript {
  const reader = createClaudeReader();
  for (const record of records) reader.accept(record);
  return reader.finish();
}

/** What was said and done, in order. */
const told = ({ events }: Transcript): string[] =>
  events.map(
    (event) =>
      `${event.type}: ${event.type === 'edit' ? event.path : event.type === 'command' ? event.command : event.text}`,
  );

const said = (type: string, text: string, more = {}): object => ({
  type,
  timestamp: '2026-03-01T10:00:00.000Z',
  message: { role: type, content: [{ type: 'text', text }] },
  ...more,
});

test('what user and agent said, without thoughts, calls and sub-agents', () => {
  const transcript = read([
    said('user', 'Where do incidents merge?'),
    said('assistant', '', { message: { content: [{ type: 'thinking', thinking: 'Hm.' }] } }),
    said('assistant', 'I would drop raw incidents under 60 s first.'),
    said('assistant', 'Shall I?'),
    said('assistant', 'A sub-agent.', { isSidechain: true }),
    said('assistant', 'API Error: 500', { isApiErrorMessage: true }),
    said('assistant', '', { message: { model: '<synthetic>', content: [{ type: 'text', text: 'No response.' }] } }),
    said('user', 'No, the threshold applies to the merged window.'),
  ]);
  expect(told(transcript)).toEqual([
    'prompt: Where do incidents merge?',
    'answer: I would drop raw incidents under 60 s first.',
    'answer: Shall I?',
    'prompt: No, the threshold applies to the merged window.',
  ]);
  expect(transcript.events[1]).toMatchObject({ at: '2026-03-01T10:00:00.000Z', seq: null });
});

test('what was typed, without what an IDE and reminders put in front of it', () => {
  const parts = (...texts: readonly string[]): object =>
    said('user', '', { message: { content: texts.map((text) => ({ type: 'text', text })) } });
  const opened = '<ide_opened_file>The user opened the file plans.md in the IDE.</ide_opened_file>';
  const selected = '<ide_selection>The user selected the lines 1 to 2:\na\n</ide_selection>';
  const transcript = read([
    parts(opened, 'Log each retry.'),
    parts('<system-reminder>Context.</system-reminder>', 'Cap the log.', 'At ten megabytes.'),
    said('user', '', { message: { content: `${opened}\n${selected}\n\nIs <QueueTable> right?` } }),
    parts(opened),
    parts('<command-message>init</command-message>\n<command-name>/init</command-name>', 'Write a CLAUDE.md.'),
    parts('<system-reminder>Not closed.', 'Do it.'),
    said('assistant', 'Done.'),
  ]);
  expect(told(transcript)).toEqual([
    'prompt: Log each retry.',
    'prompt: Cap the log.\nAt ten megabytes.',
    'prompt: Is <QueueTable> right?',
    'answer: Done.',
  ]);
});

test('what was typed while the agent worked', () => {
  const queued = (prompt: unknown, more = {}, record = {}): object =>
    said('attachment', '', {
      attachment: { type: 'queued_command', prompt, ...more },
      message: undefined,
      ...record,
    });
  const transcript = read([
    said('user', 'Retry five times.'),
    queued('Log each retry.', { commandMode: 'prompt' }),
    { type: 'queue-operation', operation: 'enqueue', content: 'Log each retry.' },
    queued(
      [
        { type: 'text', text: 'With its number.' },
        { type: 'image', source: {} },
      ],
      { origin: { kind: 'human' } },
    ),
    queued('<task-notification>Done</task-notification>'),
    queued('The task is done.', { commandMode: 'task-notification' }),
    queued('From another agent.', { origin: { kind: 'peer' } }),
    queued('From the client.', { isMeta: true }),
    queued('To a sub-agent.', {}, { isSidechain: true }),
    said('attachment', '', { attachment: { type: 'todo_reminder', content: 'Todo' } }),
    said('assistant', 'Each retry is logged with its number.'),
  ]);
  expect(told(transcript)).toEqual([
    'prompt: Retry five times.',
    'prompt: Log each retry.',
    'prompt: With its number.',
    'answer: Each retry is logged with its number.',
  ]);
});

test('without what was taken back by a rewind', () => {
  const at = (uuid: string, parentUuid: string | null): object => ({ uuid, parentUuid });
  const use = (id: string): object => ({
    message: { content: [{ type: 'tool_use', id, name: 'Edit', input: { file_path: `${id}.ts` } }] },
  });
  const result = (id: string): object => ({ message: { content: [{ type: 'tool_result', tool_use_id: id }] } });
  const transcript = read([
    said('user', 'Before a compaction.', at('b', null)),
    said('user', 'Which database?', at('u1', null)),
    // Two calls beside each other, and the talk goes on behind the second.
    said('assistant', '', { ...use('c1'), ...at('a1', 'u1') }),
    said('assistant', '', { ...use('c2'), ...at('a2', 'a1') }),
    said('user', '', { ...result('c1'), ...at('r1', 'a1') }),
    said('user', '', { ...result('c2'), ...at('r2', 'a2') }),
    said('assistant', 'I propose SQLite.', at('a3', 'r2')),
    said('user', 'Yes, always SQLite.', at('u2', 'a3')),
    said('assistant', '', { ...use('c3'), ...at('a4', 'u2') }),
    said('user', '', { ...result('c3'), ...at('r3', 'a4') }),
    said('assistant', 'It is SQLite now.', at('a5', 'r3')),
    said('user', 'No, PostgreSQL.', at('u3', 'a3')),
    said('assistant', 'It is PostgreSQL now.', at('a6', 'u3')),
    said('user', 'Without an id.'),
    said('assistant', 'Asked aside.', { ...at('s1', 'u2'), isSidechain: true }),
  ]);
  expect(told(transcript)).toEqual([
    'prompt: Before a compaction.',
    'prompt: Which database?',
    'edit: c1.ts',
    'edit: c2.ts',
    'answer: I propose SQLite.',
    'prompt: No, PostgreSQL.',
    'answer: It is PostgreSQL now.',
    'prompt: Without an id.',
  ]);
});

test("the user's title of a session stands before the agent's", () => {
  const titleOf = (...records: object[]): string => {
    const reader = createClaudeReader();
    for (const record of records) reader.accept(record);
    return reader.finish().title;
  };
  const byUser = { type: 'custom-title', customTitle: 'pnpm move', sessionId: 's' };
  const byAgent = { type: 'ai-title', aiTitle: 'Switch to pnpm', sessionId: 's' };
  expect(titleOf({ type: 'summary', summary: 'Retries' })).toBe('Retries');
  expect(titleOf(byAgent)).toBe('Switch to pnpm');
  expect(titleOf(byUser, byAgent)).toBe('pnpm move');
});
