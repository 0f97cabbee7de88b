import { expect, test } from 'vitest';
import { addsNothing } from './adds-nothing.ts';

const KNOWN = 'Always use pnpm instead of npm for installing packages in every workspace of this repository.';

test.each([
  ['the same', KNOWN],
  ['its beginning', 'Always use pnpm instead of npm for installing packages'],
  ['other signs and letters', 'always use `pnpm` instead of NPM, for installing packages in every workspace'],
  ['a word before it', `No, from now on: ${KNOWN}`],
  ['cut within a word', 'Always use pnpm instead of npm for installing packages in every works'],
])('%s adds nothing', (_name, text) => {
  expect(addsNothing(text, KNOWN)).toBe(true);
});

test.each([
  ['the opposite', 'Never use pnpm instead of npm for installing packages in every workspace of this repository.'],
  [
    'the other way round',
    'Always use npm instead of pnpm for installing packages in every workspace of this repository.',
  ],
  ['a number more', 'Always use pnpm 9 instead of npm for installing packages in every workspace of this repository.'],
  ['a word for another', 'Always use pnpm instead of npm for installing packages in every folder of this repository.'],
  [
    'a last word for another',
    'Always use pnpm instead of npm for installing packages in every workspace of this project.',
  ],
  ['a last word for its beginning', 'Always use pnpm instead of npm for installing packages in every workspaces'],
  ['something of its own', 'Always use pnpm, and pin its version in the packageManager field.'],
  ['two words', 'use pnpm'],
])('%s adds something', (_name, text) => {
  expect(addsNothing(text, KNOWN)).toBe(false);
});

test('a number is no part of another', () => {
  expect(addsNothing('Table number 2 holds the orders', 'Table number 12 holds the orders')).toBe(false);
  expect(addsNothing('7 retries are the cap', '17 retries are the cap')).toBe(false);
  expect(addsNothing('The cap of retries is 1', 'The cap of retries is 10')).toBe(false);
});

test('what stands behind a not is another statement, and so is what begins with one', () => {
  expect(addsNothing('No migrations are edited by hand.', 'Migrations are edited by hand.')).toBe(false);
  expect(addsNothing('use moment for dates in templates', 'Never use moment for dates in templates.')).toBe(false);
});
