import { expect, test } from 'vitest';
import { createRunningCalls } from './running-calls.ts';

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

test('the end of a call waits for the answer to its beginning, and finds none when there was none', async () => {
  const calls = createRunningCalls();
  const told: string[] = [];
  const { promise, resolve } = withResolvers();
  calls.begin('one', promise);
  const end = calls.begun('one').then(() => told.push('end'));
  await calls.begun('two');
  expect(told).toEqual([]);
  resolve();
  await end;
  expect(told).toEqual(['end']);
});

test('a call whose end never comes leaves nothing behind, also when its beginning failed', async () => {
  const calls = createRunningCalls();
  for (let call = 0; call < 1_000; call += 1) calls.begin(`${call}`, Promise.resolve());
  calls.begin('failed', Promise.reject(new Error('no daemon')));
  expect(calls.size).toBe(1_001);
  await calls.begun('failed');
  expect(calls.size).toBe(0);
});

test('an id that comes again is waited for as the newer call', async () => {
  const calls = createRunningCalls();
  const [first, second] = [withResolvers(), withResolvers()];
  calls.begin('same', first.promise);
  calls.begin('same', second.promise);
  first.resolve();
  await first.promise;
  await Promise.resolve();
  expect(calls.size).toBe(1);
  second.resolve();
  await calls.begun('same');
  expect(calls.size).toBe(0);
});
