import { expect, test } from 'vitest';
import { documentPrint } from './document-print.ts';
import type { SearchDocument } from './search-document.ts';

const DOCUMENT: SearchDocument = {
  id: 'a',
  text: 'The parser keeps comments.',
  paths: ['src/parse.ts', 'src/lex.ts'],
  createdAt: 1000,
  projectId: null,
  conversational: false,
};

const CHANGES: Partial<SearchDocument>[] = [
  { text: 'The parser keeps comments!' },
  { text: '' },
  { paths: ['src/parse.ts'] },
  { paths: ['src/parse.ts,src/lex.ts'] },
  { paths: ['src/lex.ts', 'src/parse.ts'] },
  { speaker: 'Ada' },
  { createdAt: 1001 },
  { sessionId: 's' },
  { namespace: 's' },
  { validTo: 2000 },
  { conversational: true },
  { position: 2000 },
];

test('every field that the index reads changes the print', () => {
  const prints = [DOCUMENT, ...CHANGES.map((change) => ({ ...DOCUMENT, ...change }))].map(documentPrint);
  expect(new Set(prints).size).toBe(CHANGES.length + 1);
  expect(prints.every(Number.isSafeInteger)).toBe(true);
});

test('what the index does not read leaves it', () => {
  const other: SearchDocument = { ...DOCUMENT, id: 'b', weight: 0.5, simhash: '0000000000000000' };
  expect(documentPrint(other)).toBe(documentPrint({ ...DOCUMENT }));
});
