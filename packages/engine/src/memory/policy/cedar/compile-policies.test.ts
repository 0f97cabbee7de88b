import { expect, test } from 'vitest';
import { createAttempts } from './compile-policies.ts';

test('a trap is told once, ends the attempts of its turn, and the next turn tries again', async () => {
  const errors: unknown[] = [];
  const attempt = createAttempts((error) => errors.push(error));
  let calls = 0;
  const work = (): string => {
    calls += 1;
    if (calls === 1) throw new RangeError('unreachable');
    return 'decided';
  };
  expect([attempt(work), attempt(work), calls]).toEqual([null, null, 1]);
  expect(errors).toHaveLength(1);
  await Promise.resolve();
  expect(attempt(work)).toBe('decided');
});
