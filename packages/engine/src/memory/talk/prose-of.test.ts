import { expect, test } from 'vitest';
import { proseOf } from './prose-of.ts';

test('code, diffs, logs and tables are not said', () => {
  const message = [
    'I capped it at 7.',
    '```ts',
    'const MAX = 7;',
    '```',
    'diff --git a/x b/x',
    '+++ b/x',
    '2026-04-01 10:00:00 INFO started',
    '| a | b |',
    'const retries = {',
    '5 passed in 0.23s',
    'Nothing else changed.',
  ].join('\n');
  expect(proseOf(message)).toBe('I capped it at 7.\nNothing else changed.');
});

test('of a pasted failure the lines that tell why stay', () => {
  const message =
    'deploy fails:\n```\nbuilding…\nError: unknown key "routes" in wrangler.toml\n    at load (x.js:1:1)\n```\nany idea?';
  expect(proseOf(message)).toBe('deploy fails:\nany idea?\nError: unknown key "routes" in wrangler.toml');
});

test('marks of lists and headings go, the words stay', () => {
  expect(proseOf('## Plan\n- keep the id\n1. sort by tier')).toBe('Plan\nkeep the id\nsort by tier');
});

test('a fence that is never closed hides the rest', () => {
  expect(proseOf('see\n```\nsecret()')).toBe('see');
});

test('nothing said is nothing', () => {
  expect(proseOf('')).toBe('');
  expect(proseOf('```\nx\n```')).toBe('');
});
