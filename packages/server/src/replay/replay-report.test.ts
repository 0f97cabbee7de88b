import { expect, test } from 'vitest';
import { concludeReplay, type ReplayFindings } from './replay-report.ts';
import type { ReplayMethod, ReplaySurface } from './run-replay.ts';

const row = (
  surface: ReplaySurface,
  method: ReplayMethod,
  blameHitRate: number,
  tokens: number = 100,
): ReplayFindings['figures'][number] => ({
  surface,
  method,
  tasks: 120,
  blameHitRate,
  blameHitInterval: [0, 1],
  sameFileRate: 1,
  spokenShare: 1,
  lines: 3,
  linesBehindShare: 0.1,
  tokens,
  unanswered: 0,
});

const best = { budgetTokens: 400, minRelevance: 0.1, hitRate: 0.457, tokens: 372, linesBehindShare: 0.1 };

const report: ReplayFindings = {
  settings: { workType: 'unknown', budgetTokens: 500, minRelevance: 0.25 },
  figures: [
    row('start', 'inkling', 0.408, 240.2),
    row('start', 'full-text', 0.3, 466),
    row('start', 'latest', 0.058),
    row('tool-call', 'inkling', 0.44, 89.9),
    row('tool-call', 'full-text', 0.2),
    row('tool-call', 'latest', 0.29, 40),
  ],
  toolCalls: {
    edits: 3,
    reads: 3,
    blockShare: 0.31,
    editBlockShare: 0.5,
    readBlockShare: 0.1,
    tokensPerBlock: 87.6,
    repeatedShare: 0.12,
  },
  suggestion: null,
};

test('what was found, beside the others, and what to do next', () => {
  expect(concludeReplay(report)).toEqual([
    'On this history the start block names a commit behind the changed lines of 120 tasks in 41 % with 240 tokens (ten latest commits: 6 % with 100 tokens; full text: 30 % with 466 tokens).',
    'The block of the first edit does in 44 % with 90 tokens (git log -n 3: 29 % with 40 tokens; full text: 20 % with 100 tokens).',
    "31 % of tool calls get a block, of 88 tokens; 12 % of a file's later blocks repeat an earlier one.",
    'Try --suggest for the budget and the relevance floor that would have served best.',
  ]);
});

test('with a suggestion, how to apply it; where nothing is better, that', () => {
  const suggestion = { settings: [], best, standardError: 0.04, halves: null, apply: 'inkling block …' };
  expect(concludeReplay({ ...report, suggestion }).at(-1)).toBe(
    '400 tokens from 0.1 would have served best, with 46 %: inkling block …',
  );
  const settings = { ...report.settings, budgetTokens: 400, minRelevance: 0.1 };
  expect(concludeReplay({ ...report, settings, suggestion }).at(-1)).toBe(
    'No other budget and floor would have served better.',
  );
});

test('what was not measured is not told', () => {
  const figures = report.figures.filter(({ surface }) => surface === 'start');
  const toolCalls = { ...report.toolCalls, repeatedShare: null };
  expect(concludeReplay({ ...report, figures })).toHaveLength(2);
  expect(concludeReplay({ ...report, toolCalls }).join(' ')).toContain('of 88 tokens. Try');
});
