import { idAt, isConversational, type DocumentTable } from '../index/document-table.ts';

/** Tokens said in the neighbours of all conversational documents, one and two away. Averages come from these. */
export interface NeighbourTotals {
  one: number;
  two: number;
}

/** Tokens in the texts just before and after a document: the length of its first neighbour field. */
export function neighbourLength1(table: DocumentTable, docId: number): number {
  return lengthOf(table, table.previous[docId]!) + lengthOf(table, table.next[docId]!);
}

/** Tokens in the texts two before and two after: the length of its second neighbour field. */
export function neighbourLength2(table: DocumentTable, docId: number): number {
  return (
    lengthOf(table, twoAway(table.previous, table.previous[docId]!)) +
    lengthOf(table, twoAway(table.next, table.next[docId]!))
  );
}

/** The neighbour of a neighbour; -1 when there is none. */
export function twoAway(links: Int32Array, neighbour: number): number {
  return neighbour < 0 ? -1 : links[neighbour]!;
}

/** Puts a conversational row in its place in its session. */
export function linkIntoSession(table: DocumentTable, totals: NeighbourTotals, docId: number): void {
  const session = table.session[docId]!;
  if (session < 0 || !isConversational(table, docId)) return;
  const before = rowBefore(table, session, docId);
  const after = before >= 0 ? table.next[before]! : (table.heads.get(session) ?? -1);
  count(table, totals, around(table, before, after), -1);
  connect(table, before, docId);
  connect(table, docId, after);
  if (before < 0) table.heads.set(session, docId);
  if (after < 0) table.tails.set(session, docId);
  count(table, totals, [...around(table, before, after), docId], 1);
}

/** Takes a row out of its session; the rows around it become neighbours. */
export function unlinkFromSession(table: DocumentTable, totals: NeighbourTotals, docId: number): void {
  const session = table.session[docId]!;
  if (session < 0 || !isConversational(table, docId)) return;
  const before = table.previous[docId]!;
  const after = table.next[docId]!;
  count(table, totals, [...around(table, before, after), docId], -1);
  connect(table, before, after);
  if (before < 0) setEnd(table.heads, session, after);
  if (after < 0) setEnd(table.tails, session, before);
  table.previous[docId] = -1;
  table.next[docId] = -1;
  count(table, totals, around(table, before, after), 1);
}

/** The rows whose neighbour fields change when something comes or goes between `before` and `after`. */
function around(table: DocumentTable, before: number, after: number): number[] {
  const rows = [twoAway(table.previous, before), before, after, twoAway(table.next, after)];
  return rows.filter((row) => row >= 0);
}

function count(table: DocumentTable, totals: NeighbourTotals, rows: readonly number[], sign: 1 | -1): void {
  for (const row of rows) {
    totals.one += sign * neighbourLength1(table, row);
    totals.two += sign * neighbourLength2(table, row);
  }
}

function connect(table: DocumentTable, before: number, after: number): void {
  if (before >= 0) table.next[before] = after;
  if (after >= 0) table.previous[after] = before;
}

function setEnd(ends: Map<number, number>, session: number, docId: number): void {
  if (docId < 0) ends.delete(session);
  else ends.set(session, docId);
}

/**
 * The row of the session that was said just before; -1 = none. Looked for from both ends: what is said arrives last, and a project is loaded from
 * its newest row on, each before all others of its session. From the end alone 40,000 rows of one session took 3 s.
 */
function rowBefore(table: DocumentTable, session: number, docId: number): number {
  let last = table.tails.get(session) ?? -1;
  let first = table.heads.get(session) ?? -1;
  while (last >= 0 && saidLater(table, last, docId)) {
    if (saidLater(table, first, docId)) return table.previous[first]!;
    last = table.previous[last]!;
    first = table.next[first]!;
  }
  return last;
}

function saidLater(table: DocumentTable, left: number, right: number): boolean {
  const difference = table.position[left]! - table.position[right]! || table.createdAt[left]! - table.createdAt[right]!;
  return difference > 0 || (difference === 0 && idAt(table, left) > idAt(table, right));
}

function lengthOf(table: DocumentTable, docId: number): number {
  return docId < 0 ? 0 : table.textLength[docId]!;
}
