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
    name_terms: distinct([...tokenize(`${name}\n${qualifiedName}`), `=${name.toLowerCase()}`]),
    path_terms: metadata === null ? null : distinct((metadata.paths ?? []).map((path) => `/${path}`)),
  };
}

function distinct(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].filter((term) => term !== '' && Buffer.byteLength(term, 'utf8') <= LONGEST_TERM_BYTES);
}
