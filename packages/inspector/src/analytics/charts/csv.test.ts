import { expect, test } from 'vitest';
import { toCsv, type FigureColumn } from './csv.ts';

const columns: readonly FigureColumn<{ name: string; count: number | null }>[] = [
  { head: 'name', value: ({ name }) => name },
  { head: 'count', value: ({ count }) => count },
];

test('quotes what would end a cell, and leaves nothing for nothing', () => {
  expect(toCsv(columns, [{ name: 'a "b", c\nd', count: null }])).toBe('name,count\r\n"a ""b"", c\nd",\r\n');
});

test('a memory that looks like a formula is a text to a spreadsheet', () => {
  expect(toCsv(columns, [{ name: '=HYPERLINK("http://x")', count: -1 }])).toBe(
    'name,count\r\n"\'=HYPERLINK(""http://x"")",-1\r\n',
  );
});
