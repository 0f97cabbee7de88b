import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isShortId, shortHashOf, shortIdOf, tailOf } from './short-id.ts';
import { uuidv7 } from '../uuid.ts';

test('the last 40 bits as eight digits, and back', () => {
  expect(shortIdOf('01890a5d-ac96-774b-bcce-b302099a8057')).toBe('084sn02q');
  expect(shortIdOf('01890a5d-ac96-774b-bcce-000000000000')).toBe('00000000');
  expect(shortIdOf('01890a5d-ac96-774b-bcce-ffffffffffff')).toBe('zzzzzzzz');
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(isShortId(shortIdOf(id))).toBe(true);
      expect(tailOf(shortIdOf(id))).toBe(id.slice(-10));
      expect(tailOf(shortIdOf(id).toUpperCase())).toBe(id.slice(-10));
    }),
  );
});

test('of a commit the first eight digits of its hash, which are a short id', () => {
  expect(shortHashOf('DF547F5A4d1c0f6a4d1c0f6a4d1c0f6a4d1c0f6a')).toBe('df547f5a');
  expect(isShortId('df547f5a')).toBe(true);
  expect(['df547f5', 'not a hash', '084sn02q', '', null, 7].map(shortHashOf)).toEqual(Array(6).fill(null));
});

test('ids made at once have short ids of their own', () => {
  const ids = Array.from({ length: 10_000 }, () => shortIdOf(uuidv7(0)));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['', '084sn02', '084sn02qq', '0844ta0i', '0844ta0u', '0844-a0q', ' 084sn02q', 8, null])(
  '%j is no short id',
  (value) => {
    expect(isShortId(value)).toBe(false);
  },
);
