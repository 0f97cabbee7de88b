import { expect, test } from 'vitest';
import { echoes } from './echoes.ts';

const GIVEN = [
  'Never change SQL migrations without a migration note in docs/decisions and a second reviewer from team 6.',
  '- [k3f9] 2026-11-20 Always use zod instead of the older way in package number 2, since two teams depend on it.',
];

test.each([
  [GIVEN[0]!, true],
  ['Per the notes: a SQL migration change needs a migration note and a second reviewer from team 6.', true],
  [
    'Understood. According to earlier sessions, never change migrations, note and second reviewer team 6, so I will follow that.',
    true,
  ],
  ['Zod is what package number 2 must use rather than the older way, because two teams depend on it.', true],
  ['Package number 2 keeps io-ts until the end of March for its three oldest customers.', false],
  ['I changed the retry cap to seven attempts and ran the tests.', false],
  ['Migration 12 adds the index on org_id, the reviewer asked for a partial one.', false],
  ['a note', false],
])('"%s"', (line, expected) => {
  expect(echoes(line, GIVEN)).toBe(expected);
});

test('nothing was given, nothing is an echo', () => {
  expect(echoes(GIVEN[0]!, [])).toBe(false);
});

test('a list that grew is read again', () => {
  const lines = ['Package 2 keeps io-ts until the end of March.'];
  expect(echoes(GIVEN[0]!, lines)).toBe(false);
  lines.push(GIVEN[0]!);
  expect(echoes(GIVEN[0]!, lines)).toBe(true);
});
