import { pathSegments } from '../../base/normalize-path.ts';
import type { GraphNodeMetadata } from './graph-node.ts';

/** Splits a text into the tokens it is found by. Give the one that queries are split with. */
export type Tokenize = (text: string) => readonly string[];

/** PostgreSQL refuses lexemes of 2,047 bytes and more; no name that is looked up is near it. */
const LONGEST_TERM_BYTES = 1024;

/** What a node is found by: the words of its names, the whole name, the whole paths. */
export interface NodeTerms {
  readonly name_terms: readonly string[];
  readonly path_terms: readonly string[] | null;
}

/**
 * The terms of a node, in one column with one index. Words hold letters and digits only, so a sign in front tells the other two apart:
 * `=authservice` is a whole name in lower case, `/src/auth.ts` a whole path.
 */
export function nodeTerms(
  { name, qualifiedName }: { readonly name: string; readonly qualifiedName: string },
  metadata: GraphNodeMetadata | null,
  tokenize: Tokenize,
): NodeTerms {
  return {
    name_terms: distinct([...tokenize(`${name}\n${qualifiedName}`), nameTerm(name)]),
    path_terms: metadata === null ? null : distinct((metadata.paths ?? []).map((path) => `/${path}`)),
  };
}

/** The term of a whole name. */
function nameTerm(name: string): string {
  return `=${name.toLowerCase()}`;
}

/** The terms of a path and its endings at segment boundaries: a hint is often absolute where nodes are relative. */
function pathTerms(path: string): readonly string[] {
  const segments = pathSegments(path);
  return distinct(segments.map((_, at) => `/${segments.slice(at).join('/')}`));
}

/** Each once, without those that are too long to be looked up. */
function distinct(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].filter((term) => term !== '' && Buffer.byteLength(term, 'utf8') <= LONGEST_TERM_BYTES);
}

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
