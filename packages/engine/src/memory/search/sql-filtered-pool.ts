import type { Statement } from '../../base/database/database.ts';
import type { SearchFilter, SearchScope } from './search.ts';

/**
 * Rows of a session, or newest rows of a scope, among which a filtered query is answered. Without such a pool the matches of each
 * term are cut to 300 of the whole scope before the filter is applied, and a session's rows may not be among them.
 */
const POOL_ROWS = 5000;

/** For each term the live observations in the filter's pool that hold it. */
export function matchTermsInPool(
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
export function matchPathsInPool(
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
  const project = scope.projectId === undefined ? null : (scope.projectId ?? '');
  return [scope.orgId, project, filter.sessionId ?? null, filter.namespace ?? null, moment, POOL_ROWS];
}
