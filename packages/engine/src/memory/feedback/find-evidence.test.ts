import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortIdOf } from '../../base/text/short-id.ts';
import { createEvidenceFinder, type InjectedObservation, type SessionEvent } from './find-evidence.ts';

const A = '0197c0de-1111-7222-8333-944455566677';
const B = '0197c0de-1112-7222-8333-944455566688';
const AUTH = 'Guests without the session header are refused before middleware looks at tenant cookies.';
const RETRY = 'Webhooks are retried five times with exponential backoff and jitter, then parked.';
const injected: readonly InjectedObservation[] = [
  { id: A, paths: ['src/auth.ts'], content: AUTH, injectedAt: 1000 },
  { id: B, paths: ['src/retry.ts', 'docs/retry.md'], content: RETRY, injectedAt: 2000 },
];
const event = (type: string, body: Record<string, unknown>, occurredAt = 3000): SessionEvent => ({
  type,
  body,
  occurredAt,
});
function evidenceOf(...events: SessionEvent[]): Record<string, string> {
  const finder = createEvidenceFinder(injected);
  finder.look(events);
  return Object.fromEntries(finder.found);
}

describe('citations', () => {
  test.each(['thought', 'action', 'response'])('an id in a %s is one', (type) => {
    expect(evidenceOf(event(type, { text: `as [${A}] says` }))).toEqual({ [A]: 'cited' });
  });

  test.each(['error', 'context', 'inject'])('an id in an event of type %s is none', (type) => {
    expect(evidenceOf(event(type, { text: A }))).toEqual({});
  });

  test.each([
    ['its beginning, when only one begins so', '0197c0de-1111'],
    ['its last group', '944455566677'],
    ['its short form', `[${shortIdOf(A)}]`],
    ['its short form in upper case', shortIdOf(A).toUpperCase()],
    ['upper case', A.toUpperCase()],
    ['deep in a body', A],
  ])('%s', (_what, text) => {
    expect(evidenceOf(event('action', { input: [{ note: `see ${text}.` }] }))).toEqual({ [A]: 'cited' });
  });

  test.each([
    ['a beginning that two share', '0197c0de'],
    ['fewer than eight characters', '0197c0d'],
    ['a longer word that begins alike', `${A}0`],
    ['a part within a longer hash', `ffff${A.replaceAll('-', '')}`],
  ])('%s names none', (_what, text) => {
    expect(evidenceOf(event('thought', { text: `see ${text}` }))).toEqual({});
  });

  test('a talk is cited as a whole: its block names one of its exchanges', () => {
    const talk = 'ses_talk';
    const finder = createEvidenceFinder([
      { ...injected[0]!, talk },
      { ...injected[1]!, talk },
      { id: '0197c0de-1113-7222-8333-944455566699', paths: [], content: 'Other.', injectedAt: 1000, talk: 'other' },
    ]);
    finder.look([event('response', { text: `By ${A}.` })]);
    expect(Object.fromEntries(finder.found)).toEqual({ [A]: 'cited', [B]: 'cited' });
  });

  test.each([2000, 1999])('but not what of the talk was given in the same moment or later', (citedAt) => {
    const finder = createEvidenceFinder(injected.map((row) => ({ ...row, talk: 'ses_talk' })));
    finder.look([event('response', { text: `By ${A}.` }, citedAt)]);
    expect(Object.fromEntries(finder.found)).toEqual({ [A]: 'cited' });
    finder.look([event('response', { text: `By ${A}.` }, 2001)]);
    expect(Object.fromEntries(finder.found)).toEqual({ [A]: 'cited', [B]: 'cited' });
  });

  test('nor does one that repeats a compact block', () => {
    const block = `- [${shortIdOf(A)}] 2026-11-20 src/auth.ts Tokens expire.\n- [${shortIdOf(B)}] 2026-11-20 Retries. (same lines)\n`;
    expect(evidenceOf(event('response', { text: block }))).toEqual({});
    expect(evidenceOf(event('response', { text: `${block}By ${shortIdOf(B)} I cap them.` }))).toEqual({ [B]: 'cited' });
  });

  test('an event that repeats the block cites nothing, but what the agent says beside it counts', () => {
    const block = `- [${A}] Tokens expire. (weight: 1.00)\n- [${B}] Retries are capped. (weight: 1.30)\n`;
    expect(evidenceOf(event('action', { output: block }))).toEqual({});
    expect(evidenceOf(event('response', { text: `${block}I followed ${B}.` }))).toEqual({ [B]: 'cited' });
  });
});

