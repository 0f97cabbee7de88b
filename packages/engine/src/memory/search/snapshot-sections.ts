import { settleAgeOrder } from './age-order.ts';
import { numberAt, partsOf } from './chunked-column.ts';
import { idAt, isAlive, type DocumentTable } from './document-table.ts';
import type { IndexState } from './index-state.ts';
import { pathName } from './path-map.ts';
import type { SlabStore } from './slab-store.ts';
import type { Section } from './snapshot-format.ts';
import { encodeStrings, type IsSame, type StringSource, stringSource } from './string-table.ts';
import type { TermDictionary } from './term-dictionary.ts';

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
    { name: 'terms', data: partsOf(documents.terms, documents.termStart[count]!) },
    { name: 'pathStart', data: documents.pathStart.subarray(0, count + 1) },
    { name: 'paths', data: documents.paths.subarray(0, documents.pathStart[count]) },
    { name: 'tails', data: Int32Array.from([...documents.tails].flat()) },
    { name: 'termDocuments', data: dictionary.documents.subarray(0, terms) },
    { name: 'chain', data: dictionary.chain.subarray(0, terms) },
    { name: 'chainHeads', data: Int32Array.from(dictionary.heads.subarray(0, dictionary.prefixes.count)) },
    { name: 'pathDocuments', data: paths.documents.subarray(0, paths.count) },
    { name: 'pathTermStart', data: paths.termStart.subarray(0, paths.count + 1) },
    { name: 'pathTerms', data: paths.terms.subarray(0, paths.termStart[paths.count]) },
    { name: 'ages', data: ages.slots.subarray(0, ages.count) },
    ...slabSections('postings', postings),
    ...slabSections('pathSlots', paths.slots),
    ...strings,
  ];
  const scalars = {
    count,
    live,
    conversational,
    words: terms,
    postingsUsed: postings.used,
    postingsLists: postings.lists,
    pathSlotsUsed: paths.slots.used,
    pathSlotsLists: paths.slots.lists,
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
  const long = store.long.flatMap(({ start, head, next, end, starts }) => [
    start,
    head,
    next,
    end,
    starts.length,
    ...starts,
  ]);
  return [
    { name: `${name}.data`, data: partsOf(store.data, store.used) },
    { name: `${name}.start`, data: store.start.subarray(0, store.lists) },
    { name: `${name}.count`, data: store.count.subarray(0, store.lists) },
    { name: `${name}.size`, data: store.size.subarray(0, store.lists) },
    { name: `${name}.free`, data: Uint32Array.from(free) },
    { name: `${name}.long`, data: Uint32Array.from(long) },
  ];
}

async function stringSections({ documents, dictionary, paths }: IndexState, isSame: IsSame): Promise<Section[] | null> {
  const names = [...documents.names.keys()];
  const isUsed = namesInUse(documents);
  const tables: readonly [name: string, source: StringSource][] = [
    ['ids', stringSource(documents.count, (slot) => idAt(documents, slot))],
    ['names', stringSource(names.length, (name) => (isUsed[name] ? NAME_MARK + names[name]! : ''))],
    ['words', wordSource(dictionary)],
    ['files', stringSource(paths.count, (path) => (paths.documents[path] ? pathName(paths, path) : ''))],
  ];
  const sections: Section[] = [];
  for (const [name, source] of tables) {
    const table = await encodeStrings(source, isSame);
    if (table === null) return null;
    sections.push({ name: `${name}.letters`, data: table.letters }, { name: `${name}.start`, data: table.start });
  }
  return sections;
}

function wordSource({ terms, documents }: TermDictionary): StringSource {
  const { letters, start } = terms;
  return {
    count: terms.count,
    lengthOf: (term) => (documents[term]! > 0 ? start[term + 1]! - start[term]! : 0),
    unitAt: (term, unit) => numberAt(letters, start[term]! + unit),
  };
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
