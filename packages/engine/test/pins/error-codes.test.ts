import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/base/errors.ts';

// Programs switch on codes: a new one is an addition, a missing or renamed one breaks them.
test('error codes, each with a sentence', () => {
  expect(Object.keys(ERROR_CODES).toSorted()).toEqual([
    'activity-too-large',
    'closed',
    'config-conflict',
    'daemon-unavailable',
    'data-directory-busy',
    'data-directory-invalid',
    'database-failed',
    'database-role-missing',
    'database-unavailable',
    'deadline-exceeded',
    'dependency-missing',
    'embedder-answer-invalid',
    'embedder-refused',
    'embedder-unavailable',
    'extractor-answer-invalid',
    'extractor-refused',
    'extractor-unavailable',
    'forbidden',
    'import-source-invalid',
    'index-too-large',
    'inject-queue-full',
    'inspector-code-refused',
    'invalid-input',
    'migration-edited',
    'migration-failed',
    'migration-newer',
    'migration-required',
    'observation-empty',
    'observation-not-found',
    'observation-superseded',
    'observation-too-large',
    'policy-invalid',
    'rate-limited',
    'request-too-large',
    'route-not-found',
    'search-worker-failed',
    'session-not-found',
    'session-transition-refused',
    'snapshot-failed',
    'unauthorized',
  ]);
  expect(Object.values(ERROR_CODES).filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
});
