import { expect, test } from 'vitest';
import { createRequestQueue } from './pglite-protocol.ts';

const isUrgent = (name: string): boolean => name.startsWith('!');

function takeAll(names: readonly string[]): string[] {
  const queue = createRequestQueue(isUrgent);
  names.forEach((name) => queue.add(name));
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next);
  return taken;
}

test('urgent requests come first, each kind in the order of arrival', () => {
  expect(takeAll(['a', '!1', 'b', '!2'])).toEqual(['!1', '!2', 'a', 'b']);
});

test('after 16 urgent ones in a row one of the others runs', () => {
  const urgent = Array.from({ length: 40 }, (_, at) => `!${at}`);
  const taken = takeAll(['a', 'b', ...urgent]);
  expect(taken).toHaveLength(42);
  expect([taken[16], taken[33]]).toEqual(['a', 'b']);
});

test('an empty queue has nothing, and what comes later is taken', () => {
  const queue = createRequestQueue(isUrgent);
  expect(queue.take()).toBeUndefined();
  for (const name of ['a', '!1']) {
    expect(queue.isEmpty()).toBe(true);
    queue.add(name);
    expect(queue.isEmpty()).toBe(false);
    expect(queue.take()).toBe(name);
  }
});
