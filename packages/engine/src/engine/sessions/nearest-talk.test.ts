import { expect, test } from 'vitest';
import { nearestTalk } from './nearest-talk.ts';

const COUPONS =
  'User: wer einen gutschein hat, der bekommt ihn auf der kasse. Agent: der gutschein gilt ein jahr, und der rest verfällt.';
const LOCKS = 'User: the lock of the passcode. Agent: PasscodeGuard locks for 15 minutes after three wrong tries.';
const BUILDS = 'User: the build takes nine minutes. Agent: the tests of the hash are the slow part of the build.';
const talks = new Map(Object.entries({ coupons: COUPONS, locks: LOCKS, builds: BUILDS }));

test('the talk with most rare words in common is the nearest', () => {
  const later =
    'User: the hotline has calls about wrong tries. Agent: PasscodeGuard now takes five tries, and locks for 30 minutes.';
  expect(nearestTalk(later, talks)).toMatchObject({ sessionId: 'locks' });
  expect(nearestTalk(later, new Map([...talks].toReversed()))?.sessionId).toBe('locks');
});

test('a talk is as like itself as can be, and not at all like one without a common word', () => {
  expect(nearestTalk(LOCKS, talks)).toEqual({ sessionId: 'locks', likeness: expect.closeTo(1) });
  expect(nearestTalk('zebra', new Map([['builds', BUILDS]]))).toEqual({ sessionId: 'builds', likeness: 0 });
});

test('what all talks say makes none of them nearer', () => {
  const filler = 'user agent please thanks merge it';
  const all = new Map([...talks].map(([id, text]) => [id, `${text} ${filler}`]));
  const plain = nearestTalk(`PasscodeGuard ${filler} ${filler}`, all)!;
  expect(plain.sessionId).toBe('locks');
});

test('of no talk there is none', () => {
  expect(nearestTalk(LOCKS, new Map())).toBeNull();
  expect(nearestTalk('', talks)?.likeness).toBe(0);
});
