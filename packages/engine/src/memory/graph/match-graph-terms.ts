import type { Row, Statement } from '../../base/database/database.ts';
import { projectColumn, type GraphScope } from './graph-scope.ts';

/** Nodes fetched for each term. A term with more is common: its count tells no more than that. */
const MATCHES_PER_TERM = 200;

/** A node that has a term of the query. */
export interface GraphTermMatch extends Row {
  readonly term: string;
  readonly id: string;
  readonly importance: number;
  readonly feedback_weight: number;
}

/** For each term up to {@link MATCHES_PER_TERM} nodes that have it. */
export function matchGraphTerms(scope: GraphScope, terms: readonly string[]): Statement {
  return {
    name: 'inkling_match_graph_terms',
    text: `select t.term, m.id, m.importance, m.feedback_weight from unnest($3::text[], $4::text[]) as t (term, query)
      cross join lateral match_graph_terms($1, $2::text, t.query::tsquery, $5) m`,
    values: [scope.orgId, projectColumn(scope.projectId), terms, terms.map(quoteLexeme), MATCHES_PER_TERM],
  };
}

/** A lexeme as tsquery text. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll(/['\\]/g, '$&$&')}'`;
}
