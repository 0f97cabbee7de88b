import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withOutsideFailures } from './with-outside-failures.mjs';

const listeners = () => process.listeners('uncaughtException');

test('what is thrown outside every call rejects, and who listened before listens again', async () => {
  const before = listeners();
  const never = withOutsideFailures(() => {
    setImmediate(() => {
      throw new Error('write EPIPE');
    });
    return new Promise(() => undefined);
  });
  await expect(never).rejects.toThrow('write EPIPE');
  expect(listeners()).toEqual(before);
});

test('without such a failure it is the work that answers or rejects', async () => {
  const before = listeners();
  expect(await withOutsideFailures(() => nextTurn('found'))).toBe('found');
  await expect(withOutsideFailures(() => Promise.reject(new Error('no index')))).rejects.toThrow('no index');
  expect(listeners()).toEqual(before);
});
