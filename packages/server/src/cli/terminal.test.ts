import { expect, test } from 'vitest';
import { createProgressBar } from './terminal.ts';

function recorded(isTTY: boolean): { isTTY: boolean; written: string[]; write: (text: string) => void } {
  const written: string[] = [];
  return { isTTY, written, write: (text) => written.push(text) };
}

test('the bar is drawn over itself at most ten times a second, and always at the end', () => {
  const stream = recorded(true);
  let now = 0;
  const bar = createProgressBar(stream, () => now);
  bar.show('Reading', 1, 4);
  bar.show('Reading', 2, 4);
  now = 100;
  bar.show('Reading', 3, 4);
  bar.show('Reading', 4, 4);
  bar.clear();
  const lines = stream.written.filter((text) => text.startsWith('Reading'));
  expect(lines).toEqual([
    `Reading [${'#'.repeat(6)}${'.'.repeat(18)}] 1/4`,
    `Reading [${'#'.repeat(18)}${'.'.repeat(6)}] 3/4`,
    `Reading [${'#'.repeat(24)}] 4/4`,
  ]);
  expect(stream.written.at(-1)).toBe(`\r${' '.repeat(lines[2]?.length ?? 0)}\r`);
});

test('nothing is drawn where nobody looks, and nothing has a length', () => {
  const stream = recorded(false);
  const bar = createProgressBar(stream, () => 0);
  bar.show('Reading', 1, 2);
  bar.clear();
  expect(stream.written).toEqual([]);
  const empty = recorded(true);
  createProgressBar(empty, () => 0).show('Reading', 0, 0);
  expect(empty.written).toEqual([`Reading [${'#'.repeat(24)}] 0/0`]);
});
