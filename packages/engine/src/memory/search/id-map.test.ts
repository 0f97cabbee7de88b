import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createIdMap, deleteSlot, getSlot, setSlot } from './id-map.ts';

test.each([
  ['random ids', () => randomUUID()],
  ['counted ids', (at: number) => `d${at}`],
  ['ids that end alike', (at: number) => `${at}-observation`],
])('finds what it was given last, also when it has been split up: %s', (_title, idAt) => {
  const map = createIdMap();
  const ids = Array.from({ length: 40_000 }, (_, at) => idAt(at));
  for (const [slot, id] of ids.entries()) setSlot(map, id, slot);
  for (const [slot, id] of ids.entries()) if (slot % 3 === 0) setSlot(map, id, slot + 1);
  for (const [slot, id] of ids.entries()) if (slot % 3 === 1) deleteSlot(map, id);
  const expected = ids.map((_, slot) => [slot + 1, undefined, slot][slot % 3]);
  expect(ids.map((id) => getSlot(map, id))).toEqual(expected);
  expect([getSlot(map, ''), getSlot(map, 'x')]).toEqual([undefined, undefined]);
});

test('ids of stores are spread evenly, so that no part grows to be a large map', () => {
  const map = createIdMap();
  for (let at = 0; at < 40_000; at++) setSlot(map, randomUUID(), at);
  expect(Math.max(...map.parts.map(({ size }) => size))).toBeLessThan(40_000 / 16);
});
