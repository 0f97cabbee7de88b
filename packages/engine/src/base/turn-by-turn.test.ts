import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurnByTurn } from './turn-by-turn.ts';

test('of a bunch one is handled at once and the others a turn each, in their order, with the timers in between', async () => {
  const told: string[] = [];
  const turns = createTurnByTurn<number>((item) => told.push(`${item}`));
  for (const item of [1, 2, 3]) {
    setImmediate(() => told.push(`turn ${item}`));
    turns.add(item);
  }
  expect(told).toEqual(['1']);
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(told).toEqual(['1', 'turn 1', '2', 'turn 2', 'turn 3', '3']);
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
