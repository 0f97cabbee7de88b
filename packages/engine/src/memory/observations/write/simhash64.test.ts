import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simhash64, simhashToBigint } from './simhash64.ts';

const hex64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => value.toString(16).padStart(16, '0'));

/** Hamming distance, counted the slow, obvious way. */
function bitsApart(a: string, b: string): number {
  return (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;
}

test('the value is frozen, because it is stored', () => {
  expect(simhash64('Always run npm test before a commit')).toBe('0b2498a166b3f68a');
  expect(simhash64('認証はJWTで行う')).toBe('7e01a6a1e67a21e8');
  expect(simhash64('')).toBe('0000000000000000');
});

test('the database form keeps all 64 bits and fits a signed bigint', () => {
  fc.assert(
    fc.property(hex64, (hex) => {
      const stored = BigInt(simhashToBigint(hex));
      expect(stored >= -(2n ** 63n) && stored < 2n ** 63n).toBe(true);
      expect(BigInt.asUintN(64, stored).toString(16).padStart(16, '0')).toBe(hex);
    }),
  );
});

test('case, spacing and punctuation do not count', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('  ', '\n', ', ', '. ', ' — '),
      (words, glue) => {
        expect(simhash64(words.join(glue).toUpperCase())).toBe(simhash64(words.join(' ')));
      },
    ),
  );
});

test('any string gives 16 hex digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(simhash64(text)).toMatch(/^[0-9a-f]{16}$/);
    }),
  );
});

describe('what differs is far apart', () => {
  test.each([
    ['The scheduler depends on the queue', 'The queue depends on the scheduler'],
    ['Retry when status < 500', 'Retry when status > 500'],
    ['Use tabs for indentation', 'Use spaces for indentation'],
    ['👍', '👎'],
    ['ログインは遅い', 'ログインは速い'],
  ])('%s / %s', (a, b) => {
    expect(bitsApart(simhash64(a), simhash64(b))).toBeGreaterThan(3);
  });

  test('200 unrelated statements: no two within 3 bits', () => {
    const hashes = Array.from({ length: 200 }, (_, i) =>
      simhash64(`statement ${i} says that module m${i * 7} calls f${i * 13}`),
    );
    const close = hashes.flatMap((a, i) => hashes.slice(i + 1).filter((b) => bitsApart(a, b) <= 3));
    expect(close).toEqual([]);
  });
});

test('a long text with one more word at its end stays near', () => {
  const text = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
  expect(bitsApart(simhash64(text), simhash64(`${text} indeed`))).toBeLessThanOrEqual(3);
});
