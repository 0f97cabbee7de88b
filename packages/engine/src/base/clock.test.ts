import { describe, expect, test } from 'vitest';
import { createRisingClock } from './clock.ts';

const TODAY = 1_795_459_200_000;

describe('a rising clock', () => {
  function clockThatReads(...readings: number[]): number[] {
    let next = 0;
    const clock = createRisingClock(() => TODAY + readings[next++]!);
    return readings.map(() => Math.floor((clock() - TODAY) * 1000));
  }

  test.each([
    ['goes with the one it reads', [0, 1, 7], [0, 1000, 7000]],
    ['gives each question of one millisecond a microsecond of its own', [0, 0, 0, 1, 1], [0, 1, 2, 1000, 1001]],
    ['follows one that is set back', [5, 5, 4, 4, 0], [5000, 5001, 4000, 4001, 0]],
  ])('%s', (_name, readings, microseconds) => {
    expect(clockThatReads(...readings)).toEqual(microseconds);
  });

  test('goes on from its own last answer when a millisecond has more questions than microseconds', () => {
    const answers = clockThatReads(...Array.from({ length: 1500 }, () => 0), 1, 1, 2);
    expect(answers).toEqual([...Array.from({ length: 1502 }, (_, index) => index), 2000]);
  });
});
