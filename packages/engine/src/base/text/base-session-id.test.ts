import { expect, test } from 'vitest';
import { baseSessionId, resumedFrom } from './base-session-id.ts';

test('the id of a session that goes on leads back to where it began', () => {
  expect(baseSessionId('s')).toBe('s');
  expect(baseSessionId('s~12')).toBe('s');
  expect(baseSessionId('s~old')).toBe('s~old');
});

test('the sessions before it are named, the latest first, and not all of many', () => {
  expect(resumedFrom('s')).toEqual([]);
  expect(resumedFrom('s~0')).toEqual([]);
  expect(resumedFrom('s~2')).toEqual(['s']);
  expect(resumedFrom('s~3')).toEqual(['s~2', 's']);
  expect(resumedFrom('s~9')).toEqual(['s~8', 's~7', 's~6', 's~5', 's~4']);
});
