import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { FeedbackEvidence } from './find-evidence.ts';

/** How a session used the observations that it was given, by id; a verdict that somebody gave in it counts more than what was seen. */
export async function listSessionUses(
  tenant: TenantDatabase,
  sessionId: string,
): Promise<ReadonlyMap<string, FeedbackEvidence>> {
  const rows = await tenant.query<Row & { readonly id: string; readonly evidence: FeedbackEvidence }>({
    text: `
      select observation_id as id, evidence from observation_uses where org_id = $1 and session_id = $2
      order by evidence = 'explicit'`,
    values: [tenant.orgId, sessionId],
  });
  return new Map(rows.map(({ id, evidence }) => [id, evidence]));
}
