import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import type { AnalyticsWindow, MemoryWindow } from './analytics-window.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';

/** What sessions were given, what that cost, and what became of them. A session in which nothing happened is none. */
export interface HelpFigures {
  readonly sessions: number;
  /** Sessions that are not over yet. */
  readonly live: number;
  /** Sessions that were given a block. */
  readonly givenSessions: number;
  readonly blocks: number;
  readonly tokens: number;
  /** Lines of blocks. */
  readonly lines: number;
  /** Lines that their session cited, and those of which it edited a file afterwards. */
  readonly cited: number;
  readonly followed: number;
  /** Sessions that were given a block and cited or followed it. */
  readonly usingSessions: number;
  readonly outcomes: {
    readonly accepted: number;
    readonly rework: number;
    readonly rejected: number;
    readonly unknown: number;
  };
}

/** What one session was given. */
export interface SessionFigures extends Pick<HelpFigures, 'blocks' | 'tokens' | 'cited' | 'followed'> {
  readonly sessionId: string;
}

/** A memory with its beginning. */
export interface NamedMemory {
  readonly id: string;
  readonly kind: string;
  /** The beginning of its content. */
  readonly excerpt: string;
}

/** A memory that sessions used. */
export interface EarningMemory extends NamedMemory {
  readonly cited: number;
  readonly followed: number;
  /** Sessions among those that were accepted. */
  readonly accepted: number;
  readonly weight: number;
}

/** A memory that was shown again and again, and that no session ever used. */
export interface IdleMemory extends NamedMemory {
  readonly blocks: number;
  /** What its lines cost, as far as that was measured. */
  readonly tokens: number;
}

/** A memory that is new. */
export interface LearnedMemory extends NamedMemory {
  readonly createdAt: string;
}

// What a session `s` was given, and how it used that. Two blocks of the largest size are more than an integer holds.
const GIVEN = `
  cross join lateral (
    select count(*)::int as blocks, coalesce(sum(actual_tokens), 0)::float8 as tokens, coalesce(sum(cardinality(observation_ids)), 0)::int as lines
    from context_injection_logs where org_id = $1 and session_id = s.id and shown and actual_tokens > 0
  ) g cross join lateral (
    select (count(*) filter (where evidence = 'cited'))::int as cited, (count(*) filter (where evidence = 'followed'))::int as followed
    from observation_uses where org_id = $1 and session_id = s.id
  ) u`;

/** Sums over the sessions that were created in a stretch of time and in which something happened: something was reported, or a block was given. */
export async function helpFigures(
  tenant: TenantDatabase,
  { since, until, project }: AnalyticsWindow,
): Promise<HelpFigures> {
  const [row] = await tenant.query<HelpFigures & Row>({
    text: `
      select count(*)::int as sessions, (count(*) filter (where s.ended_at is null))::int as live,
        (count(*) filter (where g.blocks > 0))::int as "givenSessions", coalesce(sum(g.blocks), 0)::int as blocks,
        coalesce(sum(g.tokens), 0)::float8 as tokens, coalesce(sum(g.lines), 0)::int as lines, coalesce(sum(u.cited), 0)::int as cited,
        coalesce(sum(u.followed), 0)::int as followed,
        (count(*) filter (where g.blocks > 0 and u.cited + u.followed > 0))::int as "usingSessions",
        jsonb_build_object('accepted', count(*) filter (where s.outcome = 'accepted'), 'rework', count(*) filter (where s.outcome = 'rework'),
          'rejected', count(*) filter (where s.outcome = 'rejected'), 'unknown', count(*) filter (where s.outcome is null)) as outcomes
      from sessions s ${GIVEN}
      where s.org_id = $1 and s.created_at >= $2 and s.created_at < $3 and ($4::text is null or s.project_id = $4)
        and (s.activity_seq > 0 or g.blocks > 0)`,
    values: [tenant.orgId, since, until, project],
  });
  return row!;
}

