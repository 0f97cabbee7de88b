import type { Row, Statement } from '../../base/database/database.ts';
import { projectColumn, type GraphScope } from './graph-scope.ts';

/** Terms of a query that are looked up together. */
export interface GraphLookup {
  readonly key: string;
  /** A node is found by any of them. */
  readonly terms: readonly string[];
  /** What a node is worth by that alone; 0 = a word, which counts by how few nodes have it. */
  readonly worth: number;
}

/** Nodes fetched for each look-up. A term with more is common: its count tells no more than that. */
const MATCHES_PER_TERM = 200;

/** A node that a look-up found. */
export interface GraphTermMatch extends Row {
  readonly key: string;
  readonly id: string;
  readonly importance: number;
  readonly feedback_weight: number;
}

/** For each look-up up to {@link MATCHES_PER_TERM} nodes that have one of its terms. */
export function matchGraphTerms(scope: GraphScope, lookups: readonly GraphLookup[]): Statement {
  return {
    name: 'inkling_match_graph_terms',
    text: `select t.key, m.id, m.importance, m.feedback_weight from unnest($3::text[], $4::text[]) as t (key, query)
      cross join lateral match_graph_terms($1, $2::text, t.query::tsquery, $5) m`,
    values: [
      scope.orgId,
      projectColumn(scope.projectId),
      lookups.map(({ key }) => key),
      lookups.map(({ terms }) => terms.map(quoteLexeme).join(' | ')),
      MATCHES_PER_TERM,
    ],
  };
}

/** A lexeme as tsquery text. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll(/['\\]/g, '$&$&')}'`;
}
