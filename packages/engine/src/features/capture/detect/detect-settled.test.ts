import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaptureEvent } from '../capture-event.ts';
import { detectSettled } from './detect-settled.ts';

const at = '2026-11-22T10:00:00.000Z';

/** A talk as it is read: `<` the agent, `>` the user, `~` an edit. */
function talk(...lines: readonly string[]): CaptureEvent[] {
  return lines.map((line, seq) => {
    const text = line.slice(2);
    if (line.startsWith('~')) return { type: 'edit', path: text, at, seq };
    return { type: line.startsWith('<') ? 'answer' : 'prompt', text, at, seq };
  });
}
const settled = (...lines: readonly string[]): string[] =>
  detectSettled(talk(...lines)).map(({ detector, content }) => `${detector}: ${content}`);

test.each([
  [
    [
      '< I think the writer should always emit CRLF since the mainframe rejects bare LF.',
      '> correct, the mainframe chokes on LF',
    ],
    'confirmation: The writer should always emit CRLF since the mainframe rejects bare LF.',
  ],
  [
    [
      '< The poller asks every 5 minutes. I propose to poll every 30 minutes, but every 5 on the day of delivery.',
      '> sounds right, do that',
    ],
    'confirmation: Poll every 30 minutes, but every 5 on the day of delivery.',
  ],
  [
    [
      '< Which HTTP statuses should be retried? Typically 5xx.',
      '> only 429 and 408. a 503 from them means maintenance',
    ],
    'answer: Which HTTP statuses should be retried? Only 429 and 408. A 503 from them means maintenance.',
  ],
  [
    [
      '< The options: (1) store the rate on the line, or (2) look it up at render time. I lean towards (2).',
      '> 1 pls. rates change',
    ],
    'confirmation: Store the rate on the line.',
  ],
  [
    ['< So the policy is: owners publish, editors submit, guest links expire after 7 days.', '> fine. now the tests'],
    'recap: Owners publish, editors submit, guest links expire after 7 days.',
  ],
  [
    ['> single git repo for the monorepo, not one for each app'],
    'ruling: Single git repo for the monorepo, not one for each app.',
  ],
])('%s', (lines, expected) => {
  expect(settled(...lines)).toEqual([expected]);
});

test.each([
  [
    [
      '< I would drop raw incidents under 60 s first.',
      '> No, that is the wrong place to measure: the threshold applies after merging.',
    ],
    '60 s',
  ],
  [
    ['< I would fill gaps with zeros because that is simple.', '> no, gaps stay empty. zeros would ruin every average'],
    'zeros because',
  ],
  [
    [
      '< I would retry failed uploads five times with a fixed delay, ok?',
      '> No. Three attempts are enough, with exponential backoff.',
    ],
    'five times',
  ],
  [
    [
      "< I'd also keep the old cookie name as an alias for thirty days, ok?",
      '> No, drop it at once. Old names are never kept in this service.',
    ],
    'thirty days',
  ],
  [['< We could store all sessions in Redis, right?', '> Nope. Sessions stay in Postgres, one row each.'], 'in Redis'],
  [
    [
      '< To summarise: unknown segments raise an error.',
      '> unknown segments must not raise! keep them, labs send vendor stuff all the time',
    ],
    'raise an error',
  ],
  [['< So the rule is: links expire after 7 days.', '> not 7 days, 72 hours at most. security review'], 'after 7 days'],
])('what was refused is not in what stands instead: %s', (lines, refused) => {
  const [statement, ...more] = settled(...lines);
  expect(statement).toBeDefined();
  expect([statement, ...more].join('\n')).not.toContain(refused);
});

test.each([
  ['an agent alone', ['< The rule is: always retry 7 times.']],
  ['a question', ['< I would always retry exactly 7 times.', '> why 7?']],
  ['work that was done', ['< I have moved the cache and all 41 tests pass.', '> great']],
  ['a yes to work', ['< Shall I also run the linter before each commit?', '> yes please']],
  ['a yes for now', ['< I would retry at most 3 times.', '> fine for now']],
  ['what was found', ['< I think the problem is that the cache is never invalidated.', '> exactly']],
  ['the task at hand', ['> only show the first 10 and add a link']],
  ['a correction of this text', ['< I changed the label.', '> no, it should say "Save changes"']],
  ['a story', ['> I talked to my team and we were always waiting for the build because it had failed']],
  ['a document', [`> ${'Every service must retry only 3 times, never more. '.repeat(6)}`]],
])('%s settles nothing', (_name, lines) => {
  expect(settled(...lines)).toEqual([]);
});

