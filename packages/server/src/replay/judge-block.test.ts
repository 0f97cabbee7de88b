import type { SessionMemoryBlock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { judgeBlock } from './judge-block.ts';
import { observationIdAt } from './replay-commit.ts';

const blockOf = (positions: readonly number[], changes: Partial<SessionMemoryBlock> = {}): SessionMemoryBlock => ({
  block: 'text',
  observationIds: positions.map((position) => observationIdAt(position, 1_700_000_000_000)),
  sessionSummaryIds: [],
  graphNodeIds: [],
  graphEdgeKeys: [],
  deniedTriplets: [],
  budgetTokens: 500,
  actualTokens: 123,
  queryText: '',
  rows: [],
  skipped: [],
  leftOut: [],
  degraded: null,
  outcome: 'ok',
  elapsedMs: 1,
  ...changes,
});

const truth = { touching: new Set([1, 2, 3]), relevant: new Set([3]) };

test.each([
  ['a relevant commit', [9, 3], { hit: true, relevantHit: true, lines: 2, linesOnTarget: 1 }],
  ['a commit that only shares a file', [2, 1], { hit: true, relevantHit: false, lines: 2, linesOnTarget: 2 }],
  ['others', [9], { hit: false, relevantHit: false, lines: 1, linesOnTarget: 0 }],
  ['nothing', [], { hit: false, relevantHit: false, lines: 0, linesOnTarget: 0 }],
])('a block holds %s', (_title, positions, expected) => {
  expect(judgeBlock(blockOf(positions), truth)).toEqual({
    ...expected,
    tokens: 123,
    budgetTokens: 500,
    answered: true,
  });
});

test('without a relevant commit there is nothing to hit', () => {
  expect(judgeBlock(blockOf([1]), { ...truth, relevant: new Set() }).relevantHit).toBeNull();
});

test.each([
  ['ok', true],
  ['no-match', true],
  ['nothing-fits', true],
  ['deadline-exceeded', false],
  ['failed', false],
] as const)('%s counts as answered: %s', (outcome, answered) => {
  expect(judgeBlock(blockOf([], { outcome }), truth).answered).toBe(answered);
});
