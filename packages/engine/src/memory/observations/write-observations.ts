import type { TenantDatabase } from '../../base/database/database.ts';
import { type StandingRow, findStatements, statementKey } from './find-statements.ts';
import { byStatement, insertObservations } from './insert-observations.ts';
import type { Observation } from './observation.ts';
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
 * Writes rows in batches of at most 50, each one transaction and sorted by itself: sorting 100,000 rows at once blocked the thread
 * for 0.1 s, and laid them down in an order in which no page of a scope reads them. Answers one result per row in the order given.
 * The same statement twice, in one call or by two writers at once, is one row; exactly one result says `created`.
 * null = neither stored nor found, because the row's id belongs to another statement. `onCreated` hears of each batch's new rows after its commit.
 */
export async function writeObservations(
  tenant: TenantDatabase,
  rows: readonly PreparedObservation[],
  onCreated: (created: readonly Observation[]) => void,
): Promise<(WrittenObservation | null)[]> {
  const written = new Map<PreparedObservation, WrittenObservation>();
  for (let from = 0; from < rows.length; from += ROWS_PER_WRITE) {
    const batch = rows.slice(from, from + ROWS_PER_WRITE).sort(byStatement);
    await writeBatch(tenant, batch, written, onCreated);
  }
  return rows.map((row) => written.get(row) ?? null);
}

async function writeBatch(
  tenant: TenantDatabase,
  batch: readonly PreparedObservation[],
  written: Map<PreparedObservation, WrittenObservation>,
  onCreated: (created: readonly Observation[]) => void,
): Promise<void> {
  let open = batch;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && open.length > 0; attempt++) {
    // The second statement sees what other writers committed while the first one waited for them.
    const [inserted = [], standing = []] = await tenant.batch([
      insertObservations(tenant.orgId, open),
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
  const byKey = new Map(standing.map((row) => [statementKey(row.project_id, row.agent_id, row.content_hash), row]));
  for (const row of rows) {
    const found = byKey.get(statementKey(row.projectId, row.agentId, row.contentHash));
    if (!found) continue;
    const { id, superseded_by: supersededBy, valid_to: validTo, quarantine_reason: quarantineReason } = found;
    written.set(row, { created: created.has(row.id), standing: { id, supersededBy, validTo, quarantineReason } });
  }
}

function observationOf(orgId: string, row: PreparedObservation, updatedAt: string): Observation {
  const { columns: _columns, redacted: _redacted, ...rest } = row;
  return { orgId, ...rest, updatedAt };
}