test('a recap stands for what it sums up, and holds at the end of a session only when something was settled before', () => {
  const lines = [
    '< Which statuses should be retried?',
    '> only 429 and 408, because a 503 lasts hours',
    '< Settled: only statuses 429 and 408 are retried, because a 503 lasts for hours.',
  ];
  expect(settled(...lines)).toEqual(['recap: Only statuses 429 and 408 are retried, because a 503 lasts for hours.']);
  expect(settled('> look at the retries', lines[2]!)).toEqual([]);
});

test('a recap may be about what fails, and is none when it tells that something failed', () => {
  const rule = 'once headers are sent, a failing body stream destroys the socket; res.end() is never called.';
  expect(settled(`< So the rule is: ${rule}`, '> Right.')).toEqual([`recap: O${rule.slice(1)}`]);
  expect(settled('< So the state is: the build failed on every node of the cluster.', '> Right.')).toEqual([]);
});

test('a recap that was taken with a change never stands without it', () => {
  expect(settled('< So the rule is: links expire after 7 days.', '> right, but 72 hours for guests')).toEqual([
    'recap: Links expire after 7 days. But 72 hours for guests.',
  ]);
});

test('the files that were edited upon it, the speaker and the time are told', () => {
  const events = talk(
    '< Which encoding?',
    '> it is exactly latin-1, never utf-8',
    '~ a.ts',
    '~ a.ts',
    '~ b.ts',
    '> thanks',
    '~ c.ts',
  );
  expect(detectSettled(events)).toMatchObject([{ at, seq: 1, paths: ['a.ts', 'b.ts'] }]);
});

test('blocks of ours settle nothing, whoever carries them', () => {
  const block = '[Context from memory]\n- Always retry exactly 7 times, never more.\n[End of context from memory]';
  expect(settled(`< So the rule is: ${block}`, `> right. ${block}`)).toEqual([]);
});

test('any talk is read in bounded time and gives whole statements', () => {
  const words = fc.constantFrom(
    'only',
    'no,',
    'should',
    'I would',
    'the',
    '7',
    'days',
    ',',
    '.',
    '?',
    ':',
    '(1)',
    'or',
    '->',
    '\n',
    'because',
    '—',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 2000 }),
    fc.array(words, { maxLength: 400 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const lines = texts.map((part, index) => `${index % 2 === 0 ? '<' : '>'} ${part}`);
      for (const { content } of detectSettled(talk(...lines))) {
        expect(content.length).toBeLessThanOrEqual(1_300);
        expect(content).toMatch(/^\S.*[.!?…]$/su);
      }
    }),
  );
});

test.each([
  'Hidden files are always listed even without -H. Please repair it.',
  'The cache always grows without bound in src/walk.rs. Find out why and fix it.',
  'Every thread must wait for the slowest one, which makes it slow on network drives. Can you look into it?',
  'The cache always grows without bound in src/walk.rs. Can you have a look?',
])('what a report describes is no rule: %s', (report) => {
  expect(settled(`> ${report}`)).toEqual([]);
});

test('an order to look at a module asks for no repair', () => {
  const said = '> Have a look at the config module. All config keys must be snake_case.';
  expect(settled(said)).toEqual(['ruling: All config keys must be snake_case.']);
});

test('a report may lay something down all the same', () => {
  const said =
    'The delay grows without limit. As a rule we never wait more than 30 s, because jobs are killed then. Please look into it.';
  expect(settled(`> ${said}`)).toEqual([
    'ruling: As a rule we never wait more than 30 s, because jobs are killed then.',
  ]);
});

test('what was refused, and words that open any sentence, are no heading of an answer', () => {
  const named = "< I'd use --cross-device only, since find calls it that.";
  expect(settled(named, '> no, name it --one-file-system as rsync does').join(' ')).not.toContain('cross-device');
  const compared = "< I'd compare hostname only. OK?";
  expect(settled(compared, '> no, compare host including the port')).toEqual([
    'answer: Hostname: Compare host including the port.',
  ]);
  const forever = '< I would retry forever with 1 s.';
  const backOff = 'use exponential back-off with at most 5 retries, then fall back to the cached config';
  expect(settled(forever, `> No, ${backOff}.`)).toEqual([`answer: U${backOff.slice(1)}.`]);
  const done = '< Done: keepalive is 60 s.';
  const because = 'it must be 65 seconds, since the load balancer closes at 60';
  expect(settled(done, `> no, ${because}`).join(' ')).not.toContain('Done:');
  const locked = "< I'd lock them on every read.";
  expect(settled(locked, '> On write, but only if it is us.')).toEqual(['answer: On write, but only if it is us.']);
});
