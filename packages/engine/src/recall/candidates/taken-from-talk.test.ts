import { expect, test } from 'vitest';
import type { Observation } from '../../memory/observations/observation.ts';
import { saysWhatChanged } from './taken-from-talk.ts';

const saying = (kind: string, content: string): Observation => ({ kind, content }) as unknown as Observation;

test.each([
  ['Exactly 7 attempts.', 'User: Amendment: exactly 9 attempts now.', true],
  ['Refunds over 500 need a second approval.', 'User: From now on only refunds over 1000 need approval.', true],
  // A word is in any talk.
  ['Use pnpm, never npm.', 'User: From now on never retry more than twice.', false],
  ['Run tests before each commit.', 'User: We changed our mind, run the job at night.', false],
  ['Do it once and for all.', 'User: unrelated', false],
])('that %j was said is changed by %j: %s', (statement, later, expected) => {
  expect(saysWhatChanged(saying('decision', statement), [saying('exchange', later)])).toBe(expected);
});

test('a summary is about all that its session settled', () => {
  expect(saysWhatChanged(saying('session_summary', 'Settled: pnpm.'), [saying('exchange', 'User: else')])).toBe(true);
  expect(saysWhatChanged(saying('session_summary', 'Settled: pnpm.'), [])).toBe(false);
});
