import { nameTerm, pathTerms, type Tokenize } from './graph-terms.ts';
import type { GraphTermMatch } from './match-graph-terms.ts';

/** A node that a search begins at. */
export interface GraphSeed {
  readonly id: string;
  /** 0 to 1. */
  readonly strength: number;
}

/** A query as the terms of nodes. */
export interface GraphQuery {
  /** Term to what a node that has it is worth by that alone; 0 = a word, which counts by how few nodes have it. */
  readonly worth: ReadonlyMap<string, number>;
  readonly terms: readonly string[];
}

/** Nodes that a search begins at: with 10 edges each the expansion reads a thousand edges at depth 2. */
const MOST_SEEDS = 10;

/** Words of a query that are looked up; a title and a line have ten. */
const MOST_WORDS = 16;
const MOST_NAMES = 24;
const MOST_PATHS = 4;

/** Paths first, then names that are spelled like identifiers, then words that happen to be a name: `start` is in many titles. */
const WORTH = Object.freeze({ path: 1, identifier: 0.95, wordAsName: 0.7, allWords: 0.8 });

const NAME_LIKE = /[\p{L}\p{N}_$@][\p{L}\p{N}_$@./\\:#-]*/gu;

/** The terms that a query is looked up by: its words, what may be a whole name in it, and the given paths. */
export function graphQuery(text: string, paths: readonly string[], tokenize: Tokenize): GraphQuery {
  const worth = new Map<string, number>();
  for (const word of [...new Set(tokenize(text))].slice(0, MOST_WORDS)) worth.set(word, 0);
  const names = (text.match(NAME_LIKE) ?? []).map((name) => name.replace(/[.:#/\\-]+$/u, ''));
  for (const name of [...new Set(names)].slice(0, MOST_NAMES)) {
    const term = nameTerm(name);
    const isWord = /^\p{Lu}?\p{Ll}*$/u.test(name);
    worth.set(term, Math.max(worth.get(term) ?? 0, isWord ? WORTH.wordAsName : WORTH.identifier));
  }
  for (const path of paths.slice(0, MOST_PATHS)) for (const term of pathTerms(path)) worth.set(term, WORTH.path);
  return { worth, terms: [...worth.keys()] };
}

/**
 * The nodes to begin at, strongest first: by path, by whole name, by the share of the query's words that a node has, where a word counts
 * the less the more nodes have it. What a node has of these adds up, never beyond 1. Of equal ones the more important come first.
 */
export function chooseSeeds(
  { worth }: GraphQuery,
  matches: readonly GraphTermMatch[],
  others: readonly GraphSeed[] = [],
): readonly GraphSeed[] {
  const counts = new Map<string, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  const information = (term: string): number => 1 / (1 + Math.log2(counts.get(term) ?? 1));
  const words = [...counts.keys()].filter((term) => worth.get(term) === 0);
  const all = words.reduce((sum, term) => sum + information(term), 0);
  const found = new Map<string, { best: number; covered: number; standing: number }>();
  for (const { term, id, importance, feedback_weight: weight } of matches) {
    const node = found.get(id) ?? { best: 0, covered: 0, standing: importance + weight };
    const alone = worth.get(term) ?? 0;
    if (alone === 0) node.covered += information(term) / all;
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
