import { chunksOf } from '../../../base/lists.ts';
import type { TenantDatabase, Row, Statement } from '../../../base/database/database.ts';
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { Observation } from '../observation.ts';
import type { PreparedObservation } from './prepare-observation.ts';

/**
 * Most rows in one transaction. Embedded, nothing else is answered meanwhile, a tool call with 100 ms for everything included: 200 rows held
 * PGlite's only connection for 106 ms, 50 hold it for 28 and cost 15 % more a row.
 */
export const ROWS_PER_WRITE = 50;

/** A forgetting that runs at the same moment can take the row that a write lost to; trying again then creates it. */
const MAX_ATTEMPTS = 3;

/** One row's end: the row that now stands for the statement, and whether this write made it. */
export interface WrittenObservation {
  readonly created: boolean;
  readonly standing: Pick<Observation, 'id' | 'supersededBy' | 'validTo' | 'quarantineReason'>;
}

/**
 * How rows are dated. `by-now`: at the latest when they are stored, by the database's clock. It is the one that processes share: what a machine whose
 * clock is ahead stores is then recalled by the others at once.
 */
export type Dating = 'as-given' | 'by-now';

/** A clock of a caller's own may be ahead on purpose. */
export const datingOf = (clock: Clock): Dating => (clock === systemClock ? 'by-now' : 'as-given');

/**
 * Writes rows in batches of at most 50, each one transaction and sorted by itself: sorting 100,000 rows at once blocked the thread
 * for 0.1 s, and laid them down in an order in which no page of a scope reads them. Answers one result per row in the order given.
 * The same statement twice, in one call or by two writers at once, is one row; exactly one result says `created`.
 * null = neither stored nor found, because the row's id belongs to another statement. `onCreated` hears of each batch's new rows after its commit.
 */
export async function writeObservations(
  tenant: TenantDatabase,
  rows: readonly PreparedObservation[],
  onCreated: (created: readonly Observation[]) => void,
  dating: Dating = 'as-given',
): Promise<(WrittenObservation | null)[]> {
  const written = new Map<PreparedObservation, WrittenObservation>();
  for (const batch of chunksOf(rows, ROWS_PER_WRITE)) {
    await writeBatch(tenant, batch.toSorted(byStatement), written, onCreated, dating);
  }
  return rows.map((row) => written.get(row) ?? null);
}

async function writeBatch(
  tenant: TenantDatabase,
  batch: readonly PreparedObservation[],
  written: Map<PreparedObservation, WrittenObservation>,
  onCreated: (created: readonly Observation[]) => void,
  dating: Dating,
): Promise<void> {
  let open = batch;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && open.length > 0; attempt++) {
    // The second statement sees what other writers committed while the first one waited for them.
    const [inserted = [], standing = []] = await tenant.batch([
      insertObservations(tenant.orgId, open, { dating }),
      findStatements(tenant.orgId, open),
    ]);
    const updatedAt = new Map(inserted.map((row) => [row['id'] as string, row['updated_at'] as string]));
    settle(open, updatedAt, standing as StandingRow[], written);
    const created = open.filter((row) => updatedAt.has(row.id));
    if (created.length > 0) onCreated(created.map((row) => observationOf(tenant.orgId, row, updatedAt.get(row.id)!)));
    open = open.filter((row) => !written.has(row));
  }
}

function settle(
  rows: readonly PreparedObservation[],
  created: ReadonlyMap<string, string>,
  standing: readonly StandingRow[],
  written: Map<PreparedObservation, WrittenObservation>,
): void {
  const byKey = new Map(standing.map((row) => [statementKey(row), row]));
  for (const row of rows) {
    const found = byKey.get(statementKey(row));
    if (found) written.set(row, { created: created.has(row.id), standing: found });
  }
}

/** What a row is once it is stored. */
export function observationOf(orgId: string, row: PreparedObservation, updatedAt: string): Observation {
  const { columns: _columns, redacted: _redacted, ...rest } = row;
  return { orgId, ...rest, updatedAt };
}

/** The row that stands for a statement, as {@link findStatements} answers it. */
export type StandingRow = Row & Identity & WrittenObservation['standing'];

/** Finds the rows that hold the same statements (project, agent, content hash) as the given ones. */
export function findStatements(orgId: string, rows: readonly PreparedObservation[]): Statement {
  return {
    text: `
      select o.id, nullif(o.project_id, '') as "projectId", o.agent_id as "agentId", o.content_hash as "contentHash",
        o.superseded_by as "supersededBy", o.valid_to as "validTo", o.quarantine_reason as "quarantineReason"
      from unnest($2::text[], $3::text[], $4::text[]) as k(project_id, agent_id, content_hash)
      join observations o on o.org_id = $1 and o.project_id = k.project_id and o.agent_id = k.agent_id
        and o.content_hash = k.content_hash`,
    values: [
      orgId,
      rows.map((row) => row.projectId ?? ''),
      rows.map((row) => row.agentId),
      rows.map((row) => row.contentHash),
    ],
  };
}

/** What identifies a statement within an organisation. */
type Identity = Pick<Observation, 'projectId' | 'agentId' | 'contentHash'>;

/** The same as one text. */
export function statementKey({ projectId, agentId, contentHash }: Identity): string {
  return JSON.stringify([projectId ?? '', agentId, contentHash]);
}

/**
 * Inserts the rows that are new, with their paths, and answers `id` and `updated_at` of those. A row whose statement (or id) is
 * already there is left out, also when it is there twice in one batch. Give the rows sorted by {@link byStatement}: two writers
 * that insert the same statements in different orders would wait for each other forever, and one would fail.
 * With `supersedes`, nothing is inserted unless that observation is still in force.
 */
export function insertObservations(
  orgId: string,
  rows: readonly PreparedObservation[],
  { dating, supersedes = null }: { readonly dating: Dating; readonly supersedes?: string | null },
): Statement {
  return {
    text: `
      with input as (
        select * from jsonb_to_recordset($2::jsonb) as r(
          id uuid, "projectId" text, "agentId" text, "sessionId" text, kind text, content text, "contentHash" text, source text,
          classification text, weight double precision, pinned boolean, metadata jsonb, simhash bigint, "supersededBy" uuid,
          "validTo" timestamptz, "quarantineReason" text, "createdAt" timestamptz, terms text[])
      ), created as (
        insert into observations (
          org_id, id, project_id, agent_id, session_id, kind, content, content_hash, source, classification, weight, pinned,
          metadata, simhash, superseded_by, valid_to, quarantine_reason, created_at, terms)
        select $1, id, "projectId", "agentId", "sessionId", kind, content, "contentHash", source, classification, weight, pinned,
          metadata, simhash, "supersededBy", "validTo", "quarantineReason",
          case when $4::boolean then least("createdAt", date_trunc('milliseconds', clock_timestamp())) else "createdAt" end,
          array_to_tsvector(terms)
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
    values: [orgId, `[${rows.map((row) => row.columns).join(',')}]`, supersedes, dating === 'by-now'],
  };
}

/** One order for all writers. */
function byStatement(left: PreparedObservation, right: PreparedObservation): number {
  const [a, b] = [statementKey(left), statementKey(right)];
  return a < b ? -1 : Number(a > b);
}
