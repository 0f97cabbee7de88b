import { nameTerm, pathTerms, type Tokenize } from './graph-terms.ts';
import type { GraphLookup, GraphTermMatch } from './match-graph-terms.ts';

/** A node that a search begins at. */
export interface GraphSeed {
  readonly id: string;
  /** 0 to 1. */
  readonly strength: number;
}

/** Nodes that a search begins at: with 10 edges each the expansion reads a thousand edges at depth 2. */
const MOST_SEEDS = 10;

/** Words of a query that are looked up; a title and a line have ten. */
const MOST_WORDS = 12;
const MOST_NAMES = 24;
const MOST_PATHS = 4;

/** Paths first, then names that are spelled like identifiers, then words that happen to be a name: `start` is in many titles. */
const WORTH = Object.freeze({ path: 1, identifier: 0.95, wordAsName: 0.7, allWords: 0.8 });

const WORD = /^\p{Lu}?\p{Ll}*$/u;
const NAME_LIKE = /[\p{L}\p{N}_$@][\p{L}\p{N}_$@./\\:#-]*/gu;

/**
 * What a query is looked up by: each of its words, and in one look-up each the paths, the names that are spelled like identifiers and the
 * words that may be a name. A look-up costs half a millisecond on PGlite, and it does not matter which of the names a node has.
 */
export function graphLookups(text: string, paths: readonly string[], tokenize: Tokenize): readonly GraphLookup[] {
  const words = [...new Set(tokenize(text))].slice(0, MOST_WORDS);
  const spelled = (text.match(NAME_LIKE) ?? []).map((name) => name.replace(/[.:#/\\-]+$/u, ''));
  const names = [...new Set(spelled)].slice(0, MOST_NAMES);
  const groups = [
    { key: '/', terms: paths.slice(0, MOST_PATHS).flatMap(pathTerms), worth: WORTH.path },
    { key: '=', terms: names.filter((name) => !WORD.test(name)).map(nameTerm), worth: WORTH.identifier },
    { key: '~', terms: names.filter((name) => WORD.test(name)).map(nameTerm), worth: WORTH.wordAsName },
  ];
  return [...words.map((word) => ({ key: word, terms: [word], worth: 0 })), ...groups].filter(
    ({ terms }) => terms.length > 0,
  );
}

/**
 * The nodes to begin at, strongest first: by path, by whole name, by the share of the query's words that a node has, where a word counts
 * the less the more nodes have it. What a node has of these adds up, never beyond 1. Of equal ones the more important come first.
 */
export function chooseSeeds(
  lookups: readonly GraphLookup[],
  matches: readonly GraphTermMatch[],
  others: readonly GraphSeed[] = [],
): readonly GraphSeed[] {
  const worth = new Map(lookups.map((lookup) => [lookup.key, lookup.worth]));
  const counts = new Map<string, number>();
  for (const { key } of matches) counts.set(key, (counts.get(key) ?? 0) + 1);
  const information = (key: string): number => 1 / (1 + Math.log2(counts.get(key) ?? 1));
  const words = [...counts.keys()].filter((key) => worth.get(key) === 0);
  const all = words.reduce((sum, key) => sum + information(key), 0);
  const found = new Map<string, { best: number; covered: number; standing: number }>();
  for (const { key, id, importance, feedback_weight: weight } of matches) {
    const node = found.get(id) ?? { best: 0, covered: 0, standing: importance + weight };
    const alone = worth.get(key) ?? 0;
    if (alone === 0) node.covered += information(key) / all;
    else node.best = Math.max(node.best, alone);
    found.set(id, node);
  }
  const ranked = [
    ...[...found].map(([id, { best, covered, standing }]) => {
      return { id, strength: 1 - (1 - best) * (1 - WORTH.allWords * covered), standing };
    }),
    ...others.map(({ id, strength }) => ({ id, strength, standing: 0 })),
  ].sort((a, b) => b.strength - a.strength || b.standing - a.standing || (a.id < b.id ? -1 : 1));
  const strongest = new Map<string, GraphSeed>();
  for (const { id, strength } of ranked) {
    if (strongest.size < MOST_SEEDS && !strongest.has(id)) strongest.set(id, { id, strength });
  }
  return [...strongest.values()];
}
