import type { Statement } from '../../base/database/database.ts';

/** One candidate of a retrieval, as it was ranked. */
export interface RetrievalCandidate {
  readonly observationId: string;
  readonly unweightedRank: number;
  readonly weightedRank: number;
  readonly relevance: number;
  readonly score: number;
  readonly weight: number;
}

/** One retrieval with a session. */
export interface Retrieval {
  readonly id: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly candidates: readonly RetrievalCandidate[];
  /** Which of them came into a block. */
  readonly injectedIds: Set<string>;
}

/** Most retrievals of one statement. Embedded, nothing else is answered meanwhile: 0.15 ms for each. */
export const RETRIEVALS_IN_ONE = 6;

/** The statement that writes retrievals of one organisation. */
export function retrievalStatement(orgId: string, retrievals: readonly Retrieval[]): Statement {
  const rows = retrievals.map(({ id, sessionId, projectId, candidates, injectedIds }) => ({
    ...{ id, session_id: sessionId, project_id: projectId ?? '', injected_ids: [...injectedIds] },
    observation_ids: candidates.map(({ observationId }) => observationId),
    unweighted_ranks: candidates.map(({ unweightedRank }) => unweightedRank),
    weighted_ranks: candidates.map(({ weightedRank }) => weightedRank),
    relevances: candidates.map(({ relevance }) => relevance),
    scores: candidates.map(({ score }) => score),
    weights: candidates.map(({ weight }) => weight),
  }));
  return {
    name: 'retrievals_write',
    text: `
      insert into session_retrievals (org_id, id, session_id, project_id, observation_ids, unweighted_ranks, weighted_ranks, relevances, scores,
        weights, injected_ids)
      select $1, r.* from json_to_recordset($2::json) as r (id uuid, session_id text, project_id text, observation_ids uuid[],
        unweighted_ranks integer[], weighted_ranks integer[], relevances float8[], scores float8[], weights float8[], injected_ids uuid[])`,
    values: [orgId, JSON.stringify(rows)],
  };
}

/** An observation that came into a block of a session after its retrieval was written. */
export interface LateInjection {
  readonly orgId: string;
  readonly sessionId: string;
  readonly observationId: string;
  /** A UUIDv7 of that moment: what was retrieved later did not bring it. */
  readonly at: string;
}

/** Retrievals of the session that are looked at: a tool that runs for minutes has few beside it. */
const LATE_LOOKS_BACK = 20;

/**
 * The statement that notes late injections of one organisation, each in the newest retrieval of its session before it that has it and of which it is
 * not noted yet.
 */
export function lateInjectionStatement(orgId: string, late: readonly LateInjection[]): Statement {
  return {
    name: 'retrievals_late',
    text: `
      with late as (
        select r.id, array_agg(distinct l.observation_id) as ids from unnest($2::text[], $3::uuid[], $4::uuid[]) as l (session_id, observation_id, at)
        cross join lateral (
          select n.id from (
            select id, created_at, observation_ids, injected_ids from session_retrievals where org_id = $1 and session_id = l.session_id and id < l.at
            order by created_at desc limit ${LATE_LOOKS_BACK}
          ) n where l.observation_id = any (n.observation_ids) and l.observation_id <> all (n.injected_ids)
          order by n.created_at desc, n.id desc limit 1
        ) r group by r.id
      )
      update session_retrievals s set injected_ids = array(select distinct unnest(s.injected_ids || late.ids))
      from late where s.org_id = $1 and s.id = late.id`,
    values: [
      orgId,
      late.map(({ sessionId }) => sessionId),
      late.map(({ observationId }) => observationId),
      late.map(({ at }) => at),
    ],
  };
}
