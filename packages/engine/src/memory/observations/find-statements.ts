import type { Row, Statement } from '../../base/database/database.ts';
import type { PreparedObservation } from './prepare-observation.ts';

/** The row that stands for a statement, as {@link findStatements} answers it. */
export interface StandingRow extends Row {
  readonly id: string;
  readonly project_id: string;
  readonly agent_id: string;
  readonly content_hash: string;
  readonly superseded_by: string | null;
  readonly valid_to: string | null;
  readonly quarantine_reason: string | null;
}

/** Finds the rows that hold the same statements (project, agent, content hash) as the given ones. */
export function findStatements(orgId: string, rows: readonly PreparedObservation[]): Statement {
  return {
    text: `
      select o.id, o.project_id, o.agent_id, o.content_hash, o.superseded_by, o.valid_to, o.quarantine_reason
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

/** What identifies a statement within an organisation, as one text. */
export function statementKey(projectId: string | null, agentId: string, contentHash: string): string {
  return JSON.stringify([projectId ?? '', agentId, contentHash]);
}
