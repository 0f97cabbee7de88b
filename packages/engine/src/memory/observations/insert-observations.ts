import type { Statement } from '../../base/database/database.ts';
import type { PreparedObservation } from './prepare-observation.ts';

/**
 * Inserts the rows that are new, with their paths, and answers `id` and `updated_at` of those. A row whose statement (or id) is
 * already there is left out, also when it is there twice in one batch. Give the rows sorted by {@link byStatement}: two writers
 * that insert the same statements in different orders would wait for each other forever, and one would fail.
 * With `supersedes`, nothing is inserted unless that observation is still in force.
 */
export function insertObservations(
  orgId: string,
  rows: readonly PreparedObservation[],
  supersedes: string | null = null,
): Statement {
  return {
    text: `
      with input as (
        select * from jsonb_to_recordset($2::jsonb) as r(
          id uuid, project_id text, agent_id text, session_id text, kind text, content text, content_hash text, source text,
          classification text, weight double precision, pinned boolean, metadata jsonb, simhash bigint, superseded_by uuid,
          valid_to timestamptz, quarantine_reason text, created_at timestamptz, terms text[])
      ), created as (
        insert into observations (
          org_id, id, project_id, agent_id, session_id, kind, content, content_hash, source, classification, weight, pinned,
          metadata, simhash, superseded_by, valid_to, quarantine_reason, created_at, terms)
        select $1, id, project_id, agent_id, session_id, kind, content, content_hash, source, classification, weight, pinned,
          metadata, simhash, superseded_by, valid_to, quarantine_reason, created_at, array_to_tsvector(terms)
        from input
        where $3::uuid is null or exists (
          select from observations old where old.org_id = $1 and old.id = $3 and old.superseded_by is null)
        on conflict do nothing
        returning id, project_id, metadata, created_at, updated_at
      ), paths as (
        insert into observation_paths (org_id, path, observation_id, project_id, created_at)
        select $1, path, created.id, created.project_id, created.created_at
        from created cross join lateral jsonb_array_elements_text(created.metadata -> 'paths') as path
        on conflict do nothing
      )
      select id, updated_at from created`,
    values: [orgId, `[${rows.map((row) => row.columns).join(',')}]`, supersedes],
  };
}

/** One order for all writers. */
export function byStatement(a: PreparedObservation, b: PreparedObservation): number {
  return (
    compare(a.projectId ?? '', b.projectId ?? '') ||
    compare(a.agentId, b.agentId) ||
    compare(a.contentHash, b.contentHash)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
