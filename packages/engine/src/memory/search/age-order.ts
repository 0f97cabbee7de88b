import { grown } from './column.ts';
import { isAlive, type DocumentTable } from './document-table.ts';

/** Less than a millisecond's work. */
const PLACES_AT_ONCE = 20_000;

/** Slots that share a bound on how new they are. */
export const AGE_BLOCK = 1024;

/**
 * The living documents from oldest to newest, by `createdAt`, then id. Gives the age rank for recency and the order of
 * ties. What arrives in order is appended; what arrives late or leaves is merged in before the next query, in O(n).
 */
export interface AgeOrder {
  slots: Uint32Array;
  count: number;
  /** Place of each slot in `slots`. */
  place: Uint32Array;
  /** The highest place in each block of {@link AGE_BLOCK} slots. */
  newest: Uint32Array;
  readonly late: number[];
  hasGaps: boolean;
}

export function createAgeOrder(): AgeOrder {
  return {
    slots: new Uint32Array(0),
    count: 0,
    place: new Uint32Array(0),
    newest: new Uint32Array(0),
    late: [],
    hasGaps: false,
  };
}

export function addToAgeOrder(order: AgeOrder, table: DocumentTable, slot: number): void {
  const last = order.count === 0 ? -1 : order.slots[order.count - 1]!;
  if (last >= 0 && (!isAlive(table, last) || isOlder(table, slot, last))) order.late.push(slot);
  else append(order, slot);
}

export function removeFromAgeOrder(order: AgeOrder): void {
  order.hasGaps = true;
}

/** Merges what came late and drops the dead. Call before reading places. */
export function settleAgeOrder(order: AgeOrder, table: DocumentTable): void {
  if (order.late.length === 0 && !order.hasGaps) return;
  const late = order.late.filter((slot) => isAlive(table, slot)).sort((a, b) => (isOlder(table, a, b) ? -1 : 1));
  const settled = order.slots.slice(0, order.count).filter((slot) => isAlive(table, slot));
  clear(order);
  let next = 0;
  for (const slot of settled) {
    while (next < late.length && isOlder(table, late[next]!, slot)) append(order, late[next++]!);
    append(order, slot);
  }
  while (next < late.length) append(order, late[next++]!);
  order.late.length = 0;
  order.hasGaps = false;
}

/** How many documents were created at or before `now`: they are the first so many of the order. */
export function visibleCount(order: AgeOrder, table: DocumentTable, now: number): number {
  let low = 0;
  let high = order.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (table.createdAt[order.slots[middle]!]! <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes an order over as it was written; between stretches of it others get their turn. */
export async function restoreAgeOrder(order: AgeOrder, slots: Uint32Array, turn: () => Promise<void>): Promise<void> {
  order.slots = slots;
  for (order.count = 0; order.count < slots.length; order.count++) {
    notePlace(order, slots[order.count]!, order.count);
    if (order.count % PLACES_AT_ONCE === PLACES_AT_ONCE - 1) await turn();
  }
}

/** Starts again with new slot numbers. */
export function remapAgeOrder(order: AgeOrder, map: Int32Array): void {
  const { slots, count } = order;
  clear(order);
  for (let at = 0; at < count; at++) append(order, map[slots[at]!]!);
}

function clear(order: AgeOrder): void {
  order.count = 0;
  order.newest.fill(0);
}

function append(order: AgeOrder, slot: number): void {
  order.slots = grown(order.slots, order.count + 1);
  order.slots[order.count] = slot;
  notePlace(order, slot, order.count++);
}

/** Places must be noted from the lowest on. */
function notePlace(order: AgeOrder, slot: number, place: number): void {
  const block = Math.floor(slot / AGE_BLOCK);
  order.place = grown(order.place, slot + 1);
  order.newest = grown(order.newest, block + 1);
  order.place[slot] = place;
  order.newest[block] = place;
}

function isOlder(table: DocumentTable, left: number, right: number): boolean {
  const difference = table.createdAt[left]! - table.createdAt[right]!;
  return difference < 0 || (difference === 0 && table.ids[left]! < table.ids[right]!);
}
