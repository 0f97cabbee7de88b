import { expect, test } from 'vitest';
import { addRow, createDocumentTable, type DocumentTable } from '../index/document-table.ts';
import { linkIntoSession, unlinkFromSession } from './session-chain.ts';

const NOTHING = { counts: { terms: new Uint32Array(0), count: 0 }, paths: [], textLength: 1, pathLength: 0 };

function say(table: DocumentTable, at: number): number {
  const id = `d${at}`;
  const document = { id, text: '', paths: [], createdAt: at, projectId: null, conversational: true, sessionId: 's' };
  const docId = addRow(table, document, NOTHING);
  linkIntoSession(table, { one: 0, two: 0 }, docId);
  return docId;
}

/** When the rows of the session were said, from the first on, and from the last. */
function chain({ heads, tails, next, previous, createdAt }: DocumentTable): [number[], number[]] {
  const walk = (end: number | undefined, links: Int32Array): number[] => {
    const said: number[] = [];
    for (let docId = end ?? -1; docId >= 0; docId = links[docId]!) said.push(createdAt[docId]!);
    return said;
  };
  return [walk(heads.get(0), next), walk(tails.get(0), previous)];
}

test('rows stand in the order in which they were said, however they come and go', () => {
  const table = createDocumentTable();
  const docIds = [5, 9, 1, 7, 3, 8, 2].map((at) => say(table, at));
  expect(chain(table)).toEqual([
    [1, 2, 3, 5, 7, 8, 9],
    [9, 8, 7, 5, 3, 2, 1],
  ]);
  for (const at of [2, 1, 4]) unlinkFromSession(table, { one: 0, two: 0 }, docIds[at]!);
  expect(chain(table)).toEqual([
    [2, 5, 7, 8],
    [8, 7, 5, 2],
  ]);
  for (const at of [0, 3, 5, 6]) unlinkFromSession(table, { one: 0, two: 0 }, docIds[at]!);
  expect([table.heads.size, table.tails.size]).toEqual([0, 0]);
});

test.each([
  ['newest', -1],
  ['oldest', 1],
])('of a long session that comes from its %s row on, each finds its place at once', (_, direction) => {
  const table = createDocumentTable();
  for (let nth = 0; nth < 1000; nth += 1) say(table, 5000 + direction * nth);
  const { position } = table;
  let looks = 0;
  table.position = new Proxy(position, {
    get(target, key) {
      looks += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  // Its own position is written, not looked up.
  say(table, 5000 + direction * 1000);
  expect(looks).toBeLessThan(10);
});
