import { distinct, nameTerm, pathTerms, type Tokenize } from './graph-terms.ts';

/** Terms of a query that are looked up together. */
export interface GraphLookup {
  /** A node is found by any of them. */
  readonly terms: readonly string[];
  /** What a node is worth by that alone; 0 = a word, which counts by how few nodes have it. */
  readonly worth: number;
}

/** Words of a query that are looked up; a title and a line have ten. */
const MOST_WORDS = 12;
const MOST_NAMES = 24;
const MOST_PATHS = 4;

/** Paths first, then names that are spelled like identifiers, then words that happen to be a name: `start` is in many titles. */
const WORTH = Object.freeze({ path: 1, identifier: 0.95, wordAsName: 0.7 });

const WORD = /^\p{Lu}?\p{Ll}*$/u;
const NAME_LIKE = /[\p{L}\p{N}_$@][\p{L}\p{N}_$@./\\:#-]*/gu;

/**
 * What a query is looked up by: each of its words, and in one look-up each the paths, the names that are spelled like identifiers and the
 * words that may be a name: a look-up costs time, and it does not matter which of the names a node has.
 */
export function graphLookups(text: string, paths: readonly string[], tokenize: Tokenize): readonly GraphLookup[] {
  const words = distinct(tokenize(text)).slice(0, MOST_WORDS);
  const spelled = (text.match(NAME_LIKE) ?? []).map((name) => name.replace(/[.:#/\\-]+$/u, ''));
  const names = [...new Set(spelled)].slice(0, MOST_NAMES);
  const groups = [
    { terms: paths.slice(0, MOST_PATHS).flatMap(pathTerms), worth: WORTH.path },
    { terms: distinct(names.filter((name) => !WORD.test(name)).map(nameTerm)), worth: WORTH.identifier },
    { terms: distinct(names.filter((name) => WORD.test(name)).map(nameTerm)), worth: WORTH.wordAsName },
  ];
  return [...words.map((word) => ({ terms: [word], worth: 0 })), ...groups].filter(({ terms }) => terms.length > 0);
}
