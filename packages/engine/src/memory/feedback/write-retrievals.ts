import type { TenantDatabase } from '../../base/database/database.ts';
import type { Retrieval } from './retrieval-log.ts';

/** Rows of one statement. Embedded, nothing else is answered meanwhile: 1000 rows held a tool call up for 50 ms. */
const ROWS_PER_WRITE = 100;

/** Writes one row for each candidate. */
export async function writeRetrievals(tenant: TenantDatabase, retrievals: readonly Retrieval[]): Promise<void> {
  const rows = retrievals.flatMap(rowsOf);
  for (let from = 0; from < rows.length; from += ROWS_PER_WRITE) {
    await insertRows(tenant, rows.slice(from, from + ROWS_PER_WRITE));
  }
}

function rowsOf({ id, sessionId, projectId, candidates, injectedIds }: Retrieval): object[] {
  return candidates.map((candidate) => ({
    retrieval_id: id,
    session_id: sessionId,
    project_id: projectId ?? '',
    observation_id: candidate.observationId,
    unweighted_rank: candidate.unweightedRank,
    weighted_rank: candidate.weightedRank,
    relevance: candidate.relevance,
    score: candidate.score,
    weight: candidate.weight,
    injected: injectedIds.has(candidate.observationId),
  }));
}

async function insertRows(tenant: TenantDatabase, rows: readonly object[]): Promise<void> {
  await tenant.query({
    name: 'retrievals_write',
    text: `
      insert into retrieval_ab_logs (org_id, id, retrieval_id, session_id, project_id, observation_id, unweighted_rank, weighted_rank,
        relevance, score, weight, injected)
      select $1, gen_random_uuid(), r.* from jsonb_to_recordset($2::jsonb) as r (retrieval_id uuid, session_id text, project_id text,
        observation_id uuid, unweighted_rank integer, weighted_rank integer, relevance float8, score float8, weight float8, injected boolean)`,
    values: [tenant.orgId, JSON.stringify(rows)],
  });
}
