import type { TenantDatabase } from '../../base/database/database.ts';
import type { EnqueueEntry } from './enqueue-memory-inject.ts';
import { injectColumns, type MemoryInject, type MemoryInjectRow } from './memory-inject.ts';
import { INJECT_QUEUE_LIMIT } from './memory-inject-input.ts';

// own      the rows of those sessions that nobody holds: a session that somebody does hold is left out, so no group waits for one, and none
//          of its blocks for another's session. A session without a row has nothing to lock.
// plain    the blocks that only need to be inserted. Whatever else enqueueing may have to do is left to the statement that does one.
// The blocks go in in the order of their sessions: two groups that meet a third party's half-written row meet it in the same order.
const ENQUEUE_TOGETHER = `
  with asked as (
    select * from unnest($2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[],
        $10::text[], $11::uuid[], $12::integer[])
      as a (session_id, id, content_hash, agent_id, text, observation_ids, source, expires_at, supersedes_key, log_id, epoch)
  ), own as (
    select s.id, s.epoch, s.ended_at from sessions s
    where s.org_id = $1 and s.id = any($2::text[]) order by s.id for share skip locked
  ), plain as (
    select a.*, coalesce(own.epoch, a.epoch) as place
    from asked a left join own on own.id = a.session_id
    cross join lateral (
      select count(*) as depth, bool_or(q.supersedes_key = a.supersedes_key) as supersedes from session_memory_injects q
      where q.org_id = $1 and q.session_id = a.session_id and q.status = 'pending'
    ) waiting
    where waiting.depth < ${INJECT_QUEUE_LIMIT} and waiting.supersedes is not true and own.ended_at is null
      and (own.id is not null or not exists (select from sessions s where s.org_id = $1 and s.id = a.session_id))
  )
  insert into session_memory_injects as q
    (org_id, session_id, epoch, id, content_hash, agent_id, text, observation_ids, source, expires_at, supersedes_key, log_id)
  select $1, p.session_id, p.place, p.id, p.content_hash, p.agent_id, p.text, p.observation_ids::uuid[], p.source, p.expires_at,
         p.supersedes_key, p.log_id
  from plain p order by p.session_id
  on conflict do nothing
  returning ${injectColumns('q')}`;

/**
 * Puts blocks of different sessions into their queues. Answers each its row; undefined for one that was left alone, because its session is held,
 * has ended or is full, or because the block repeats or supersedes another one: `enqueueMemoryInject` knows what becomes of it.
 */
export async function enqueueTogether(
  tenant: TenantDatabase,
  entries: readonly EnqueueEntry[],
): Promise<(MemoryInject | undefined)[]> {
  const rows = await tenant.query<MemoryInjectRow>({
    name: 'injects_enqueue_together',
    text: ENQUEUE_TOGETHER,
    values: [
      tenant.orgId,
      entries.map(({ sessionId }) => sessionId),
      entries.map(({ id }) => id),
      entries.map((entry) => entry.contentHash),
      entries.map(({ agentId }) => agentId),
      entries.map(({ text }) => text),
      // A list of lists of different lengths is no array of PostgreSQL's.
      entries.map(({ observationIds }) => `{${observationIds.join(',')}}`),
      entries.map(({ source }) => source),
      entries.map(({ expiresAt }) => expiresAt),
      entries.map(({ supersedesKey }) => supersedesKey),
      entries.map(({ logId }) => logId),
      entries.map(({ epoch }) => epoch),
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return entries.map(({ id }) => byId.get(id));
}
