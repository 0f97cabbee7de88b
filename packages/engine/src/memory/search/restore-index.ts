import { setImmediate as nextTurn } from 'node:timers/promises';
import { restoreAgeOrder } from './age-order.ts';
import { removeDocument } from './change-index.ts';
import { asChunks, roomOf } from './chunked-column.ts';
import type { Column } from './column.ts';
import { idAt, isAlive, mapIds } from './document-table.ts';
import { enterWords } from './enter-words.ts';
import { createIndexState, type IndexState } from './index-state.ts';
import { enterPaths } from './path-map.ts';
import type { SearchSettings } from './search-settings.ts';
import { findHeads } from './session-chain.ts';
import type { LongList, SlabStore } from './slab-store.ts';
import { NAME_MARK, SLOT_COLUMNS } from './snapshot-sections.ts';
import { decodeStrings, stringReader, type StringTable } from './string-table.ts';
import { restoreChains } from './term-dictionary.ts';
import type { Letters } from './word-table.ts';

/** About a millisecond's work. */
const NAMES_AT_ONCE = 4096;
const LETTERS_AT_ONCE = 2 ** 20;

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
  restorePaths(state, read);
  await restoreAgeOrder(state.ages, column(read, 'ages', Uint32Array), state.documents.count, nextTurn);
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
  return {
    width,
    data: asChunks(column(read, `${name}.data`, Uint32Array)),
    used: scalar(read, `${name}Used`),
    start: column(read, `${name}.start`, Uint32Array),
    count: column(read, `${name}.count`, Uint32Array),
    size: column(read, `${name}.size`, Uint8Array),
    free: Array.from(free, (starts) => starts ?? []),
    long: longLists(column(read, `${name}.long`, Uint32Array)),
    lists: scalar(read, `${name}Lists`),
    piece: { data: new Uint32Array(0), at: 0, end: 0 },
  };
}

/** One after the other: five numbers, and where the pieces begin, of which the fifth says how many there are. */
function longLists(numbers: Uint32Array): LongList[] {
  const lists: LongList[] = [];
  for (let at = 0; at < numbers.length; at += 5 + numbers[at + 4]!) {
    const starts = [...numbers.subarray(at + 5, at + 5 + numbers[at + 4]!)];
    const [next, end] = [numbers[at + 2]!, numbers[at + 3]!];
    lists.push({ start: numbers[at]!, head: numbers[at + 1]!, starts, next, end });
  }
  return lists;
}

function restoreDocuments({ documents }: IndexState, read: ReadSections): void {
  const columns: Record<string, Column> = {};
  for (const name of SLOT_COLUMNS) {
    columns[name] = column(read, name, documents[name].constructor as new (...input: never[]) => Column);
  }
  Object.assign(documents, columns);
  documents.termStart = column(read, 'termStart', Uint32Array);
  documents.terms = asChunks(column(read, 'terms', Uint32Array));
  documents.pathStart = column(read, 'pathStart', Uint32Array);
  documents.paths = column(read, 'paths', Uint32Array);
  documents.count = scalar(read, 'count');
  documents.live = scalar(read, 'live');
  documents.conversational = scalar(read, 'conversational');
  const tails = column(read, 'tails', Int32Array);
  for (let at = 0; at < tails.length; at += 2) documents.tails.set(tails[at]!, tails[at + 1]!);
  if (documents.conversational > 0) findHeads(documents);
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
  const isWide = read.columns.get(`${name}.letters`) instanceof Uint16Array;
  return {
    letters: column<Letters>(read, `${name}.letters`, isWide ? Uint16Array : Uint8Array),
    start: column(read, `${name}.start`, Uint32Array),
  };
}

async function restoreIds({ documents }: IndexState, read: ReadSections): Promise<void> {
  documents.ids = Array.from({ length: documents.count }, () => undefined);
  documents.storedId = stringReader(stringTable(read, 'ids'));
  // A name that is not in use leaves its number free: nothing asks for the number, and the map's size still counts it.
  await decodeStrings(stringTable(read, 'names'), (name, number) => {
    documents.names.set(name === '' ? `\u0000unused ${number}` : name.slice(NAME_MARK.length), number);
  });
}

async function restoreWords({ dictionary }: IndexState, read: ReadSections): Promise<void> {
  dictionary.documents = column(read, 'termDocuments', Uint32Array);
  dictionary.chain = column(read, 'chain', Int32Array);
  const { letters, start } = stringTable(read, 'words');
  const { terms } = dictionary;
  terms.count = scalar(read, 'words');
  terms.start = start;
  const wide = new Uint16Array(roomOf(letters.length));
  for (let from = 0; from < letters.length; from += LETTERS_AT_ONCE) {
    wide.set(letters.subarray(from, from + LETTERS_AT_ONCE), from);
    await nextTurn();
  }
  terms.letters = asChunks(wide);
  await enterWords(terms, nextTurn);
  restoreChains(dictionary, column(read, 'chainHeads', Int32Array));
}

function restorePaths({ paths }: IndexState, read: ReadSections): void {
  paths.documents = column(read, 'pathDocuments', Uint32Array);
  paths.termStart = column(read, 'pathTermStart', Uint32Array);
  paths.terms = column(read, 'pathTerms', Uint32Array);
  const names = stringTable(read, 'files');
  paths.count = names.start.length - 1;
  paths.storedName = stringReader(names);
}

/** Few searches need them: paths and ids are entered beside whatever is asked first, unless something comes that needs them. */
export async function enterNames({ documents, paths }: IndexState): Promise<void> {
  while (paths.names.length < paths.count) {
    await nextTurn();
    enterPaths(paths, Math.min(paths.count, paths.names.length + NAMES_AT_ONCE));
  }
  while (documents.mapped < documents.count) {
    await nextTurn();
    mapIds(documents, Math.min(documents.count, documents.mapped + NAMES_AT_ONCE));
  }
}

/** What has expired since is not found anyway; without it the number of documents is that of the recallable rows. */
async function dropExpired(state: IndexState, now: number): Promise<void> {
  const { documents } = state;
  const expired: string[] = [];
  for (let slot = 0; slot < documents.count; slot++) {
    if (documents.validTo[slot]! <= now && isAlive(documents, slot)) expired.push(idAt(documents, slot));
  }
  for (const [at, id] of expired.entries()) {
    removeDocument(state, id);
    if (at % 1000 === 999) await nextTurn();
  }
}
