import { expect, test } from 'vitest';
import { observationNotFound, sessionNotFound } from './errors.ts';

test('what is not there names a way out', () => {
  expect(observationNotFound('x')).toMatchObject({ code: 'observation-not-found', details: { id: 'x' } });
  expect(observationNotFound('x').hint).toContain('recall');
  expect(sessionNotFound('s')).toMatchObject({ code: 'session-not-found', details: { sessionId: 's' } });
  expect(sessionNotFound('s').hint).toContain('create');
});
