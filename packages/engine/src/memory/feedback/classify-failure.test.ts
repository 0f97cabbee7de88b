import { expect, test } from 'vitest';
import { classifyFailure } from './classify-failure.ts';

const error = (message: string) => ({ type: 'error', body: { message }, occurredAt: 0 });

test.each([
  ['2 tests failed in auth.test.ts', 'test-failure'],
  ['AssertionError: expected 1 to equal 2', 'test-failure'],
  ['oxlint: 3 errors', 'style'],
  ['the formatting check does not pass', 'style'],
  ['login used to work, now tests fail', 'regression'],
  ['the change broke existing behaviour', 'regression'],
  ['ran out of context window', 'incomplete'],
  ['the migration is missing', 'incomplete'],
  ['wrong approach: the cache should be per request', 'wrong-approach'],
  ['reverted, not what was asked', 'wrong-approach'],
  ['npm: command not found', 'environment'],
  ['ECONNREFUSED 127.0.0.1:5432, so 12 tests failed', 'environment'],
  ['no space left on device', 'environment'],
])('%j is %s', (reason, failureClass) => {
  expect(classifyFailure(reason, [])).toMatchObject({ failureClass });
  expect(classifyFailure(null, [error(reason)])).toMatchObject({ failureClass });
});

test('the reason of the end decides before the events, and the last event before the first', () => {
  const events = [error('eslint: 2 errors'), error('3 failed')];
  expect(classifyFailure(null, events)).toEqual({ failureClass: 'test-failure', evidence: '3 failed' });
  expect(classifyFailure('no space left', events)).toEqual({ failureClass: 'environment', evidence: 'no space left' });
  expect(classifyFailure('it did not go well', events).failureClass).toBe('test-failure');
});

test('a session that tells nothing is incomplete', () => {
  expect(classifyFailure(null, [])).toEqual({ failureClass: 'incomplete', evidence: '' });
  const thought = { type: 'thought', body: { text: 'tests failed' }, occurredAt: 0 };
  expect(classifyFailure('', [thought])).toEqual({ failureClass: 'incomplete', evidence: '' });
});
