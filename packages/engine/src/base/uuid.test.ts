import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUuid, uuidv7 } from './uuid.ts';

describe('isUuid', () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
  const changed = fc
    .tuple(
      fc.uuid(),
      fc.nat(36),
      fc.constantFrom('', '-', 'g', 'F', '0', '/', ':', '@', '`', 'ü', 'é', '\n', '\ud800', '００'),
    )
    .map(([id, at, other]) => id.slice(0, at) + other + id.slice(at + 1));

  test('it is what the pattern says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), changed, fc.string()), (text) => {
        expect(isUuid(text)).toBe(pattern.test(text));
        expect(isUuid(text.toUpperCase())).toBe(pattern.test(text.toUpperCase()));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([undefined, null, 7, {}, ['01890a5d-ac96-7fee-9dcc-bbaa99887766']])('%s is none', (value) => {
    expect(isUuid(value)).toBe(false);
  });
});

describe('uuidv7', () => {
  test.each([
    [0x0189_0a5d_ac96, '01890a5d-ac96-7'],
    [-1, '00000000-0000-7'],
    [0x1_0189_0a5d_ac96, '01890a5d-ac96-7'],
  ])('of %d the milliseconds, then the version', (nowMs, beginning) => {
    expect(uuidv7(nowMs).slice(0, 15)).toBe(beginning);
  });

  test('it is a version 7 of its own each time', () => {
    const ids = Array.from({ length: 500 }, () => uuidv7(0x0189_0a5d_ac96));
    expect(new Set(ids).size).toBe(500);
    expect(ids.filter((id) => !isUuid(id) || !/^01890a5d-ac96-7...-[89ab]/.test(id))).toEqual([]);
  });

  test('those of one millisecond sort in the order in which they were made', () => {
    const ids = Array.from({ length: 5000 }, () => uuidv7(0));
    expect(ids.toSorted()).toEqual(ids);
  });

  test('each of the last 40 bits is set in one id and not in another', () => {
    const bits = Array.from({ length: 500 }, () => BigInt(`0x${uuidv7(0).slice(-10)}`));
    const ever = bits.reduce((all, one) => all | one, 0n);
    const always = bits.reduce((all, one) => all & one, ever);
    expect([ever, always]).toEqual([(1n << 40n) - 1n, 0n]);
  });

  test('a moment that is no number has no id', () => {
    expect(() => uuidv7(Number.NaN)).toThrow(RangeError);
  });
});