describe('words', () => {
  const sentence = 'As known, webhooks are retried with exponential backoff, so I kept the jitter.';

  test.each([
    ['an answer', event('response', { text: sentence })],
    ['a thought', event('thought', { text: `First. ${sentence}` })],
    ['a commit message', event('action', { name: 'Bash', input: { command: `git commit -m "${sentence}"` } })],
  ])('that only one observation brought cite it in %s', (_what, told) => {
    expect(evidenceOf(told)).toEqual({ [B]: 'cited' });
  });

  test.each([
    ['said before it was given', [event('response', { text: sentence }, 1999)]],
    ['said in the same millisecond', [event('response', { text: sentence }, 2000)]],
    ['of a command that commits nothing', [event('action', { name: 'Bash', input: { command: sentence } })]],
    ['too few in each sentence', [event('response', { text: 'Webhooks are retried. With exponential backoff.' })]],
    ['in a line of a block', [event('response', { text: `- [${B}] ${RETRY} (weight: 1.00)` })]],
    [
      'that the user said first',
      [event('action', { name: 'prompt', text: RETRY }), event('response', { text: sentence })],
    ],
    [
      'that the agent was told by the one that dispatched it',
      [event('action', { name: 'task', text: RETRY }), event('response', { text: sentence })],
    ],
    [
      'that the user said first, as a library reports it,',
      [event('action', { event: 'prompt', text: RETRY }), event('response', { text: sentence })],
    ],
  ])('%s cite nothing', (_what, events) => {
    expect(evidenceOf(...events)).toEqual({});
  });
});

describe('paths', () => {
  const edit = (value: unknown, occurredAt = 3000, key = 'lastEditedFile'): SessionEvent =>
    event('context', { key, value }, occurredAt);

  test('an edit and a deletion after the injection are evidence, by suffix at a segment boundary', () => {
    expect(evidenceOf(edit('/home/me/repo/src/auth.ts'))).toEqual({ [A]: 'followed' });
    expect(evidenceOf(edit('docs/retry.md', 3000, 'lastDeletedFile'))).toEqual({ [B]: 'followed' });
    expect(evidenceOf(edit('src/oauth.ts'))).toEqual({});
  });

  test('[C-024] a file that was only read is touched, until it is edited', () => {
    const read = edit('src/auth.ts', 3000, 'currentFile');
    expect(evidenceOf(read)).toEqual({ [A]: 'touched' });
    for (const order of [
      [read, edit('src/auth.ts')],
      [edit('src/auth.ts'), read],
    ]) {
      expect(evidenceOf(...order)).toEqual({ [A]: 'followed' });
    }
  });

  test('what happened to a file before the injection is no evidence', () => {
    expect(evidenceOf(edit('src/auth.ts', 999))).toEqual({});
    expect(evidenceOf(edit('src/auth.ts', 999, 'currentFile'))).toEqual({});
    // The edit that brought it, when its block was made in the same millisecond.
    expect(evidenceOf(edit('src/auth.ts', 1000))).toEqual({});
    expect(evidenceOf(edit('src/auth.ts', 1001))).toEqual({ [A]: 'followed' });
    expect(evidenceOf(edit({ file: 'src/auth.ts' }))).toEqual({});
  });

  test('a citation counts more than a path, in any order', () => {
    const both = [edit('src/auth.ts'), event('thought', { text: A })];
    expect(evidenceOf(...both)).toEqual({ [A]: 'cited' });
    expect(evidenceOf(...both.toReversed())).toEqual({ [A]: 'cited' });
  });
});

test('[C-014] bystanders have no evidence, whatever else is said', () => {
  const others = fc.array(
    fc.record({
      type: fc.constantFrom('thought', 'action', 'response', 'context', 'error'),
      body: fc.dictionary(fc.string(), fc.string()),
      occurredAt: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(others, (events) => {
      // No id and no path of an injected row can come out of short random strings.
      expect(evidenceOf(...events)).toEqual({});
    }),
  );
});
