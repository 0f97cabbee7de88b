import type { Row, TenantDatabase, Statement } from '../../base/database/database.ts';
import { requireId, requirePageLimit } from '../../base/require-input.ts';
import {
  type InjectSource,
  type InjectStatus,
  INJECT_COLUMNS,
  type MemoryInject,
  type MemoryInjectRow,
} from './memory-inject.ts';

/** A block that a conversation was given in its present epoch, or that is on its way. */
export interface GivenBlock {
  /** The session that got it: this one, or one that it goes on from. */
  readonly sessionId: string;
  readonly deliveryId: string | null;
  readonly status: InjectStatus;
  readonly source: InjectSource;
  readonly text: string;
  readonly observationIds: readonly string[];
  /** The triplets in it, as far as it was logged. */
  readonly edges: readonly {
    readonly sourceId: string;
    readonly targetId: string;
    readonly relationshipName: string;
  }[];
  /** ISO-8601 UTC; null = not handed over yet. */
  readonly deliveredAt: string | null;
}

// A queue holds 64 blocks at a time; this is sixteen times as many, and those before them were of work long done.
const MOST_BLOCKS = 1000;
/** More resumes of one conversation are a loop. */
const MOST_SESSIONS = 1000;

// talk   the session, and those that it goes on from by resuming: of each what it was given before the next one began. Of those only what the
//        agent is known to have counts: what else was on its way when they ended is not in the context.
// logged the rows of the log that name triplets: most name none, and each has a trace that would be read for its hash.
// edges  by the log's row, or by the block's hash: a hint is in the queue before its row is written.
const given = (more: string): string => `
  with recursive talk as (
    select s.id, s.epoch, s.parent_session_id, s.parent_link, s.created_at, 'infinity'::timestamptz as until, 1 as depth
    from sessions s where s.org_id = $1 and s.id = $2
    union all
    select p.id, t.epoch, p.parent_session_id, p.parent_link, p.created_at, t.created_at, t.depth + 1
    from talk t join sessions p on p.org_id = $1 and p.id = t.parent_session_id
    where t.parent_link = 'resume' and t.depth < ${MOST_SESSIONS}
  ), logged as materialized (
    select l.session_id, l.id, l.trace ->> 'blockHash' as block_hash, l.graph_edge_keys
    from talk t join context_injection_logs l on l.org_id = $1 and l.session_id = t.id and l.graph_edge_keys <> '[]'
  )
  select q.source, q.observation_ids as "observationIds"${more},
         coalesce((
           select jsonb_agg(edge) from logged l cross join lateral jsonb_array_elements(l.graph_edge_keys) edge
           where l.session_id = q.session_id and (l.id = q.log_id or l.block_hash = q.content_hash)), '[]') as edges
  from talk t
  join session_memory_injects q on q.org_id = $1 and q.session_id = t.id and q.epoch = t.epoch and q.created_at < t.until
  where q.status = 'acked' or t.depth = 1 and q.status <> 'dropped'
  order by q.created_at desc, q.id desc limit ${MOST_BLOCKS}`;

const GIVEN = given(
  `, q.session_id as "sessionId", q.delivery_id as "deliveryId", q.status, q.text, q.delivered_at as "deliveredAt"`,
);

/** What a conversation was given in its present epoch, newest first, over all the sessions that it was resumed as. */
export async function listGiven(tenant: TenantDatabase, sessionId: string): Promise<readonly GivenBlock[]> {
  requireId(sessionId, 'sessionId');
  return tenant.query<GivenBlock & Row>(
    { name: 'injects_given', text: GIVEN, values: [tenant.orgId, sessionId] },
    { urgent: true },
  );
}

/** What of a given block is not to come again. */
export type SeenBlock = Pick<GivenBlock, 'source' | 'observationIds' | 'edges'>;

const SEEN = given('');

/** The same without the texts, which may be megabytes: tool calls ask for it. */
export async function listSeen(tenant: TenantDatabase, sessionId: string): Promise<readonly SeenBlock[]> {
  return tenant.query<SeenBlock & Row>(
    { name: 'injects_seen', text: SEEN, values: [tenant.orgId, sessionId] },
    { urgent: true },
  );
}

const LIMIT_MAX = 1000;

/** How many rows are wanted. */
export interface ListMemoryInjectsOptions {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
}

/** The queue of a session, newest first, whatever became of each block. Fails with `invalid-input` on a limit out of range. */
export async function listMemoryInjects(
  tenant: TenantDatabase,
  sessionId: string,
  options: ListMemoryInjectsOptions = {},
): Promise<MemoryInject[]> {
  const { limit = 100 } = options;
  requireId(sessionId, 'sessionId');
  requirePageLimit(limit, LIMIT_MAX);
  const statement: Statement = {
    name: 'injects_list',
    text: `
      select ${INJECT_COLUMNS} from session_memory_injects q
      where q.org_id = $1 and q.session_id = $2 order by q.created_at desc, q.id desc limit $3`,
    values: [tenant.orgId, sessionId, limit],
  };
  return tenant.query<MemoryInjectRow>(statement, { urgent: true });
}

/** What waits in the queues of one organisation. */
export interface InjectQueueState {
  readonly pending: number;
  readonly inFlight: number;
  /** Age of the oldest block that is not acknowledged, in ms; 0 when nothing waits. */
  readonly oldestAgeMs: number;
}

/**
 * Depth and age of the queue, for metrics. Reads the index of open rows only: what was delivered costs nothing. A block that was in flight when its
 * session ended may still be acknowledged, but waits for nobody.
 */
export async function measureInjectQueue(tenant: TenantDatabase): Promise<InjectQueueState> {
  const [state] = await tenant.query<InjectQueueState & Row>({
    name: 'injects_measure',
    text: `
      select count(*) filter (where q.status = 'pending')::integer as pending,
             count(*) filter (where q.status = 'delivered')::integer as "inFlight",
             coalesce(extract(epoch from clock_timestamp() - min(q.created_at)) * 1000, 0)::double precision as "oldestAgeMs"
      from session_memory_injects q left join sessions s on s.org_id = $1 and s.id = q.session_id
      where q.org_id = $1 and q.status in ('pending', 'delivered') and s.ended_at is null`,
    values: [tenant.orgId],
  });
  return state ?? { pending: 0, inFlight: 0, oldestAgeMs: 0 };
}

/** A live session whose agent has, or is about to get, a statement that was replaced. */
export interface SessionToCorrect {
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly agentId: string | null;
  readonly observationId: string;
}

/**
 * The sessions at work to which one of these observations was handed over in their present epoch, or for which it waits: what waits is delivered
 * first, so a correction enqueued now comes right after it, and nothing else of that block is lost. Reads the rows of live sessions only.
 */
export async function listSessionsToCorrect(
  tenant: TenantDatabase,
  observationIds: readonly string[],
): Promise<SessionToCorrect[]> {
  return tenant.query<SessionToCorrect & Row>({
    name: 'injects_sessions_to_correct',
    text: `
      select distinct s.id as "sessionId", nullif(s.project_id, '') as "projectId", s.agent_id as "agentId", held.id as "observationId"
      from sessions s
      join session_memory_injects q on q.org_id = $1 and q.session_id = s.id
        and (q.status = 'pending' or q.epoch = s.epoch and q.delivery_id is not null)
      cross join unnest(q.observation_ids) held(id)
      where s.org_id = $1 and s.status in ('claimed', 'working') and held.id = any($2::uuid[])`,
    values: [tenant.orgId, observationIds],
  });
}
