import { describe, expect, test } from 'vitest';
import type { CaptureEvent } from './capture-event.ts';
import { captureStatements } from './capture-statements.ts';

const at = '2026-11-22T10:00:00.000Z';
const edit = (path: string, before?: string, after?: string): CaptureEvent => ({
  type: 'edit',
  path,
  at,
  seq: null,
  ...(before === undefined || after === undefined ? {} : { replaced: { before, after } }),
});
const command = (text: string, succeeded: boolean, output?: string): CaptureEvent => ({
  type: 'command',
  kind: 'test',
  command: text,
  succeeded,
  at,
  seq: 3,
  ...(output === undefined ? {} : { output }),
});
const contents = (events: readonly CaptureEvent[]): string[] =>
  captureStatements(events).map(({ kind, content }) => `${kind}: ${content}`);

describe('a failure and what fixed it', () => {
  const FAILED = 'FAIL src/auth.test.ts\n  TypeError: session is undefined\n 1 failed';

  test('is one statement about the files in between', () => {
    const events = [
      edit('before.ts'),
      command('npm test', false, FAILED),
      edit('src/auth.ts'),
      edit('src/session.ts'),
      command('npm test 2>&1 | tail -5', true),
    ];
    expect(contents(events)).toEqual([
      'error: `npm test` failed with: TypeError: session is undefined It passed after edits to src/auth.ts, src/session.ts.',
    ]);
  });

  test('counts from the first failure to the pass', () => {
    const events = [command('npm test', false, FAILED), edit('a.ts'), command('npm test', false, FAILED), edit('b.ts')];
    expect(captureStatements([...events, command('npm test', true)])[0]?.paths).toEqual(['a.ts', 'b.ts']);
  });

  test.each([
    ['nothing was edited', [command('npm test', false, FAILED), command('npm test', true)]],
    ['another command passed', [command('npm test', false, FAILED), edit('a.ts'), command('npm run lint', true)]],
    ['it never passed', [command('npm test', false, FAILED), edit('a.ts')]],
    ['nobody knows why it failed', [command('npm test', false), edit('a.ts'), command('npm test', true)]],
    [
      'half of the code was edited',
      [
        command('npm test', false, FAILED),
        ...'abcdefghi'.split('').map((name) => edit(name)),
        command('npm test', true),
      ],
    ],
    [
      'the error is a line of ours',
      [
        command('npm test', false, '- [0197c0de-1111-7222-8333-944455566677] Error: use pnpm (weight: 1.00)'),
        edit('a.ts'),
        command('npm test', true),
      ],
    ],
  ])('is none when %s', (_name, events) => {
    expect(contents(events)).toEqual([]);
  });
});

describe('the same replacement', () => {
  const replace = (path: string): CaptureEvent => edit(path, `import x from 'moment';`, `import x from 'dayjs';`);

  test('in three files is a rule', () => {
    expect(contents(['a.ts', 'b.ts', 'c.ts'].map(replace))).toEqual([
      'convention: `moment` was replaced by `dayjs` in 3 files: a.ts, b.ts, c.ts.',
    ]);
  });

  test('in two is none, and three times in one file neither', () => {
    expect(contents(['a.ts', 'b.ts'].map(replace))).toEqual([]);
    expect(contents(['a.ts', 'a.ts', 'a.ts'].map(replace))).toEqual([]);
  });

  test('that only adds is none', () => {
    expect(contents(['a.ts', 'b.ts', 'c.ts'].map((path) => edit(path, 'x', 'x\ny')))).toEqual([]);
  });
});

describe('the summary', () => {
  const frame = { title: 'ENG-1 Token cache', outcome: 'accepted', endedAt: at };

  test('says what was changed and how the last runs ended', () => {
    const events = [edit('a.ts'), edit('b.ts'), edit('b.ts'), command('npm test', false), command('npm test', true)];
    expect(captureStatements(events, frame).at(-1)).toMatchObject({
      kind: 'session_summary',
      content: 'Session on ENG-1 Token cache: edited b.ts, a.ts. Tests passed last: `npm test`. Outcome: accepted.',
      paths: ['b.ts', 'a.ts'],
    });
  });

  test('of a session that changed nothing is none', () => {
    expect(captureStatements([command('npm test', true)], frame)).toEqual([]);
  });
});

test('of two statements that say the same the first stands', () => {
  const prompt = (text: string, seq: number): CaptureEvent => ({ type: 'prompt', text, at, seq });
  const events = [prompt('Never commit directly to main.', 1), prompt('never commit directly to main!', 2)];
  expect(captureStatements(events).map(({ seq }) => seq)).toEqual([1]);
});
