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
export function nameTerm(name: string): string {
  return `=${name.toLowerCase()}`;
}

/** The terms of a path and its endings at segment boundaries: a hint is often absolute where nodes are relative. */
export function pathTerms(path: string): readonly string[] {
  const segments = pathSegments(path);
  return distinct(segments.map((_, at) => `/${segments.slice(at).join('/')}`));
}

/** Each once, without those that are too long to be looked up. */
export function distinct(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].filter((term) => term !== '' && Buffer.byteLength(term, 'utf8') <= LONGEST_TERM_BYTES);
}
