import { expect, test } from 'vitest';
import { createYieldTurn } from './yield-turn.ts';

test('gives the event loop its turn once a millisecond has passed, and not before', async () => {
  let now = 0;
  const turns: number[] = [];
  const yieldTurn = createYieldTurn({ monotonic: () => now / 3 });
  for (now = 1; now <= 7; now += 1) {
    const turn = now;
    setImmediate(() => turns.push(turn));
    await yieldTurn();
    if (now === 2) expect(turns).toEqual([]);
    if (now === 3) expect(turns).toEqual([1, 2, 3]);
    if (now === 5) expect(turns).toEqual([1, 2, 3]);
  }
  expect(turns).toEqual([1, 2, 3, 4, 5, 6]);
});
