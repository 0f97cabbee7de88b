import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';
import type { AnalyticsWindow } from './analytics-window.ts';

/** Injections of one work type at one level of tokens. */
export interface ContextBudgetPoint {
  /** `session-start`, `in-session`, `api`, or `unknown` of rows that tell no source. */
  readonly source: string;
  readonly workType: string;
  /** The budget, or where a band of 100 injected tokens begins. */
  readonly level: number;
  readonly injections: number;
  readonly sessions: number;
  readonly meanTokens: number;
  /** Sessions that somebody judged. */
  readonly judged: number;
  readonly accepted: number;
  /** Accepted of the judged; null = none was. */
  readonly acceptedRate: number | null;
  /** Memories given to sessions. */
  readonly given: number;
  /** Of those, how many their session cited or followed, or judged. What was only touched is not used. */
  readonly used: number;
  /** null = none was given. */
  readonly usedShare: number | null;
}

/** By what injections are put together. */
export type ContextBudgetLevel = 'budget' | 'tokens';

// More levels than anybody sets; bands of 100 tokens reach 10,000 with it.
const MOST_POINTS = 1000;

/**
 * What blocks cost and what became of them, by source, work type and level. The work type is the session's as it is known now: a row may be
 * from before somebody said it. A session counts in each level in which it was given a block: an empty one is none.
 * Fails with `invalid-input`. Source: seed "Context Injection", the injection log.
 */
export async function contextBudgetPoints(
  tenant: TenantDatabase,
  { since, until, project }: AnalyticsWindow,
  level: ContextBudgetLevel = 'budget',
): Promise<readonly ContextBudgetPoint[]> {
  requireInput(level === 'budget' || level === 'tokens', 'level', "'budget' or 'tokens'");
  return tenant.query<ContextBudgetPoint & Row>({
    text: POINTS,
    values: [tenant.orgId, since, until, project, level],
  });
}

const POINTS = `
  with log as (
    select coalesce(l.trace ->> 'source', 'unknown') as source, coalesce(nullif(s.work_type, ''), l.work_type) as work_type,
      l.session_id, l.actual_tokens, l.observation_ids,
      case when $5 = 'tokens' then l.actual_tokens / 100 * 100 else l.budget_tokens end as level
    from context_injection_logs l left join sessions s on s.org_id = $1 and s.id = l.session_id
    where l.org_id = $1 and l.shown and l.actual_tokens > 0 and l.created_at >= $2 and l.created_at < $3
      and ($4::text is null or coalesce(l.project_id, '') = $4)
  ), evidence as (
    select distinct session_id, observation_id from observation_uses
    where org_id = $1 and session_id is not null and evidence in ('cited', 'followed', 'explicit')
  ), uses as (
    select log.source, log.work_type, log.level, count(*) as used
    from evidence e join log on log.session_id = e.session_id and e.observation_id = any(log.observation_ids)
    group by 1, 2, 3
  ), spent as (
    select source, work_type, level, session_id, count(*) as injections, sum(actual_tokens) as tokens,
      sum(cardinality(observation_ids)) as given
    from log group by 1, 2, 3, 4
  )
  select p.source, p.work_type as "workType", p.level, sum(p.injections)::int as injections, count(*)::int as sessions,
    (sum(p.tokens) / sum(p.injections))::float8 as "meanTokens", count(s.outcome)::int as judged,
    (count(*) filter (where s.outcome = 'accepted'))::int as accepted,
    (count(*) filter (where s.outcome = 'accepted'))::float8 / nullif(count(s.outcome), 0) as "acceptedRate",
    sum(p.given)::int as given, coalesce(max(u.used), 0)::int as used,
    coalesce(max(u.used), 0)::float8 / nullif(sum(p.given), 0) as "usedShare"
  from spent p
    left join sessions s on s.org_id = $1 and s.id = p.session_id
    left join uses u on u.source = p.source and u.work_type = p.work_type and u.level = p.level
  group by 1, 2, 3 order by 1, 2, 3 limit ${MOST_POINTS}`;

/** A point, and whether no other of its source and work type is better. */
export interface ParetoPoint extends ContextBudgetPoint {
  readonly onFront: boolean;
}

/**
 * Marks the points that no other one of the same source and work type beats: fewer tokens and at least as many accepted, or as few tokens
 * and more accepted. A point that nobody judged is on no front.
 */
export function markParetoFront(points: readonly ContextBudgetPoint[]): readonly ParetoPoint[] {
  return points.map((point) => ({
    ...point,
    onFront: point.acceptedRate !== null && !points.some((other) => beats(other, point)),
  }));
}

function beats(other: ContextBudgetPoint, point: ContextBudgetPoint): boolean {
  if (other.source !== point.source || other.workType !== point.workType) return false;
  if (other.acceptedRate === null || point.acceptedRate === null) return false;
  const notWorse = other.meanTokens <= point.meanTokens && other.acceptedRate >= point.acceptedRate;
  return notWorse && (other.meanTokens < point.meanTokens || other.acceptedRate > point.acceptedRate);
}
