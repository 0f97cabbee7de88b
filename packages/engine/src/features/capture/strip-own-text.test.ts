import { expect, test } from 'vitest';
import { stripOwnText } from './strip-own-text.ts';

test.each(['<context>', '<context ', '<instructions> '])('a text of %j alone costs no more than its length', (tag) => {
  const started = performance.now();
  expect(stripOwnText(tag.repeat(20_000))).toContain(tag.trim());
  expect(performance.now() - started).toBeLessThan(2_000);
});
