import { setImmediate as nextTurn } from 'node:timers/promises';
import { restoreAgeOrder } from './age-order.ts';
import { removeDocument } from './change-index.ts';
import type { Column } from './column.ts';
import { mapIds } from './document-table.ts';
import { createIndexState, type IndexState } from './index-state.ts';
import { appendPathName } from './path-map.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SlabStore } from './slab-store.ts';
import { NAME_MARK, SLOT_COLUMNS } from './snapshot-sections.ts';
import { decodeLetters, decodeStrings, type StringTable } from './string-table.ts';
import { restoreChains } from './term-dictionary.ts';
import { addWord, hashOf, reserveWords } from './word-table.ts';

/** About a millisecond's work. */
const IDS_AT_ONCE = 4096;

/** The content of a snapshot. */
export interface ReadSections {
  readonly scalars: Readonly<Record<string, number>>;
  readonly columns: ReadonlyMap<string, Column>;
}

/** The index that the sections were made from, without what has expired by `now`. Throws on sections that are not an index's. */
export async function restoreIndex(settings: SearchSettings, read: ReadSections, now: number): Promise<IndexState> {
  const state = createIndexState(settings, null);
  state.postings = slabStore(read, 'postings', 2);
  state.paths.slots = slabStore(read, 'pathSlots', 1);
  restoreDocuments(state, read);
  restoreCounts(state, read);
  await restoreIds(state, read);
  await restoreWords(state, read);
  await restoreNames(state, read);
  await restoreAgeOrder(state.ages, column(read, 'ages', Uint32Array), nextTurn);
  await dropExpired(state, now);
  return state;
}

function column<C extends Column>({ columns }: ReadSections, name: string, create: new (...input: never[]) => C): C {
  const found = columns.get(name);
  if (found instanceof create) return found;
  throw new TypeError(`The snapshot has no section ${name} of its kind.`);
}

function scalar({ scalars }: ReadSections, name: string): number {
  const found = scalars[name];
  if (typeof found === 'number') return found;
  throw new TypeError(`The snapshot has no number ${name}.`);
}

function slabStore(read: ReadSections, name: string, width: 1 | 2): SlabStore {
  const free: number[][] = [];
  const pairs = column(read, `${name}.free`, Uint32Array);
  for (let at = 0; at < pairs.length; at += 2) (free[pairs[at]!] ??= []).push(pairs[at + 1]!);
  const start = column(read, `${name}.start`, Uint32Array);
  return {
    width,
    data: column(read, `${name}.data`, Uint32Array),
    used: scalar(read, `${name}Used`),
    start,
    count: column(read, `${name}.count`, Uint32Array),
    size: column(read, `${name}.size`, Uint8Array),
    free: Array.from(free, (starts) => starts ?? []),
    lists: start.length,
  };
}

function restoreDocuments({ documents }: IndexState, read: ReadSections): void {
  const columns: Record<string, Column> = {};
  for (const name of SLOT_COLUMNS) {
    columns[name] = column(read, name, documents[name].constructor as new (...input: never[]) => Column);
  }
  Object.assign(documents, columns);
  documents.termStart = column(read, 'termStart', Uint32Array);
  documents.terms = column(read, 'terms', Uint32Array);
  documents.pathStart = column(read, 'pathStart', Uint32Array);
  documents.paths = column(read, 'paths', Uint32Array);
  documents.count = scalar(read, 'count');
  documents.live = scalar(read, 'live');
  documents.conversational = scalar(read, 'conversational');
  const tails = column(read, 'tails', Int32Array);
  for (let at = 0; at < tails.length; at += 2) documents.tails.set(tails[at]!, tails[at + 1]!);
}

function restoreCounts(state: IndexState, read: ReadSections): void {
  state.totals.text = scalar(read, 'textTotal');
  state.totals.path = scalar(read, 'pathTotal');
  state.longest.text = scalar(read, 'textLongest');
  state.longest.path = scalar(read, 'pathLongest');
  state.neighbours.one = scalar(read, 'neighboursOne');
  state.neighbours.two = scalar(read, 'neighboursTwo');
}

function stringTable(read: ReadSections, name: string): StringTable {
  return {
    lengths: column(read, `${name}.lengths`, Uint32Array),
    chunks: column(read, `${name}.chunks`, Uint32Array),
    bytes: column(read, `${name}.bytes`, Uint8Array),
  };
}

function strings(read: ReadSections, name: string, take: (string: string, index: number) => void): Promise<void> {
  return decodeStrings(stringTable(read, name), take);
}

async function restoreIds({ documents }: IndexState, read: ReadSections): Promise<void> {
  await strings(read, 'ids', (id) => documents.ids.push(id));
  // A name that is not in use leaves its number free: nothing asks for the number, and the map's size still counts it.
  await strings(read, 'names', (name, number) => {
    documents.names.set(name === '' ? `\u0000unused ${number}` : name.slice(NAME_MARK.length), number);
  });
}

async function restoreWords({ dictionary }: IndexState, read: ReadSections): Promise<void> {
  dictionary.documents = column(read, 'termDocuments', Uint32Array);
  dictionary.chain = column(read, 'chain', Int32Array);
  const table = stringTable(read, 'words');
  const { terms } = dictionary;
  // With room for the words of what comes next, or the first of them would have the letters of all copied.
  reserveWords(terms, table.lengths.length, table.bytes.length + (table.bytes.length >>> 3));
  await decodeLetters(table, (letters, from, to) => addWord(terms, letters, from, to, hashOf(letters, from, to)));
  restoreChains(dictionary, column(read, 'chainHeads', Int32Array));
}

async function restoreNames({ paths }: IndexState, read: ReadSections): Promise<void> {
  paths.documents = column(read, 'pathDocuments', Uint32Array);
  paths.termStart = column(read, 'pathTermStart', Uint32Array);
  paths.terms = column(read, 'pathTerms', Uint32Array);
  await strings(read, 'files', (path) => appendPathName(paths, path));
}

/** Searches need no id's slot: it is entered beside whatever is asked first, unless a change comes that does. */
export async function enterIds({ documents }: IndexState): Promise<void> {
  while (documents.mapped < documents.count) {
    await nextTurn();
    mapIds(documents, Math.min(documents.count, documents.mapped + IDS_AT_ONCE));
  }
}

/** What has expired since is not found anyway; without it the number of documents is that of the recallable rows. */
async function dropExpired(state: IndexState, now: number): Promise<void> {
  const { documents } = state;
  const expired: string[] = [];
  for (let slot = 0; slot < documents.count; slot++) {
    if (documents.validTo[slot]! <= now && documents.ids[slot] !== '') expired.push(documents.ids[slot]!);
  }
  for (const [at, id] of expired.entries()) {
    removeDocument(state, id);
    if (at % 1000 === 999) await nextTurn();
  }
}
