import { grown, addDoc, hasDoc, type DocSet } from './column.ts';

/**
 * Documents that are scored for every term before the next ones are: what scoring writes for them fits the processor's cache. Term by term
 * over a million documents, each posting waited for memory.
 */
export const WINDOW = 4096;

/** The documents that a query's paths lift, or the times that it names. */
export interface LiftedDocs {
  docIds: DocSet;
  /** Those of them that a hint itself reaches, and not only a file that changes together with it. */
  hintedDocs: DocSet;
  /** Those that a hint reaches, path by path, ascending: they are found without a word in common. */
  readonly hinted: Uint32Array[];
  /** Those that a term has found. */
  matched: DocSet;
}

/** Room for one query at a time, all 0 between queries. Reused: a query allocates almost nothing. */
export interface Scratch {
  /** Raw BM25F of the docIds in hand: those of a window, counted from its first; in a scope with dialogues all. */
  raw: Float64Array;
  /** The places in `raw` that are not 0, in the order they were reached. */
  touched: Uint32Array;
  touchedCount: number;
  /** What the scan found: what no path lifts, and what one does. */
  readonly plain: MatchList;
  readonly lifted: MatchList;
  readonly lifts: LiftedDocs;
  /** Pseudo-frequencies of the term in hand; scopes with dialogues only. */
  frequency: Float64Array;
  readonly frequencyDocs: number[];
}

export function createScratch(): Scratch {
  return {
    raw: new Float64Array(0),
    touched: new Uint32Array(0),
    touchedCount: 0,
    plain: createMatchList(),
    lifted: createMatchList(),
    lifts: { docIds: new Uint8Array(0), hintedDocs: new Uint8Array(0), hinted: [], matched: new Uint8Array(0) },
    frequency: new Float64Array(0),
    frequencyDocs: [],
  };
}

export function reserveScratch(scratch: Scratch, docIds: number, hasDialogues: boolean): void {
  const inHand = hasDialogues ? docIds : Math.min(WINDOW, docIds);
  scratch.raw = grown(scratch.raw, inHand);
  scratch.touched = grown(scratch.touched, inHand);
  if (hasDialogues) scratch.frequency = grown(scratch.frequency, docIds);
  const { lifts } = scratch;
  for (const set of ['docIds', 'hintedDocs', 'matched'] as const) lifts[set] = grown(lifts[set], docIds);
}

/** Sets back to 0 what a query touched, however it ended. */
export function clearScratch(scratch: Scratch): void {
  const { raw, touched, touchedCount, lifts } = scratch;
  for (let at = 0; at < touchedCount; at++) raw[touched[at]!] = 0;
  scratch.touchedCount = 0;
  for (const docId of scratch.frequencyDocs) scratch.frequency[docId] = 0;
  clearLifts(lifts);
  scratch.frequencyDocs.length = 0;
  beginMatches(scratch);
}

/** Nothing is lifted any more. */
export function clearLifts(lifts: LiftedDocs): void {
  lifts.docIds.fill(0);
  lifts.hintedDocs.fill(0);
  lifts.hinted.length = 0;
}

/** Adds to the raw score of a place. The amount must be positive: 0 is how an untouched place is told. */
export function addRaw(scratch: Scratch, place: number, amount: number): void {
  if (scratch.raw[place] === 0) scratch.touched[scratch.touchedCount++] = place;
  scratch.raw[place] = scratch.raw[place]! + amount;
}

export function addFrequency(scratch: Scratch, docId: number, amount: number): void {
  if (scratch.frequency[docId] === 0) scratch.frequencyDocs.push(docId);
  scratch.frequency[docId] = scratch.frequency[docId]! + amount;
}

/** Before a scan: nothing is found yet. */
export function beginMatches({ plain, lifted, lifts }: Scratch): void {
  plain.count = 0;
  lifted.count = 0;
  lifts.matched.fill(0);
}

/** Moves the raw scores in hand to the matches; `base` is the docId of the first place. */
export function takeMatches(scratch: Scratch, base: number): void {
  const { raw, touched, touchedCount, plain, lifted, lifts } = scratch;
  reserveMatches(plain, plain.count + touchedCount);
  reserveMatches(lifted, lifted.count + touchedCount);
  const { docIds: isLifted, matched } = lifts;
  const { docIds, scores } = plain;
  let { count } = plain;
  for (let at = 0; at < touchedCount; at++) {
    const place = touched[at]!;
    const docId = base + place;
    if (hasDoc(isLifted, docId)) {
      addDoc(matched, docId);
      lifted.docIds[lifted.count] = docId;
      lifted.scores[lifted.count++] = raw[place]!;
    } else {
      docIds[count] = docId;
      scores[count++] = raw[place]!;
    }
    raw[place] = 0;
  }
  plain.count = count;
  scratch.touchedCount = 0;
}

/** Documents that a scan found, each with its raw BM25F, side by side: passes over them read memory in order. */
export interface MatchList {
  docIds: Uint32Array;
  scores: Float64Array;
  count: number;
}

function createMatchList(): MatchList {
  return { docIds: new Uint32Array(0), scores: new Float64Array(0), count: 0 };
}

function reserveMatches(list: MatchList, room: number): void {
  list.docIds = grown(list.docIds, room);
  list.scores = grown(list.scores, room);
}
