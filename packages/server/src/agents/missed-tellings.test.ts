import { InklingError } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../engine/test/manual-clock.ts';
import { createMissedTellings } from './missed-tellings.ts';

/** What is told of a telling by its text. */
interface Kind {
  readonly isLost: (telling: string) => boolean;
  readonly heardAtMs: (telling: string) => number;
  readonly bytes: number;
}

/** A service that notes what it was told, and can be away. */
function parts({ isLost = () => true, heardAtMs = () => 0, bytes = 1 }: Partial<Kind> = {}) {
  const told: string[] = [];
  const failures: unknown[] = [];
  const tried: string[] = [];
  const state = { isAway: false };
  const clock = createManualClock();
  const { tell, close } = createMissedTellings({
    async tell(telling: string) {
      tried.push(telling);
      if (state.isAway) throw new InklingError('database-unavailable', 'away');
      if (telling === 'wrong') throw new Error('wrong');
      told.push(telling);
      return telling;
    },
    keep: (telling) => (isLost(telling) ? { telling, heardAtMs: heardAtMs(telling), bytes } : null),
    clock,
    onError: (error) => failures.push(error),
  });
  const missed = async (sessionId: string, ...tellings: readonly string[]): Promise<void> => {
    state.isAway = true;
    for (const one of tellings) await expect(tell(sessionId, one)).rejects.toThrow('away');
    state.isAway = false;
  };
  return { tell, close, told, tried, failures, missed, state, clock };
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
  const { tell, told, failures, missed } = parts({ isLost: (telling) => telling !== 'known' });
  await missed('a', 'known', 'wrong', '1');
  await tell('a', '2');
  await expect(tell('a', 'wrong')).rejects.toThrow('wrong');
  await tell('a', '3');
  expect(told).toEqual(['1', '2', '3']);
  expect(failures).toEqual([new Error('wrong')]);
});

test('a session keeps what it missed first and last, and of too many sessions the oldest keeps nothing', async () => {
  const { tell, told, failures, missed } = parts();
  await missed('a', ...Array.from({ length: 40 }, (_, n) => String(n)));
  await tell('a', 'next');
  expect(told.splice(0)).toEqual([...Array.from({ length: 31 }, (_, n) => String(n)), '39', 'next']);
  expect(failures.splice(0)).toHaveLength(8);
  for (let session = 0; session <= 1000; session += 1) await missed(`s${session}`, 'missed');
  expect(failures).toEqual([expect.objectContaining({ message: 'Events that hooks told and that are given up: 1.' })]);
  await tell('s0', 'next');
  await tell('s1', 'next');
  expect(told).toEqual(['next', 'missed', 'next']);
});

test('what failed in another order is told in the order in which it was heard', async () => {
  const { tell, told, missed } = parts({ heardAtMs: Number });
  await missed('a', '3', '1', '2');
  await missed('a', '0');
  await tell('a', '4');
  expect(told).toEqual(['0', '1', '2', '3', '4']);
});

test('of what takes too much memory the oldest is given up, which is reported', async () => {
  const { tell, told, failures, missed } = parts({ heardAtMs: Number, bytes: 4_000_000 });
  await missed('a', '2', '3');
  await missed('b', '1', '5');
  expect(failures).toEqual([]);
  await missed('c', '6', '7');
  expect(failures).toHaveLength(2);
  for (const id of ['b', 'a', 'c']) await tell(id, `next of ${id}`);
  expect(told).toEqual(['5', 'next of b', '3', 'next of a', '6', '7', 'next of c']);
  await missed('d', ...['8', '9', '10', '11']);
  expect(failures).toHaveLength(2);
});

test('what nothing comes behind is tried until the database is there again', async () => {
  const { told, tried, failures, missed, state, clock } = parts();
  await missed('a', 'last');
  state.isAway = true;
  const afterMs = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
  for (const [at, ms] of afterMs.entries()) {
    await expect.poll(() => clock.scheduled).toEqual(afterMs.slice(0, at + 1));
    clock.advance(ms - 1);
    expect(tried).toHaveLength(at + 1);
    clock.advance(1);
    await expect.poll(() => tried).toHaveLength(at + 2);
  }
  state.isAway = false;
  await expect.poll(() => clock.scheduled).toHaveLength(8);
  clock.advance(30_000);
  await expect.poll(() => told).toEqual(['last']);
  clock.advance(30_000);
  expect(tried).toHaveLength(9);
  expect(failures).toEqual([]);
});

test('a daemon that ends tells once more, and reports what it gives up', async () => {
  const here = parts();
  await here.missed('a', '1', '2');
  await here.close();
  expect(here.told).toEqual(['1', '2']);
  expect(here.failures).toEqual([]);
  const gone = parts();
  await gone.missed('a', '1', '2');
  await gone.missed('b', '3');
  gone.state.isAway = true;
  await gone.close();
  expect(gone.tried.slice(3).toSorted()).toEqual(['1', '3']);
  expect(gone.failures).toEqual([
    expect.objectContaining({ message: 'Events that hooks told and that are given up: 3.' }),
  ]);
  await expect(gone.tell('a', '4')).rejects.toThrow('away');
  gone.clock.advance(60_000);
  expect(gone.tried).toHaveLength(6);
  expect(gone.failures).toHaveLength(2);
});

test('what a time limit ends again and again is given up, so that the session goes on', async () => {
  const clock = createManualClock();
  const [told, failures]: [string[], unknown[]] = [[], []];
  const { tell, close } = createMissedTellings({
    async tell(telling: string) {
      const details = { sqlstate: '57014' };
      if (telling === 'large') throw new InklingError('database-unavailable', 'out of time', { details });
      told.push(telling);
    },
    keep: (telling) => ({ telling, heardAtMs: clock.now(), bytes: 1 }),
    clock,
    onError: (error) => failures.push(error),
  });
  await expect(tell('a', 'large')).rejects.toThrow('out of time');
  await expect(tell('a', '1')).rejects.toThrow('out of time');
  expect([told, failures]).toEqual([[], []]);
  clock.advance(300_001);
  await tell('a', '2');
  expect([told, failures.length]).toEqual([['1', '2'], 1]);
  await close();
});
