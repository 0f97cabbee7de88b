import type { Row, Statement } from '../../../base/database/database.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import type { ScopeRow } from '../../observations/observation.ts';
import type { SearchFilter, SearchScope } from '../search.ts';

/** Matches fetched for each term. A term with more is common: its count tells no more than that. */
const MATCHES_PER_TERM = 300;

/** Rows counted in a scope: enough to tell a rare word from a common one. */
export const ROWS_COUNTED = 5000;

/** Documents fetched for each query by their path alone, newest first. */
const MATCHES_BY_PATH = 100;

export interface TermMatch extends Row {
  readonly term: string;
  readonly id: string;
}

/** A row of {@link readCandidateRows}. */
export interface CandidateRow extends Row, Omit<ScopeRow, 'kind'> {
  readonly createdAt: string;
}

/** How many rows the scope has, at most {@link ROWS_COUNTED}. */
export function countScopeRows(scope: SearchScope): Statement {
  return {
    name: 'search-count-scope',
    text: `select count(*)::int as rows from (
        select from observations where org_id = $1 and ($2::text is null or project_id = $2) limit $3
      ) counted`,
    values: [scope.orgId, projectColumn(scope.projectId), ROWS_COUNTED],
  };
}

/** For each term up to {@link MATCHES_PER_TERM} live observations that hold it. */
export function matchTerms(scope: SearchScope, terms: readonly string[], moment: string): Statement {
  return {
    name: 'search-match-terms',
    text: `select t.term, m.id from unnest($3::text[], $4::text[]) as t (term, query)
      cross join lateral match_observation_terms($1, $2::text, t.query::tsquery, $5::timestamptz, $6) m`,
    values: [scope.orgId, projectColumn(scope.projectId), terms, terms.map(quoteLexeme), moment, MATCHES_PER_TERM],
  };
}

/** The newest live observations that touch one of the paths. */
export function matchPaths(scope: SearchScope, paths: readonly string[], moment: string): Statement {
  return {
    name: 'search-match-paths',
    text: `select observation_id as id from observation_paths
      where org_id = $1 and ($2::text is null or project_id = $2) and path = any($3::text[]) and created_at <= $4
      order by created_at desc limit $5`,
    values: [scope.orgId, projectColumn(scope.projectId), paths, moment, MATCHES_BY_PATH],
  };
}

/** What ranking needs of the candidates. Rows that may not be recalled are left out. */
export function readCandidateRows(orgId: string, ids: readonly string[], moment: string): Statement {
  return {
    name: 'search-read-candidates',
    text: `select id, nullif(project_id, '') as "projectId", session_id as "sessionId", content, metadata, created_at as "createdAt",
        valid_to as "validTo"
      from observations
      where org_id = $1 and id = any($2::uuid[]) and superseded_by is null and quarantine_reason is null
        and created_at <= $3 and (valid_to is null or valid_to > $3)`,
    values: [orgId, ids, moment],
  };
}

/** A lexeme as tsquery text. Tokens hold letters and digits only; quoting keeps it safe if that ever changes. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll(/['\\]/g, '$&$&')}'`;
}

/** Rows of a scope among which those of a namespace are looked for. */
const ROWS_LOOKED_AT = 5000;

/** Rows that a filter lets through and a query is answered from: a session has 200 exchanges at most. */
const ROWS_WITHIN = 300;

/**
 * The newest rows that the filter lets through, whatever their words. A session has an index of its own; its name is the column's, which writing
 * fills from the metadata. A namespace has none, so it is looked for among the scope's newest rows: in the order of the index that the scope can
 * use, or every row would be read and sorted.
 */
export function newestWithin(
  { orgId, projectId }: SearchScope,
  { sessionId, namespace }: SearchFilter,
  moment: string,
): Statement {
  const project = projectId === undefined ? '$2::text is null' : 'o.project_id = $2';
  const order = projectId === undefined ? 'o.updated_at' : 'o.created_at';
  const session = sessionId === undefined ? '$3::text is null' : 'o.session_id = $3';
  return {
    text: `select newest.id from (
        select o.* from observations o where o.org_id = $1 and ${project} and ${session} and o.created_at <= $5::timestamptz
        order by ${order} desc limit ${ROWS_LOOKED_AT}) newest
      where $4::text is null or newest.metadata ->> 'namespace' = $4 limit ${ROWS_WITHIN}`,
    values: [orgId, projectColumn(projectId), sessionId ?? null, namespace ?? null, moment],
  };
}
