import { InklingError } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { createMissedTellings } from './missed-tellings.ts';

/** A service that notes what it was told, and can be away. */
function parts(isLost: (telling: string) => boolean = () => true) {
  const told: string[] = [];
  const failures: unknown[] = [];
  const state = { isAway: false };
  const tell = createMissedTellings({
    async tell(telling: string) {
      if (state.isAway) throw new InklingError('database-unavailable', 'away');
      if (telling === 'wrong') throw new Error('wrong');
      told.push(telling);
      return telling;
    },
    isLost,
    onError: (error) => failures.push(error),
  });
  const missed = async (sessionId: string, ...tellings: readonly string[]): Promise<void> => {
    state.isAway = true;
    for (const one of tellings) await expect(tell(sessionId, one)).rejects.toThrow('away');
    state.isAway = false;
  };
  return { tell, told, failures, missed };
}

test('what was missed is told before what comes next in its session, in order and once', async () => {
  const { tell, told, missed } = parts();
  await missed('a', '1', '2');
  await missed('a', '3');
  expect([await tell('b', 'other'), await tell('a', '4'), await tell('a', '5')]).toEqual(['other', '4', '5']);
  expect(told).toEqual(['other', '1', '2', '3', '4', '5']);
});

test('what comes while it is told waits behind it', async () => {
  const { tell, told, missed } = parts();
  await missed('a', '1', '2');
  await Promise.all([tell('a', '3'), tell('a', '4')]);
  expect(told).toEqual(['1', '2', '3', '4']);
});

test('what is not lost, and what fails for another reason, is not told again', async () => {
  const { tell, told, failures, missed } = parts((telling) => telling !== 'known');
  await missed('a', 'known', 'wrong', '1');
  await tell('a', '2');
  await expect(tell('a', 'wrong')).rejects.toThrow('wrong');
  await tell('a', '3');
  expect(told).toEqual(['1', '2', '3']);
  expect(failures).toEqual([new Error('wrong')]);
});

test('a session keeps what it missed first, and of too many sessions the oldest keeps nothing', async () => {
  const { tell, told, missed } = parts();
  await missed('a', ...Array.from({ length: 40 }, (_, n) => String(n)));
  await tell('a', 'next');
  expect(told.splice(0)).toEqual([...Array.from({ length: 32 }, (_, n) => String(n)), 'next']);
  for (let session = 0; session <= 1000; session += 1) await missed(`s${session}`, 'missed');
  await tell('s0', 'next');
  await tell('s1', 'next');
  expect(told).toEqual(['next', 'missed', 'next']);
});
