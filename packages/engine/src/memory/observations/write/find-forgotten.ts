import { baseSessionId } from '../../../base/text/base-session-id.ts';
import type { Row, Statement, TenantDatabase } from '../../../base/database/database.ts';
import type { PreparedObservation } from './prepare-observation.ts';
import { findStatements, type StandingRow, statementKey } from './write-observations.ts';

/** What the change log says of a forgetting whose source has the text no more: an import may bring it again. */
export const MAY_RETURN = 'may-return';

/**
 * Of rows that an import brings, those that somebody forgot: by the session (all that an import knows of it, whether it was there or not), or
 * by the observation (the same text in the same project). What stands all the same, because it was brought back by hand, is none of them.
 */
export async function findForgotten(
  tenant: TenantDatabase,
  rows: readonly PreparedObservation[],
): Promise<ReadonlySet<PreparedObservation>> {
  const imported = rows.filter(({ source }) => source === 'import');
  if (imported.length === 0) return new Set();
  const [sessions = [], statements = []] = await tenant.batch([
    forgottenSessions(tenant.orgId, [...new Set(imported.flatMap(sessionsOf))]),
    forgottenStatements(tenant.orgId, [...new Set(imported.map(({ contentHash }) => contentHash))]),
  ]);
  if (sessions.length + statements.length === 0) return new Set();
  const subjects = new Set(sessions.map(({ subject }) => subject as string));
  const stones = new Set(statements.map(stoneKey));
  const forgotten = imported.filter(
    (row) => sessionsOf(row).some((id) => subjects.has(SESSION + id)) || stones.has(stoneKey({ ...row })),
  );
  const standing = await tenant.query<StandingRow>(findStatements(tenant.orgId, forgotten));
  const known = new Set(standing.map(statementKey));
  return new Set(forgotten.filter((row) => !known.has(statementKey(row))));
}

const SESSION = 'session:';

/** As forgetting finds it: by its column, by its metadata, and with the session that it goes on from. */
function sessionsOf({ sessionId, metadata }: PreparedObservation): string[] {
  const named = [sessionId, metadata.sessionId].filter((id) => typeof id === 'string');
  return [...named, ...named.map(baseSessionId)];
}

function stoneKey({ projectId, contentHash }: Row): string {
  return JSON.stringify([projectId, contentHash]);
}

function forgottenSessions(orgId: string, sessionIds: readonly string[]): Statement {
  return {
    text: `
      select distinct c.subject from config_changes c
      where c.org_id = $1 and c.field = 'forget' and c.subject = any($2::text[])`,
    values: [orgId, sessionIds.map((id) => SESSION + id)],
  };
}

/** By way of the change log: of the tombstones, most are of projects and of what was outlived. */
function forgottenStatements(orgId: string, hashes: readonly string[]): Statement {
  return {
    text: `
      select nullif(t.project_id, '') as "projectId", t.content_hash as "contentHash"
      from config_changes c
      join observation_tombstones t on t.org_id = $1 and t.observation_id = substr(c.subject, length('observation:') + 1)::uuid
      where c.org_id = $1 and c.field = 'forget' and c.new_value is null and starts_with(c.subject, 'observation:')
        and t.content_hash = any($2::text[])`,
    values: [orgId, hashes],
  };
}
