import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId } from '../../base/require-input.ts';
import type { InjectSource, InjectStatus } from './memory-inject.ts';

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
// edges  by the log's row, or by the block's hash: a hint is in the queue before its row is written.
const GIVEN = `
  with recursive talk as (
    select s.id, s.epoch, s.parent_session_id, s.parent_link, s.created_at, 'infinity'::timestamptz as until, 1 as depth
    from sessions s where s.org_id = $1 and s.id = $2
    union all
    select p.id, t.epoch, p.parent_session_id, p.parent_link, p.created_at, t.created_at, t.depth + 1
    from talk t join sessions p on p.org_id = $1 and p.id = t.parent_session_id
    where t.parent_link = 'resume' and t.depth < ${MOST_SESSIONS}
  )
  select q.session_id as "sessionId", q.delivery_id as "deliveryId", q.status, q.source, q.text,
         q.observation_ids as "observationIds", q.delivered_at as "deliveredAt",
         coalesce((
           select jsonb_agg(edge) from context_injection_logs l cross join lateral jsonb_array_elements(l.graph_edge_keys) edge
           where l.org_id = $1 and l.session_id = q.session_id
             and (l.id = q.log_id or l.trace ->> 'blockHash' = q.content_hash)), '[]') as edges
  from talk t
  join session_memory_injects q on q.org_id = $1 and q.session_id = t.id and q.epoch = t.epoch and q.created_at < t.until
  where q.status = 'acked' or t.depth = 1 and q.status <> 'dropped'
  order by q.created_at desc, q.id desc limit ${MOST_BLOCKS}`;

/** What a conversation was given in its present epoch, newest first, over all the sessions that it was resumed as. */
export async function listGiven(tenant: TenantDatabase, sessionId: string): Promise<readonly GivenBlock[]> {
  requireId(sessionId, 'sessionId');
  return tenant.query<GivenBlock & Row>(
    { name: 'injects_given', text: GIVEN, values: [tenant.orgId, sessionId] },
    { urgent: true },
  );
}
