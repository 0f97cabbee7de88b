import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStrings, encodeStrings, stringReader, stringSource } from './string-table.ts';

const yes = (): boolean => true;

test('every string comes back, in any order, also half a surrogate pair and an empty one', async () => {
  const anyString = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\ud83d'), fc.constant('naïve'));
  await fc.assert(
    fc.asyncProperty(fc.array(anyString), async (strings) => {
      const table = (await encodeStrings(
        stringSource(strings.length, (at) => strings[at]!),
        yes,
      ))!;
      const decoded: string[] = [];
      await decodeStrings(table, (string) => decoded.push(string));
      expect(decoded).toEqual(strings);
      const stringAt = stringReader(table);
      for (let at = strings.length - 1; at >= 0; at--) expect(stringAt(at)).toBe(strings[at]);
    }),
  );
});

test('letters below 256 take a byte each', async () => {
  const letters = async (text: string) =>
    (await encodeStrings(
      stringSource(1, () => text),
      yes,
    ))!.letters;
  expect(await letters('naïve')).toBeInstanceOf(Uint8Array);
  expect(await letters('日本')).toBeInstanceOf(Uint16Array);
});

test('strings that change meanwhile are not taken', async () => {
  let turns = 0;
  expect(await encodeStrings(stringSource(100_000, String), () => (turns += 1) < 3)).toBeNull();
});