/** What each of some sessions was given: at most 200, those that there are not left out. Fails with `invalid-input`. */
export async function sessionFigures(
  tenant: TenantDatabase,
  sessionIds: readonly string[],
): Promise<readonly SessionFigures[]> {
  requireInput(sessionIds.length <= 200, 'sessionIds', 'at most 200 ids');
  for (const id of sessionIds) requireId(id, 'sessionIds');
  return tenant.query<SessionFigures & Row>({
    text: `
      select s.id as "sessionId", g.blocks, g.tokens, u.cited, u.followed from sessions s ${GIVEN}
      where s.org_id = $1 and s.id = any ($2::text[])`,
    values: [tenant.orgId, sessionIds],
  });
}

const MOST = 5;
const MOST_IDLE = 10;

/** What may be shown of an observation `o`, of a project ($4) and not hidden ($5). */
const SHOWABLE = `o.org_id = $1 and ($4::text is null or o.project_id = $4) and o.superseded_by is null and o.quarantine_reason is null
  and (o.valid_to is null or o.valid_to > $3::timestamptz) and ${isNotHidden('$5')}`;
const NAMED = 'o.id, o.kind, left(o.content, 300) as excerpt';

const valuesOf = ({ orgId }: TenantDatabase, { since, until, project, hidden }: MemoryWindow) =>
  [orgId, since, until, project, hiddenValue(hidden)] as const;

/** The memories that sessions used, first those of accepted sessions. */
export async function earningMemories(tenant: TenantDatabase, window: MemoryWindow): Promise<readonly EarningMemory[]> {
  return tenant.query<EarningMemory & Row>({
    text: `
      with used as (
        select observation_id as id, (count(*) filter (where evidence = 'cited'))::int as cited,
          (count(*) filter (where evidence = 'followed'))::int as followed, (count(*) filter (where cause = 'accepted'))::int as accepted
        from observation_uses
        where org_id = $1 and occurred_at >= $2 and occurred_at < $3 and session_id is not null and evidence in ('cited', 'followed') group by 1
      )
      select ${NAMED}, used.cited, used.followed, used.accepted, o.weight from used join observations o on o.id = used.id
      where ${SHOWABLE} order by used.accepted desc, used.cited + used.followed desc, o.weight desc, o.id limit ${MOST}`,
    values: valuesOf(tenant, window),
  });
}

/** Shown less often, a memory may just not have met its session yet. */
const FEWEST_BLOCKS = 3;

/**
 * The memories that were shown most, in three blocks or more, and that no session ever cited or followed. Pinned ones are meant to be shown. No part
 * of a talk that was used is idle: without it the rest would say something else.
 */
export async function idleMemories(tenant: TenantDatabase, window: AnalyticsWindow): Promise<readonly IdleMemory[]> {
  return tenant.query<IdleMemory & Row>({
    text: `
      with line as (
        select named.id, count(*)::int as blocks, round(coalesce(sum(cost.tokens), 0))::float8 as tokens
        from context_injection_logs l cross join lateral unnest(l.observation_ids) as named (id) left join lateral (
          select (r ->> 'tokens')::float8 as tokens from jsonb_path_query(l.trace, 'lax $.rows[*]') r where r ->> 'id' = named.id::text limit 1
        ) cost on true
        where l.org_id = $1 and l.shown and l.created_at >= $2 and l.created_at < $3
        group by 1 having count(*) >= ${FEWEST_BLOCKS}
      )
      select ${NAMED}, line.blocks, line.tokens from line join observations o on o.id = line.id
      where ${SHOWABLE} and not o.pinned and not exists (
        select from (
          select o.id union all select t.id from observations t
          where o.kind = 'exchange' and t.org_id = $1 and t.session_id = o.session_id and t.kind = 'exchange'
        ) part join observation_uses u on u.org_id = $1 and u.observation_id = part.id and u.evidence in ('cited', 'followed', 'explicit'))
      order by line.tokens desc, line.blocks desc, o.id limit ${MOST_IDLE}`,
    values: valuesOf(tenant, window),
  });
}

/** The newest memories, however they came. What was imported is as old as it says. */
export async function learnedMemories(tenant: TenantDatabase, window: MemoryWindow): Promise<readonly LearnedMemory[]> {
  return tenant.query<LearnedMemory & Row>({
    text: `
      select ${NAMED}, o.created_at as "createdAt" from observations o
      where ${SHOWABLE} and o.created_at >= $2 and o.created_at < $3::timestamptz + interval '1 minute'
      order by o.created_at desc, o.id desc limit ${MOST}`,
    values: valuesOf(tenant, window),
  });
}
