import type { Statement } from '../../base/database/database.ts';
import type { Retrieval, RetrievalCandidate } from './retrieval-log.ts';

/** Retrievals of one statement. Embedded, nothing else is answered meanwhile: 0.12 ms for each. */
const MOST_IN_ONE = 12;

/** The statements that write retrievals of one organisation. */
export function retrievalStatements(orgId: string, retrievals: readonly Retrieval[]): Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < retrievals.length; from += MOST_IN_ONE) {
    statements.push(insertion(orgId, retrievals.slice(from, from + MOST_IN_ONE)));
  }
  return statements;
}

/** Lists as PostgreSQL's own text: as JSON, every number of every candidate is parsed twice. */
function insertion(orgId: string, retrievals: readonly Retrieval[]): Statement {
  const each = <Value>(read: (retrieval: Retrieval) => Value): Value[] => retrievals.map(read);
  const lists = (field: keyof RetrievalCandidate): string[] =>
    each(({ candidates }) => `{${candidates.map((candidate) => candidate[field]).join(',')}}`);
  return {
    name: 'retrievals_write',
    text: `
      insert into session_retrievals (org_id, id, session_id, project_id, observation_ids, unweighted_ranks, weighted_ranks, relevances, scores,
        weights, injected_ids)
      select $1, r.id, r.session_id, r.project_id, r.observations::uuid[], r.unweighted::integer[], r.weighted::integer[],
        r.relevances::float8[], r.scores::float8[], r.weights::float8[], r.injected::uuid[]
      from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
        as r (id, session_id, project_id, observations, unweighted, weighted, relevances, scores, weights, injected)`,
    values: [
      orgId,
      each(({ id }) => id),
      each(({ sessionId }) => sessionId),
      each(({ projectId }) => projectId ?? ''),
      lists('observationId'),
      lists('unweightedRank'),
      lists('weightedRank'),
      lists('relevance'),
      lists('score'),
      lists('weight'),
      each(({ injectedIds }) => `{${[...injectedIds].join(',')}}`),
    ],
  };
}
