import { expect, test } from 'vitest';
import { connectionFailure, statementFailure } from './postgres-failure.ts';

const DRIVERS_WORDS = 'could not extend file "base/5/16398": No space left on device';

test.each([
  ['53100', 'disk-full'],
  ['58030', 'database-unavailable'],
  ['25006', 'database-unavailable'],
  ['40P01', 'database-unavailable'],
  ['55P03', 'database-unavailable'],
  ['57014', 'database-unavailable'],
  ['22021', 'invalid-input'],
  ['23505', 'database-failed'],
])('a refusal with the state %s is %s', (sqlstate, code) => {
  const error = statementFailure(Object.assign(new Error(DRIVERS_WORDS), { code: sqlstate }));
  expect(error).toMatchObject({ code, details: { sqlstate } });
  expect(error.message.includes(DRIVERS_WORDS)).toBe(code === 'database-failed');
  expect(typeof error.hint).toBe(code === 'database-failed' ? 'undefined' : 'string');
});

test.each<[string | undefined, string, string]>([
  ['3D000', 'database "inkling" does not exist', 'Create that database'],
  ['28P01', 'password authentication failed for user "inkling"', 'the role and the password'],
  ['28000', 'role "inkling" does not exist', 'the role and the password'],
  [undefined, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'the role and the password'],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1", user "inkling", no encryption', 'may want TLS'],
  [undefined, 'The server does not support SSL connections', 'sslmode'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'sslmode'],
  ['ERR_INVALID_URL', 'Invalid URL', 'percent-encoded'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'that the server runs'],
])('a connection that ends with %s, %s, has its own way out', (code, message, way) => {
  const error = connectionFailure(Object.assign(new Error(message), code === undefined ? {} : { code }));
  expect(error).toMatchObject({ code: 'database-unavailable', hint: expect.stringContaining(way) });
  expect(error.message.includes('cannot be reached')).toBe(code === 'ECONNREFUSED');
});
