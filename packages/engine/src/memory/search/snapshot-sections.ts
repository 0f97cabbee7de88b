import { settleAgeOrder } from './age-order.ts';
import { isAlive, type DocumentTable } from './document-table.ts';
import type { IndexState } from './index-state.ts';
import type { SlabStore } from './slab-store.ts';
import type { Section } from './snapshot-format.ts';
import { encodeStrings, type IsSame } from './string-table.ts';
import { termAt } from './term-dictionary.ts';

/** Columns of a document table that hold one number for each slot. */
export type SlotColumn =
  | 'flags'
  | 'createdAt'
  | 'validTo'
  | 'textLength'
  | 'pathLength'
  | 'session'
  | 'namespace'
  | 'position'
  | 'print'
  | 'previous'
  | 'next';

export const SLOT_COLUMNS: readonly SlotColumn[] = [
  'flags',
  'createdAt',
  'validTo',
  'textLength',
  'pathLength',
  'session',
  'namespace',
  'position',
  'print',
  'previous',
  'next',
];

/** Names in use are marked: an empty one must not look like one that is not written. */
export const NAME_MARK = '=';

/** Everything an index is made of, as numbers; what follows from the rest (maps, chains, places) is not in it. */
export interface IndexSections {
  readonly scalars: Readonly<Record<string, number>>;
  readonly sections: readonly Section[];
}

/**
 * The sections of an index; null when it changes while its strings are gathered. Most are the index's own memory, so they are good only while its version stays the same. Words,
 * paths and names that no living document holds are left out: what was forgotten must not be on the disk.
 */
export async function indexSections(state: IndexState, isSame: IsSame): Promise<IndexSections | null> {
  const { documents, dictionary, paths, postings, ages, totals, longest, neighbours } = state;
  // It changes the index without counting as a change.
  settleAgeOrder(ages, documents);
  const strings = await stringSections(state, isSame);
  if (strings === null) return null;
  const { count, live, conversational } = documents;
  const terms = dictionary.terms.count;
  const sections = [
    ...SLOT_COLUMNS.map((name) => ({ name, data: documents[name].subarray(0, count) })),
    { name: 'termStart', data: documents.termStart.subarray(0, count + 1) },
    { name: 'terms', data: documents.terms.subarray(0, documents.termStart[count]) },
    { name: 'pathStart', data: documents.pathStart.subarray(0, count + 1) },
    { name: 'paths', data: documents.paths.subarray(0, documents.pathStart[count]) },
    { name: 'tails', data: Int32Array.from([...documents.tails].flat()) },
    { name: 'termDocuments', data: dictionary.documents.subarray(0, terms) },
    { name: 'chain', data: dictionary.chain.subarray(0, terms) },
    { name: 'chainHeads', data: Int32Array.from(dictionary.heads.subarray(0, dictionary.prefixes.count)) },
    { name: 'pathDocuments', data: paths.documents.subarray(0, paths.names.length) },
    { name: 'pathTermStart', data: paths.termStart.subarray(0, paths.names.length + 1) },
    { name: 'pathTerms', data: paths.terms.subarray(0, paths.termStart[paths.names.length]) },
    { name: 'ages', data: ages.slots.subarray(0, ages.count) },
    ...slabSections('postings', postings),
    ...slabSections('pathSlots', paths.slots),
    ...strings,
  ];
  const scalars = {
    count,
    live,
    conversational,
    postingsUsed: postings.used,
    pathSlotsUsed: paths.slots.used,
    textTotal: totals.text,
    pathTotal: totals.path,
    textLongest: longest.text,
    pathLongest: longest.path,
    neighboursOne: neighbours.one,
    neighboursTwo: neighbours.two,
  };
  return { scalars, sections };
}

function slabSections(name: string, store: SlabStore): Section[] {
  const free = store.free.flatMap((starts, size) => starts.flatMap((start) => [size, start]));
  return [
    { name: `${name}.data`, data: store.data.subarray(0, store.used) },
    { name: `${name}.start`, data: store.start.subarray(0, store.lists) },
    { name: `${name}.count`, data: store.count.subarray(0, store.lists) },
    { name: `${name}.size`, data: store.size.subarray(0, store.lists) },
    { name: `${name}.free`, data: Uint32Array.from(free) },
  ];
}

async function stringSections({ documents, dictionary, paths }: IndexState, isSame: IsSame): Promise<Section[] | null> {
  const names = [...documents.names.keys()];
  const isUsed = namesInUse(documents);
  const tables: readonly [name: string, count: number, stringAt: (at: number) => string][] = [
    ['ids', documents.count, (slot) => documents.ids[slot]!],
    ['names', names.length, (name) => (isUsed[name] ? NAME_MARK + names[name]! : '')],
    ['words', dictionary.terms.count, (term) => (dictionary.documents[term] ? termAt(dictionary, term) : '')],
    ['files', paths.names.length, (path) => (paths.documents[path] ? paths.names[path]! : '')],
  ];
  const sections: Section[] = [];
  for (const [name, count, stringAt] of tables) {
    const table = await encodeStrings(count, stringAt, isSame);
    if (table === null) return null;
    const { lengths, chunks, bytes } = table;
    sections.push(
      { name: `${name}.lengths`, data: lengths },
      { name: `${name}.chunks`, data: chunks },
      { name: `${name}.bytes`, data: bytes },
    );
  }
  return sections;
}

function namesInUse(documents: DocumentTable): Uint8Array {
  const isUsed = new Uint8Array(documents.names.size);
  for (let slot = 0; slot < documents.count; slot++) {
    if (!isAlive(documents, slot)) continue;
    const session = documents.session[slot]!;
    const namespace = documents.namespace[slot]!;
    if (session >= 0) isUsed[session] = 1;
    if (namespace >= 0) isUsed[namespace] = 1;
  }
  return isUsed;
}
