import { idAt, isConversational, type DocumentTable } from './document-table.ts';

/** Tokens said in the neighbours of all conversational documents, one and two away. Averages come from these. */
export interface NeighbourTotals {
  one: number;
  two: number;
}

/** Tokens in the texts just before and after a document: the length of its first neighbour field. */
export function neighbourLength1(table: DocumentTable, slot: number): number {
  return lengthOf(table, table.previous[slot]!) + lengthOf(table, table.next[slot]!);
}

/** Tokens in the texts two before and two after: the length of its second neighbour field. */
export function neighbourLength2(table: DocumentTable, slot: number): number {
  return (
    lengthOf(table, twoAway(table.previous, table.previous[slot]!)) +
    lengthOf(table, twoAway(table.next, table.next[slot]!))
  );
}

/** The neighbour of a neighbour; -1 when there is none. */
export function twoAway(links: Int32Array, neighbour: number): number {
  return neighbour < 0 ? -1 : links[neighbour]!;
}

/** Puts a conversational row in its place in its session. What arrives last is looked for at the end: O(1) as a rule. */
export function linkIntoSession(table: DocumentTable, totals: NeighbourTotals, slot: number): void {
  const session = table.session[slot]!;
  if (session < 0 || !isConversational(table, slot)) return;
  let before = table.tails.get(session) ?? -1;
  while (before >= 0 && saidLater(table, before, slot)) before = table.previous[before]!;
  const after = before >= 0 ? table.next[before]! : headOf(table, session);
  count(table, totals, around(table, before, after), -1);
  connect(table, before, slot);
  connect(table, slot, after);
  if (after < 0) table.tails.set(session, slot);
  count(table, totals, [...around(table, before, after), slot], 1);
}

/** Takes a row out of its session; the rows around it become neighbours. */
export function unlinkFromSession(table: DocumentTable, totals: NeighbourTotals, slot: number): void {
  const session = table.session[slot]!;
  if (session < 0 || !isConversational(table, slot)) return;
  const before = table.previous[slot]!;
  const after = table.next[slot]!;
  count(table, totals, [...around(table, before, after), slot], -1);
  if (before >= 0) table.next[before] = after;
  if (after >= 0) table.previous[after] = before;
  if (after < 0) setTail(table, session, before);
  table.previous[slot] = -1;
  table.next[slot] = -1;
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

function setTail(table: DocumentTable, session: number, slot: number): void {
  if (slot < 0) table.tails.delete(session);
  else table.tails.set(session, slot);
}

function headOf(table: DocumentTable, session: number): number {
  let head = table.tails.get(session) ?? -1;
  while (head >= 0 && table.previous[head]! >= 0) head = table.previous[head]!;
  return head;
}

function saidLater(table: DocumentTable, left: number, right: number): boolean {
  const difference = table.position[left]! - table.position[right]! || table.createdAt[left]! - table.createdAt[right]!;
  return difference > 0 || (difference === 0 && idAt(table, left) > idAt(table, right));
}

function lengthOf(table: DocumentTable, slot: number): number {
  return slot < 0 ? 0 : table.textLength[slot]!;
}
