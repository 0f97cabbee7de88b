import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurnByTurn } from './listen-to-worker.ts';

test('of a bunch one is handled at once and the others a turn each, in their order, with the timers in between', async () => {
  const told: string[] = [];
  const turns = createTurnByTurn<number>((item) => told.push(`${item}`));
  const endTurn = (): void => {
    told.push('end of turn');
    if (told.length < 8) setImmediate(endTurn);
  };
  for (const item of [1, 2, 3]) turns.add(item);
  setImmediate(endTurn);
  expect(told).toEqual(['1']);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(told.slice(0, 6)).toEqual(['1', 'end of turn', '2', 'end of turn', '3', 'end of turn']);
  turns.add(4);
  expect(told.at(-1)).toBe('4');
});

test('what waits when the thread ends is handled before that is told, and not again', async () => {
  const told: number[] = [];
  const turns = createTurnByTurn<number>((item) => told.push(item));
  for (const item of [1, 2, 3]) turns.add(item);
  turns.finish();
  expect(told).toEqual([1, 2, 3]);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(told).toEqual([1, 2, 3]);
});
