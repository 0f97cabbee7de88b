/** More entries are kept in {@link PARTS} maps. */
const MOST_IN_ONE = 1 << 14;

const PARTS = 64;

/** Letters from the end of an id that tell its part: there ids of every kind differ. */
const LETTERS = 6;

/**
 * Slots by id. A map of a million ids takes 0.1 to 0.2 s when it grows, in which the thread does nothing else; each of many small ones takes a
 * millisecond or two, and they do not grow at once, since no two have the same number of ids.
 */
export interface IdMap {
  parts: Map<string, number>[];
}

export const createIdMap = (): IdMap => ({ parts: [new Map<string, number>()] });

export const getSlot = (map: IdMap, id: string): number | undefined => partOf(map, id).get(id);

export function setSlot(map: IdMap, id: string, slot: number): void {
  const part = partOf(map, id);
  part.set(id, slot);
  if (part.size > MOST_IN_ONE && map.parts.length === 1) spread(map, part);
}

export function deleteSlot(map: IdMap, id: string): void {
  partOf(map, id).delete(id);
}

function spread(map: IdMap, all: ReadonlyMap<string, number>): void {
  map.parts = Array.from({ length: PARTS }, () => new Map<string, number>());
  for (const [id, slot] of all) partOf(map, id).set(id, slot);
}

function partOf({ parts }: IdMap, id: string): Map<string, number> {
  if (parts.length === 1) return parts[0]!;
  let hash = 0;
  for (let at = Math.max(0, id.length - LETTERS); at < id.length; at++) hash = (31 * hash + id.charCodeAt(at)) | 0;
  return parts[(hash ^ (hash >>> 6)) & (PARTS - 1)]!;
}
