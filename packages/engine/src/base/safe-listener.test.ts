import { expect, test } from 'vitest';
import { safeListener } from './safe-listener.ts';

test('the listener hears the error; what it throws goes no further', () => {
  const heard: unknown[] = [];
  const listen = safeListener((error) => {
    heard.push(error);
    throw new Error('the listener is broken');
  });
  listen('first');
  expect(heard).toEqual(['first']);
});

test('without a listener nothing happens', () => {
  expect(safeListener()('unheard')).toBeUndefined();
});
