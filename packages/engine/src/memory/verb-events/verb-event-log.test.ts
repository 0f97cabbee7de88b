import { expect, test } from 'vitest';
import type { Clock } from '../../base/clock.ts';
import { createVerbEventLog } from './verb-event-log.ts';
import type { VerbEventRecord } from './verb-event.ts';

const event = (tool: string): VerbEventRecord => ({
  ...{ sessionId: 's', projectId: null, tool, phase: 'post-verb', path: null, outcome: 'no-match', reason: null },
  ...{ elapsedMs: 1, lagMs: 0, actualTokens: 0, observationIds: [], degraded: null, endedAt: 0 },
});

/** What was written, and the timers that were set. */
function logged(write: (orgId: string) => Promise<void> = () => Promise.resolve()) {
  const written: [string, string[]][] = [];
  const timers: (() => void)[] = [];
  const errors: unknown[] = [];
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    schedule: (callback) => {
      timers.push(callback);
      return () => undefined;
    },
  };
  const log = createVerbEventLog({
    clock,
    onError: (error) => errors.push(error),
    async write(orgId, events) {
      await write(orgId);
      written.push([orgId, events.map(({ tool }) => tool)]);
    },
  });
  return { log, written, timers, errors };
}

test('events of a second are written together, by organisation, with one timer', async () => {
  const { log, written, timers } = logged();
  log.add('a', event('Edit'));
  log.add('b', event('Read'));
  log.add('a', event('Bash'));
  expect([written, timers.length]).toEqual([[], 1]);
  timers[0]?.();
  await log.flush();
  expect(written).toEqual([
    ['a', ['Edit', 'Bash']],
    ['b', ['Read']],
  ]);
  log.add('a', event('Edit'));
  expect(timers).toHaveLength(2);
});

test('a write that fails is told, and the others are written all the same', async () => {
  const { log, written, errors } = logged((orgId) =>
    orgId === 'a' ? Promise.reject(new Error('down')) : Promise.resolve(),
  );
  log.add('a', event('Edit'));
  log.add('b', event('Read'));
  await log.flush();
  expect([written, errors]).toEqual([[['b', ['Read']]], [new Error('down')]]);
});

test('more than 4000 waiting events are dropped, and a closed log takes none', async () => {
  const { log, written } = logged();
  for (let n = 0; n < 4001; n += 1) log.add('a', event('Edit'));
  await log.close();
  log.add('a', event('Edit'));
  await log.flush();
  expect(written.map(([, tools]) => tools.length)).toEqual([4000]);
});
