import type { RecalledObservation, RecallResult } from '@inkling/engine';
import type { LeftOut } from '@inkling/engine/types';
import { expect, test } from 'vitest';
import { describeRecallEnd, describeRow } from './recall.ts';

const question = { query: 'please fix this', projectId: 'p', minRelevance: 0.25, explain: true };
const result = (changes: Partial<RecallResult> = {}): RecallResult => ({
  outcome: 'ok',
  rows: [],
  leftOut: [],
  degraded: null,
  semantic: null,
  elapsedMs: 1,
  ...changes,
});
const left = (reason: LeftOut['reason'], relevance: number, policy?: string | null): LeftOut => ({
  id: '0197c0de-1111-7222-8333-944455566677',
  reason,
  relevance,
  ...(policy === undefined ? {} : { decision: { allowed: false, policy, reason: 'r' } }),
});

test('nothing there is told apart from nothing shown', () => {
  expect(describeRecallEnd(result(), question)).toBe('Nothing relevant is remembered in p (1.0 ms)');
  expect(describeRecallEnd(result({ leftOut: [left('denied', 0.9, 'default.clearance')] }), question)).toBe(
    'Everything that was found was left out in p (1.0 ms); left out: 1 denied by policy (default.clearance)',
  );
});

test('each reason has its number; a policy is named once, and the best of what was too weak', () => {
  const leftOut = [
    left('below-relevance', 0.1),
    left('near-duplicate', 0.9),
    left('denied', 0.9, 'own'),
    left('denied', 0.8, 'own'),
    left('denied', 0.8, null),
    left('below-relevance', 0.24),
    left('not-recallable', 0.3),
  ];
  expect(describeRecallEnd(result({ leftOut, rows: [{} as never] }), question)).toBe(
    '1 found in p (1.0 ms); left out: 3 denied by policy (own, no policy permits it), ' +
      '2 below the relevance of 0.25 (the best has 0.24), 1 nearly the same as another, 1 not recallable any more',
  );
});

test('who did not ask for reasons is told how to', () => {
  expect(describeRecallEnd(result(), { ...question, explain: false })).toContain('; --explain says');
});

test('a question that holds nothing is told so', () => {
  expect(describeRecallEnd(result({ namesNothing: true }), question)).toBe(
    '"please fix this" names nothing to look for.',
  );
});

test('no answer in time is neither', () => {
  expect(describeRecallEnd(result({ outcome: 'deadline-exceeded' }), question)).toBe(
    'No answer within the deadline (1.0 ms).',
  );
});

test('a talk is listed by what was settled in it', () => {
  const observation = {
    id: 'x1',
    kind: 'exchange',
    createdAt: '2026-04-01T09:00:00.000Z',
    content: 'Agent: I would drop.',
    metadata: {},
  };
  const lines = [{ exchangeId: 'x1', place: 0, voice: 'user', text: 'Merge gaps first.', worth: 4 }];
  const talk = {
    title: 'Alert storm',
    replaces: '2026-03-01T09:00:00.000Z',
    revisits: null,
    exchangeIds: ['x1'],
    lines,
  };
  const row = { observation, relevance: 0.5, weightedRank: 3, score: 1, talk } as unknown as RecalledObservation;
  expect(describeRow(row, 0).split('\n')).toEqual([
    '1. 0.50  exchange  2026-04-01  [x1]',
    '   talk about "Alert storm" (replaces what was settled on 2026-03-01):',
    '     - user: Merge gaps first.',
  ]);
});

test('a commit that was taken back says by which one', () => {
  const metadata = { revertedBy: 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334' };
  const observation = { id: 'x1', kind: 'commit', createdAt: '2026-04-01T09:00:00.000Z', content: 'Wait', metadata };
  const row = { observation, relevance: 0.5 } as unknown as RecalledObservation;
  expect(describeRow(row, 0)).toBe('1. 0.50  commit  2026-04-01  [x1]  (reverted by a1b2c3d4)\n   Wait');
});
