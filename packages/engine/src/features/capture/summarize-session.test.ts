import { describe, expect, test } from 'vitest';
import type { CaptureEvent } from './capture-event.ts';
import { captureStatements } from './summarize-session.ts';

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
const prompt = (text: string, seq: number | null = null): CaptureEvent => ({ type: 'prompt', text, at, seq });
const answer = (text: string): CaptureEvent => ({ type: 'answer', text, at, seq: null });
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

  test('names what was replaced when that was all', () => {
    const events = [
      command('npm test', false, FAILED),
      edit('a.ts', 'cache: true', 'cache: false'),
      command('npm test', true),
    ];
    expect(contents(events)).toEqual([
      'error: `npm test` failed with: TypeError: session is undefined It passed after `true` became `false` in a.ts.',
    ]);
  });

  test.each([
    'src/app.ts(3,1): error TS6133: "React" is declared but its value is never read.',
    'error: unused variable: `ctx`',
    '[error] Code style issues found in the above file.',
    'SyntaxError: Missing semicolon. (12:4)',
    'AssertionError: expected 3 to be 4',
    "src/cart.ts(10,3): error TS2304: Cannot find name 'totl'.",
  ])('is none when it teaches nothing: %s', (line) => {
    expect(contents([command('npm test', false, line), edit('a.ts'), command('npm test', true)])).toEqual([]);
  });

  test('is none when a tool for looks complains', () => {
    const events = [command('npx eslint .', false, FAILED), edit('a.ts'), command('npx eslint .', true)];
    expect(contents(events)).toEqual([]);
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

describe('a failure that the user showed', () => {
  const SHOWN =
    'deploy fails:\nError: Invalid configuration: `appDir` is no longer supported\n    at validate (/app/config.js:1:2)';
  const FIXED = answer('The key moved in this version, so I removed it. Tests pass.');

  test('is one when the user calls it gone, with what the agent said it was', () => {
    expect(contents([prompt(SHOWN), edit('next.config.js'), FIXED, prompt('yep deploy is green now')])).toEqual([
      'error: Error: Invalid configuration: `appDir` is no longer supported ended after edits to next.config.js: The key moved in this version, so I removed it.',
    ]);
  });

  test.each([
    ['it is still there', [prompt(SHOWN), edit('a.js'), FIXED, prompt('still the same')]],
    ['another one came', [prompt(SHOWN), edit('a.js'), FIXED, prompt("works, but now there's another one")]],
    ['nothing was edited', [prompt(SHOWN), FIXED, prompt('gone, thanks')]],
    ['nobody says so', [prompt(SHOWN), edit('a.js'), FIXED, prompt('now add the footer')]],
    ['it is only spoken of', [prompt('there was an error yesterday'), edit('a.js'), FIXED, prompt('gone, thanks')]],
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

  test('says what the session was for, what was settled and how it ended; files are its paths', () => {
    const events = [
      prompt('hi!'),
      prompt('Make the token cache survive a restart. It loses everything now. Then look at the docs'),
      answer('I would keep tokens for 24 hours, also across restarts. OK?'),
      prompt('no, 8 hours at most, security wants that'),
      ...[edit('a.ts'), edit('b.ts'), edit('b.ts'), command('npm test', false), command('npm test', true)],
    ];
    expect(captureStatements(events, frame).at(-1)).toMatchObject({
      kind: 'session_summary',
      content:
        'Session on ENG-1 Token cache: Make the token cache survive a restart. It loses everything now. Then look at the docs. Settled: Tokens: 8 hours at most, security wants that. Tests passed last. Outcome: accepted.',
      paths: ['b.ts', 'a.ts'],
    });
  });

  test('of long words is short', () => {
    const events = [
      prompt(`Please ${'rewrite the parser '.repeat(15)}`),
      prompt('Never commit directly to main.'),
      edit('a.ts'),
    ];
    const summary = captureStatements(events, { ...frame, title: '', outcome: null }).at(-1);
    expect(summary?.content).toBe(
      `Session: Please ${'rewrite the parser '.repeat(10).trim()}… Settled: Never commit directly to main.`,
    );
  });

  test('says once what the session was called and asked', () => {
    const events = [prompt('Round the invoice totals'), prompt('Never use floats for money.'), edit('a.ts')];
    const summary = captureStatements(events, { ...frame, title: 'Round the invoice totals', outcome: null }).at(-1);
    expect(summary?.content).toBe('Session: Round the invoice totals. Settled: Never use floats for money.');
  });

  test.each([
    [
      'a session that changed nothing',
      'ENG-1 Token cache',
      [prompt('look at the cache please'), command('npm test', true)],
    ],
    [
      'a session that settled nothing',
      'ENG-1 Token cache',
      [prompt('Make the token cache survive a restart'), edit('a.ts'), command('npm test', true)],
    ],
    [
      'a session of which only the files are known',
      'ENG-1',
      [prompt('go on'), edit('a.ts'), command('npm test', true)],
    ],
  ])('of %s is none', (_name, title, events) => {
    expect(captureStatements(events, { ...frame, title })).toEqual([]);
  });
});

test('of two statements that say the same the first stands', () => {
  const events = [prompt('Never commit directly to main.', 1), prompt('never commit directly to main!', 2)];
  expect(captureStatements(events).map(({ seq }) => seq)).toEqual([1]);
});
