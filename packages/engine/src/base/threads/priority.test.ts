import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createPriority } from './priority.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function deferred() {
  let resolve!: (value: string) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<string>((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}

function fixture() {
  const clock = createManualClock();
  const way = createPriority(clock);
  const gone: string[] = [];
  const hold = () => {
    const { promise, resolve, reject } = deferred();
    return { ended: way.hold(() => promise), resolve, reject };
  };
  const wait = (name: string) => void way.wait(100).then(() => gone.push(name));
  return { clock, way, gone, hold, wait };
}

test('long work goes at once when the way is free', async () => {
  const { gone, wait, clock } = fixture();
  wait('import');
  await settled();
  expect(gone).toEqual(['import']);
  expect(clock.scheduled).toEqual([]);
});

test('it waits until the last who holds the way has ended, also by failing', async () => {
  const { gone, hold, wait } = fixture();
  const [first, second] = [hold(), hold()];
  wait('import');
  first.resolve('found');
  expect(await first.ended).toBe('found');
  expect(gone).toEqual([]);
  second.reject(new Error('lost'));
  await expect(second.ended).rejects.toThrow('lost');
  await settled();
  expect(gone).toEqual(['import']);
});

test('it waits no longer than it said, while the way stays busy', async () => {
  const { clock, gone, hold, wait } = fixture();
  const { resolve, ended } = hold();
  wait('import');
  clock.advance(99);
  await settled();
  expect(gone).toEqual([]);
  clock.advance(1);
  await settled();
  expect(gone).toEqual(['import']);
  resolve('late');
  await ended;
});
