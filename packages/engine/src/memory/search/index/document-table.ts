import { grown } from './column.ts';
import type { DocumentTerms } from './document-terms.ts';
import type { SearchDocument } from '../search-document.ts';

/** Bits of {@link DocumentTable.flags}. */
export const ALIVE = 1;
export const CONVERSATIONAL = 2;
export const TALK = 4;

/** Length columns hold 16 bits; 8 KiB of text never has more tokens. */
const LONGEST = 65_535;

/**
 * One row per document ever put, in order of arrival; a row's number is its docId. Removed rows stay, dead, until the
 * index is loaded again, because postings are sorted by docId and only ever grow at the end.
 */
export interface DocumentTable {
  /** Of the living documents, by id. */
  readonly docIds: Map<string, number>;
  /** By docId; empty = dead. */
  ids: string[];
  /** Documents given out, dead ones included. */
  count: number;
  live: number;
  conversational: number;
  flags: Uint8Array;
  createdAt: Float64Array;
  /** NaN = no end: nothing compares with it. */
  validTo: Float64Array;
  /** Tokens in the text and in the paths. */
  textLength: Uint16Array;
  pathLength: Uint16Array;
  /** Numbers of {@link DocumentTable.names}; -1 = none. */
  session: Int32Array;
  namespace: Int32Array;
  /** Order inside the session, for conversational documents. */
  position: Float64Array;
  /** What was said just before and after in the session; -1 = nothing. */
  previous: Int32Array;
  next: Int32Array;
  /** Each row's terms and paths: `terms[termStart[docId] … termStart[docId + 1]]`. */
  termStart: Uint32Array;
  terms: Uint32Array;
  pathStart: Uint32Array;
  paths: Uint32Array;
  /** Sessions and namespaces, numbered by first sight. */
  readonly names: Map<string, number>;
  /** First and last docId of each session's chain, by session number. */
  readonly heads: Map<number, number>;
  readonly tails: Map<number, number>;
}

export function createDocumentTable(): DocumentTable {
  return {
    docIds: new Map(),
    ids: [],
    count: 0,
    live: 0,
    conversational: 0,
    flags: new Uint8Array(0),
    createdAt: new Float64Array(0),
    validTo: new Float64Array(0),
    textLength: new Uint16Array(0),
    pathLength: new Uint16Array(0),
    session: new Int32Array(0),
    namespace: new Int32Array(0),
    position: new Float64Array(0),
    previous: new Int32Array(0),
    next: new Int32Array(0),
    termStart: new Uint32Array(1),
    terms: new Uint32Array(0),
    pathStart: new Uint32Array(1),
    paths: new Uint32Array(0),
    names: new Map(),
    heads: new Map(),
    tails: new Map(),
  };
}

/** What the tokenizer found in a document, as numbers. */
export interface RowContent {
  readonly counts: Pick<DocumentTerms, 'terms' | 'count'>;
  readonly paths: readonly number[];
  readonly textLength: number;
  readonly pathLength: number;
}

/** The id of a docId; empty when it is dead. */
export function idAt(table: DocumentTable, docId: number): string {
  return table.ids[docId]!;
}

/** Adds a living row of a new id, not yet linked into its session. Returns its docId. */
export function addRow(table: DocumentTable, document: SearchDocument, content: RowContent): number {
  const docId = table.count++;
  reserve(table, docId + 1);
  table.ids.push(document.id);
  table.docIds.set(document.id, docId);
  table.flags[docId] = ALIVE | (document.conversational ? CONVERSATIONAL : 0) | (document.talk === true ? TALK : 0);
  table.createdAt[docId] = document.createdAt;
  table.validTo[docId] = document.validTo ?? Number.NaN;
  table.textLength[docId] = Math.min(LONGEST, content.textLength);
  table.pathLength[docId] = Math.min(LONGEST, content.pathLength);
  table.session[docId] = nameNumber(table, document.sessionId);
  table.namespace[docId] = nameNumber(table, document.namespace);
  table.position[docId] = document.position ?? document.createdAt;
  table.previous[docId] = -1;
  table.next[docId] = -1;
  const { terms, count } = content.counts;
  table.terms = appended(table.terms, table.termStart[docId]!, terms, count);
  table.termStart[docId + 1] = table.termStart[docId]! + count;
  table.paths = appended(table.paths, table.pathStart[docId]!, content.paths, content.paths.length);
  table.pathStart[docId + 1] = table.pathStart[docId]! + content.paths.length;
  table.live++;
  if (document.conversational) table.conversational++;
  return docId;
}

/** Marks a living row dead and forgets its id. */
export function killRow(table: DocumentTable, docId: number): void {
  if (isConversational(table, docId)) table.conversational--;
  table.flags[docId] = 0;
  table.live--;
  table.docIds.delete(idAt(table, docId));
  table.ids[docId] = '';
}

export function isAlive(table: DocumentTable, docId: number): boolean {
  return (table.flags[docId]! & ALIVE) !== 0;
}

export function isConversational(table: DocumentTable, docId: number): boolean {
  return (table.flags[docId]! & CONVERSATIONAL) !== 0;
}

function nameNumber(table: DocumentTable, name: string | undefined): number {
  if (name === undefined) return -1;
  const known = table.names.get(name);
  if (known !== undefined) return known;
  table.names.set(name, table.names.size);
  return table.names.size - 1;
}

function reserve(table: DocumentTable, rows: number): void {
  table.flags = grown(table.flags, rows, 0);
  table.createdAt = grown(table.createdAt, rows, 1);
  table.validTo = grown(table.validTo, rows, 2);
  table.textLength = grown(table.textLength, rows, 3);
  table.pathLength = grown(table.pathLength, rows, 4);
  table.session = grown(table.session, rows, 5);
  table.namespace = grown(table.namespace, rows, 6);
  table.position = grown(table.position, rows, 7);
  table.previous = grown(table.previous, rows, 9);
  table.next = grown(table.next, rows, 10);
  table.termStart = grown(table.termStart, rows + 1, 11);
  table.pathStart = grown(table.pathStart, rows + 1, 12);
}

function appended(column: Uint32Array, start: number, values: ArrayLike<number>, count: number): Uint32Array {
  const target = start + count > column.length ? grown(column, start + count) : column;
  for (let at = 0; at < count; at++) target[start + at] = values[at]!;
  return target;
}
