import { grown } from './column.ts';
import { addWord, createWordTable, findWord, type WordTable } from './word-table.ts';

/** Places of {@link KnownRuns.seen} at first, and at most; powers of two. What comes again after fewer other runs is kept. */
const FEWEST_PLACES = 1 << 8;
const MOST_PLACES = 1 << 14;

/** The cache is emptied when it is full: a bound that holds whatever is indexed. About 3 MB. */
const MOST_RUNS = 1 << 16;

/**
 * What runs of ASCII letters and joiners become, in the numbers of one dictionary. A run seen before costs one look-up by a hash that
 * was computed while it was scanned, and no string is made of it.
 */
export interface KnownRuns {
  /** Each run as it is written. */
  runs: WordTable<Uint8Array>;
  /** What it becomes: `terms[termStart[run] … termStart[run + 1]]`; none for a stop word. */
  termStart: Uint32Array;
  terms: Uint32Array;
  /** The hashes of runs that were seen lately, each at a place of its own; a scope of a few statements needs few places. */
  seen: Int32Array;
  /** How many hashes were put there since it has so many places. */
  put: number;
}

export function createKnownRuns(): KnownRuns {
  return {
    runs: createWordTable(new Uint8Array(0)),
    termStart: new Uint32Array(1),
    terms: new Uint32Array(0),
    seen: new Int32Array(FEWEST_PLACES),
    put: 0,
  };
}

/** The number of the run that `bytes` hold from `from` to `to`; -1 = not known. */
export function findRun(known: KnownRuns, bytes: Uint8Array, from: number, to: number, hash: number): number {
  return findWord(known.runs, bytes, from, to, hash);
}

/**
 * Whether a run of this hash was seen lately. Half of the runs of a history are identifiers that stand in one statement: kept, they would
 * push the words out, and what is known would not fit into the processor's memory.
 */
export function isSeenAgain(known: KnownRuns, hash: number): boolean {
  const place = placeOf(known.seen, hash);
  if (known.seen[place] === hash) return true;
  known.seen[place] = hash;
  known.put += 1;
  if (known.put === known.seen.length && known.put < MOST_PLACES) spread(known);
  return false;
}

const placeOf = ({ length }: Int32Array, hash: number): number => (hash ^ (hash >>> 15)) & (length - 1);

/** Gives what was seen twice as many places. */
function spread(known: KnownRuns): void {
  const wider = new Int32Array(2 * known.seen.length);
  for (const hash of known.seen) if (hash !== 0) wider[placeOf(wider, hash)] = hash;
  known.seen = wider;
  known.put = 0;
}

/** Adds the run that `bytes` hold, which is not known, with the terms from `first` to `last`. */
export function addRun(
  known: KnownRuns,
  bytes: Uint8Array,
  from: number,
  to: number,
  hash: number,
  terms: Uint32Array,
  first: number,
  last: number,
): void {
  if (known.runs.count === MOST_RUNS) Object.assign(known, createKnownRuns());
  const run = addWord(known.runs, bytes, from, to, hash);
  if (run + 2 > known.termStart.length) known.termStart = grown(known.termStart, run + 2);
  const start = known.termStart[run]!;
  const end = start + last - first;
  if (end > known.terms.length) known.terms = grown(known.terms, end);
  for (let at = first; at < last; at++) known.terms[start + at - first] = terms[at]!;
  known.termStart[run + 1] = end;
}
