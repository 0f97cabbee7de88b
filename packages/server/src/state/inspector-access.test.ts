import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '@inkling/engine';
import { createInspectorAccess, isInspectorCode, type InspectorAccess } from './inspector-access.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let now: number;
let access: InspectorAccess;
beforeEach(() => {
  now = Date.UTC(2026, 10, 22);
  access = createInspectorAccess('token', { ...systemClock, now: () => now });
});

const refusal = (reason: string): object => ({ code: 'inspector-code-refused', details: { reason } });

test('a code lets one in once', () => {
  const { secret } = access.issueCode('acme');
  expect(isInspectorCode(secret)).toBe(true);
  expect(access.redeemCode(secret)).toBe('acme');
  expect(() => access.redeemCode(secret)).toThrow(expect.objectContaining(refusal('used')));
});

test('a code lives ten minutes', () => {
  const [first, second] = [access.issueCode('acme'), access.issueCode('acme')];
  expect(first.expiresAt).toBe('2026-11-22T00:10:00.000Z');
  now += 10 * MINUTE_MS - 1;
  expect(access.redeemCode(first.secret)).toBe('acme');
  now += 1;
  expect(() => access.redeemCode(second.secret)).toThrow(expect.objectContaining(refusal('expired')));
});

test('a code of nobody, or of another run of the daemon, is refused', () => {
  const { secret } = createInspectorAccess('token', systemClock).issueCode('acme');
  for (const code of ['', 'once.', secret])
    expect(() => access.redeemCode(code)).toThrow(expect.objectContaining(refusal('unknown')));
});

test('of very many codes the oldest give way', () => {
  const codes = Array.from({ length: 1001 }, () => access.issueCode('acme').secret);
  expect(() => access.redeemCode(codes[0] ?? '')).toThrow(expect.objectContaining(refusal('unknown')));
  expect(access.redeemCode(codes[1] ?? '')).toBe('acme');
  expect(access.redeemCode(codes[1000] ?? '')).toBe('acme');
});

test('a pass is its organisation’s for a week, also after a restart, and nobody else can make one', () => {
  const { secret } = access.createPass('acme ∕ 株式');
  const restarted = createInspectorAccess('token', { ...systemClock, now: () => now });
  expect(restarted.organisationOf(secret)).toBe('acme ∕ 株式');
  expect(createInspectorAccess('another token', { ...systemClock, now: () => now }).organisationOf(secret)).toBe(null);
  const [word = '', until = '', org = '', signature = ''] = secret.split('.');
  const other = Buffer.from('other').toString('base64url');
  const forged = [
    [word, until, other, signature],
    [word, String(Number(until) + 1), org, signature],
    [word, until, org, `${signature}A`],
    [word, until, org],
    ['once', until, org, signature],
  ];
  for (const parts of forged) expect([parts, access.organisationOf(parts.join('.'))]).toEqual([parts, null]);
  now += 7 * DAY_MS - 1;
  expect(access.organisationOf(secret)).toBe('acme ∕ 株式');
  now += 1;
  expect(access.organisationOf(secret)).toBe(null);
});
