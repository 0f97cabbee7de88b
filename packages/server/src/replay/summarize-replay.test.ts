import { expect, test } from 'vitest';
import type { TaskOutcome, TaskVerdict } from './run-replay.ts';
import { summarizeReplay, summarizeToolCalls } from './summarize-replay.ts';
import type { ToolCallAnswer } from './tool-calls.ts';

const verdict = (changes: Partial<TaskVerdict>): TaskVerdict => ({
  surface: 'start',
  method: 'inkling',
  hit: false,
  sameFile: false,
  lines: 0,
  linesBehind: 0,
  tokens: 0,
  answered: true,
  ...changes,
});

const outcome = (verdicts: readonly TaskVerdict[], calls: readonly ToolCallAnswer[] = []): TaskOutcome => ({
  verdicts,
  startBlock: '',
  calls,
  swept: [],
});

const call = (tool: ToolCallAnswer['tool'], path: string, named: number[], tokens: number = 0): ToolCallAnswer => ({
  tool,
  path,
  named,
  tokens,
  answered: true,
  block: '',
});

test('rates are over all tasks, the share of lines over all lines', () => {
  const [figures, ...others] = summarizeReplay([
    outcome([verdict({ hit: true, sameFile: true, lines: 8, linesBehind: 1, tokens: 400 })]),
    outcome([verdict({ sameFile: true, lines: 2, tokens: 200 })]),
    outcome([verdict({})]),
    outcome([verdict({ answered: false })]),
  ]);
  expect(others).toEqual([]);
  expect(figures).toMatchObject({
    surface: 'start',
    method: 'inkling',
    tasks: 4,
    blameHitRate: 0.25,
    sameFileRate: 0.5,
    spokenShare: 0.5,
    lines: 2.5,
    linesBehindShare: 0.1,
    tokens: 150,
    unanswered: 1,
  });
  expect(figures?.blameHitInterval[0]).toBeCloseTo(0.046, 3);
});

test('what was not asked has no row; the others come in one order', () => {
  const rows = summarizeReplay([
    outcome([verdict({ surface: 'tool-call', method: 'latest' }), verdict({ method: 'full-text' })]),
    outcome([verdict({ surface: 'tool-call' }), verdict({})]),
  ]);
  expect(rows.map(({ surface, method }) => `${surface} ${method}`)).toEqual([
    'start inkling',
    'start full-text',
    'tool-call inkling',
    'tool-call latest',
  ]);
});

test('of tool calls: which get a block, what one costs, how often a file gets the same one again', () => {
  const figures = summarizeToolCalls([
    outcome([], [call('Edit', 'a', [1, 2], 100), call('Read', 'b', [])]),
    outcome([], [call('Edit', 'a', [2, 1], 80), call('Read', 'b', [3], 30)]),
    outcome([], [call('Edit', 'a', [1], 60), call('Read', 'c', [])]),
    outcome([], [call('Edit', 'a', []), call('Read', 'b', [4], 30)]),
  ]);
  // The file a got three and b two, so three are later ones, and one of them is a repetition.
  expect(figures).toEqual({
    edits: 4,
    reads: 4,
    blockShare: 5 / 8,
    editBlockShare: 3 / 4,
    readBlockShare: 2 / 4,
    tokensPerBlock: 60,
    repeatedShare: 1 / 3,
  });
});

test('where no file got two blocks, nobody knows whether they repeat', () => {
  const figures = summarizeToolCalls([outcome([], [call('Edit', 'a', [1])]), outcome([], [call('Edit', 'a', [])])]);
  expect(figures).toMatchObject({ repeatedShare: null, reads: 0, readBlockShare: 0 });
});
