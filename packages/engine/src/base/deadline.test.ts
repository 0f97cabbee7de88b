import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from './deadline.ts';

const hangs = () => new Promise<never>(() => undefined);

describe('createDeadline', () => {
  test('its signal aborts with it', () => {
    const clock = createManualClock();
    const { signal } = createDeadline(clock, 10);
    clock.advance(9);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.aborted).toBe(true);
  });

  test('any number of parts may listen to its signal: Node does not warn of a leak', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): number => warnings.push(warning);
    process.on('warning', note);
    const { signal } = createDeadline(createManualClock(), 10);
    for (let part = 0; part < 20; part += 1) signal.addEventListener('abort', () => part);
    // A warning is told in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('it ends with its parent, also with one that had aborted before', () => {
    const clock = createManualClock();
    const parent = new AbortController();
    const deadline = createDeadline(clock, 10, parent.signal);
    let ends = 0;
    deadline.signal.addEventListener('abort', () => (ends += 1));
    parent.abort();
    expect([ends, deadline.expired(), deadline.signal.aborted]).toEqual([1, true, true]);
    clock.advance(10);
    expect(ends).toBe(1);
    const late = createDeadline(clock, 10, parent.signal);
    expect([late.expired(), late.signal.aborted]).toEqual([true, true]);
  });

  test('nothing ends it once it is cleared', () => {
    const clock = createManualClock();
    const parent = new AbortController();
    const deadline = createDeadline(clock, 10, parent.signal);
    deadline.clear();
    clock.advance(5);
    parent.abort();
    expect([deadline.expired(), deadline.signal.aborted]).toEqual([false, false]);
  });
});

describe('withinDeadline', () => {
  test('what is late, or fails because it was ended, is not heard of', async () => {
    const clock = createManualClock();
    const deadline = createDeadline(clock, 10);
    const hung = withinDeadline(deadline, hangs);
    const ended = withinDeadline(
      deadline,
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    clock.advance(10);
    expect(await Promise.all([hung, ended])).toEqual([DEADLINE_EXCEEDED, DEADLINE_EXCEEDED]);
    expect(await withinDeadline(deadline, () => Promise.reject(new Error('not asked')))).toBe(DEADLINE_EXCEEDED);
  });

  test('a result that comes when the time is over is late, although no timer told', async () => {
    const clock = { ...createManualClock(), schedule: () => () => undefined };
    const deadline = createDeadline(clock, 10);
    async function work(): Promise<string> {
      clock.advance(10);
      return 'late';
    }
    expect(await withinDeadline(deadline, work)).toBe(DEADLINE_EXCEEDED);
  });

  test('a result and a failure in time are handed on, and nothing listens any more', async () => {
    const deadline = createDeadline(createManualClock(), 10);
    expect(await withinDeadline(deadline, () => Promise.resolve('found'))).toBe('found');
    await expect(withinDeadline(deadline, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(getEventListeners(deadline.signal, 'abort')).toEqual([]);
  });
});
