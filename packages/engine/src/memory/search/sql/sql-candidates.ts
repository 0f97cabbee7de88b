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

/** As {@link matchTerms}, among the rows that the filter lets through. null = there is no filter. */
export function matchFilteredTerms(
  scope: SearchScope,
  filter: SearchFilter | undefined,
  terms: readonly string[],
  moment: string,
): Statement | null {
  return isFiltering(filter) ? matchTermsInPool(scope, filter, terms, terms.map(quoteLexeme), moment) : null;
}

/** The newest live observations that touch one of the paths. */
export function matchPaths(
  scope: SearchScope,
  filter: SearchFilter | undefined,
  paths: readonly string[],
  moment: string,
): Statement {
  if (isFiltering(filter)) return matchPathsInPool(scope, filter, paths, moment, MATCHES_BY_PATH);
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

function isFiltering(filter: SearchFilter | undefined): filter is SearchFilter {
  return filter?.sessionId !== undefined || filter?.namespace !== undefined;
}

/** A lexeme as tsquery text. Tokens hold letters and digits only; quoting keeps it safe if that ever changes. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll(/['\\]/g, '$&$&')}'`;
}

/**
 * Rows of a session, or newest rows of a scope, among which a filtered query is answered. Without such a pool the matches of each
 * term are cut to 300 of the whole scope before the filter is applied, and a session's rows may not be among them.
 */
const POOL_ROWS = 5000;

/** For each term the live observations in the filter's pool that hold it. */
function matchTermsInPool(
  scope: SearchScope,
  filter: SearchFilter,
  terms: readonly string[],
  queries: readonly string[],
  moment: string,
): Statement {
  return {
    text: `select t.term, pool.id from (${poolText(scope, filter)}) pool
      join unnest($7::text[], $8::text[]) as t (term, query) on pool.terms @@ t.query::tsquery`,
    values: [...poolValues(scope, filter, moment), terms, queries],
  };
}

/** The newest live observations in the filter's pool that touch one of the paths. */
function matchPathsInPool(
  scope: SearchScope,
  filter: SearchFilter,
  paths: readonly string[],
  moment: string,
  most: number,
): Statement {
  return {
    text: `select p.observation_id as id from (${poolText(scope, filter)}) pool
      join observation_paths p on p.org_id = $1 and p.observation_id = pool.id
      where p.path = any($7::text[]) order by p.created_at desc limit $8`,
    values: [...poolValues(scope, filter, moment), paths, most],
  };
}

/**
 * A session has an index of its own; its name is the column's, which writing fills from the metadata. A namespace has none, so it is
 * looked for among the scope's newest rows: in the order of the index that the scope can use, or every row would be read and sorted.
 */
function poolText({ projectId }: SearchScope, { sessionId }: SearchFilter): string {
  const project = projectId === undefined ? '$2::text is null' : 'o.project_id = $2';
  const order = projectId === undefined ? 'o.updated_at' : 'o.created_at';
  const session = sessionId === undefined ? '$3::text is null' : 'o.session_id = $3';
  return `select newest.id, newest.terms from (
      select o.* from observations o where o.org_id = $1 and ${project} and ${session} and o.created_at <= $5::timestamptz
      order by ${order} desc limit $6) newest
    where ($4::text is null or newest.metadata ->> 'namespace' = $4)
      and newest.superseded_by is null and newest.quarantine_reason is null
      and (newest.valid_to is null or newest.valid_to > $5)`;
}

function poolValues(scope: SearchScope, filter: SearchFilter, moment: string): unknown[] {
  return [
    scope.orgId,
    projectColumn(scope.projectId),
    filter.sessionId ?? null,
    filter.namespace ?? null,
    moment,
    POOL_ROWS,
  ];
}
