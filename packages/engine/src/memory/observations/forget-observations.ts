import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { isUuid } from '../../base/uuid.ts';
import { invalidInput } from '../../base/invalid-input.ts';
import { forgetGraph } from './forget-graph.ts';
import type { ObservationChange } from './observation-change.ts';
import { projectFilter, projectFromColumn } from './observation-row.ts';

/** What to forget. `sessionId` also finds rows that name the session in their metadata only. */
export type ForgetRequest =
  | { readonly id: string }
  | { readonly sessionId: string }
  /** null = what belongs to no project. */
  | { readonly projectId: string | null }
  | { readonly all: true };

/** What is older by then than the organisation's retention keeps its kind. Pinned ones stay. */
export interface OutlivedRequest {
  readonly outlivedAt: Date;
}

/** Rows deleted in one transaction: about 50 ms on PGlite. */
const CHUNK = 1000;

/**
 * Deletes the text for good and leaves a tombstone (id and hash) for followers of the change feed and the logs.
 * Works in chunks: when it fails midway, what was forgotten stays forgotten, and calling again does the rest.
 * Forgetting a project, or all, also forgets how far imports into it had come, so that a later import starts anew. Forgetting a session,
 * a project or all takes the query texts out of the injection log as well; its ids, hashes and figures stay.
 * A block in the inject queue that names a forgotten observation loses its text in the same statement; one that waits is dropped.
 * Of the sessions themselves the events, the work items and the reasons of ends go.
 * Of the graph, the edges learned from a forgotten observation or session go, and all of a forgotten project.
 * An observation that the forgotten one had superseded stays superseded: a correction's deletion never revives the error.
 */
export async function forgetObservations(
  tenant: TenantDatabase,
  request: ForgetRequest | OutlivedRequest,
  onRemoved: (removed: readonly ObservationChange[]) => void,
): Promise<{ readonly forgotten: number }> {
  const [condition, value] = conditionOf(request);
  let forgotten = 0;
  for (let found = CHUNK; found === CHUNK; forgotten += found) {
    const rows = await tenant.query(deleteChunk(tenant.orgId, condition, value));
    found = rows.length;
    if (found > 0) onRemoved(rows.map(removedChange));
  }
  if (condition === 'project' || condition === 'all') await tenant.query(forgetImportCursors(tenant.orgId, value));
  if (condition === 'session' || condition === 'all') await tenant.query(forgetInjects(tenant.orgId, value));
  if (condition !== 'id' && condition !== 'outlived') {
    await forgetGraph(tenant, condition, value);
    await tenant.query(forgetQueries(tenant.orgId, condition, value));
    await tenant.query(forgetVerbEvents(tenant.orgId, condition, value));
    await tenant.batch(forgetSessionText(tenant.orgId, condition, value));
  }
  return { forgotten };
}

type Condition = keyof typeof CONDITIONS;

/** A kind's own row counts; the one of all kinds only where there is none. */
const OUTLIVED = `not o.pinned and o.created_at < $2::timestamptz - interval '1 day' * coalesce(
  (select r.days from observation_retention r where r.org_id = $1 and r.kind = o.kind),
  (select r.days from observation_retention r where r.org_id = $1 and r.kind = '*'))`;

const CONDITIONS = {
  id: 'o.id = $2::uuid',
  session: `(o.session_id = $2 or o.metadata ->> 'sessionId' = $2)`,
  project: 'o.project_id = $2',
  outlived: OUTLIVED,
  all: '$2::text is null',
} as const;

function conditionOf(request: ForgetRequest | OutlivedRequest): [Condition, string | null] {
  if ('id' in request) {
    if (!isUuid(request.id)) throw invalidInput('id', 'the id of an observation');
    return ['id', request.id];
  }
  if ('sessionId' in request && typeof request.sessionId === 'string') return ['session', request.sessionId];
  // An undefined project must not come to mean "all projects".
  if ('projectId' in request && request.projectId !== undefined) return ['project', projectFilter(request.projectId)];
  if ('outlivedAt' in request) return ['outlived', request.outlivedAt.toISOString()];
  if ('all' in request && request.all) return ['all', null];
  throw invalidInput('request', 'one of { id }, { sessionId }, { projectId } and { all: true }');
}

/** A block quotes what it names. What was delivered keeps its ids and its hash; what still waits is not delivered any more. */
const BLANK_INJECT = `
  set text = '', status = case when q.status in ('pending', 'delivered') then 'dropped' else q.status end,
      drop_reason = case when q.status in ('pending', 'delivered') then 'forgotten' else q.drop_reason end`;

/** Whether anything has outlived its retention. Asked first: forgetting takes the snapshots of indexes off the disk. */
export async function hasOutlived(tenant: TenantDatabase, at: Date): Promise<boolean> {
  const rows = await tenant.query({
    text: `select 1 from observations o where o.org_id = $1 and ${OUTLIVED} limit 1`,
    values: [tenant.orgId, at.toISOString()],
  });
  return rows.length > 0;
}

function deleteChunk(orgId: string, condition: Condition, value: string | null): Statement {
  return {
    // Locked in the order of ids, so that two forgetters wait for each other instead of deadlocking.
    text: `
      with chosen as (
        select o.id from observations o where o.org_id = $1 and ${CONDITIONS[condition]} order by o.id limit ${CHUNK} for update
      ), gone as (
        delete from observations o using chosen where o.org_id = $1 and o.id = chosen.id
        returning o.id, o.project_id, o.content_hash
      ), stones as (
        insert into observation_tombstones (org_id, observation_id, project_id, content_hash)
        select $1, id, project_id, content_hash from gone
        on conflict (org_id, observation_id) do update set deleted_at = excluded.deleted_at
      ), named as (
        select q.id from session_memory_injects q
        where q.org_id = $1 and q.text <> '' and exists (
          select from unnest(q.observation_ids) held(id) where held.id in (select id from gone))
        order by q.id for update
      ), blanked as (
        update session_memory_injects q ${BLANK_INJECT} from named where q.org_id = $1 and q.id = named.id
      ), unlearned as (
        delete from graph_edges e using gone where e.org_id = $1 and e.observation_id = gone.id
      )
      select id, project_id from gone`,
    values: [orgId, value],
  };
}

function forgetImportCursors(orgId: string, projectId: string | null): Statement {
  return {
    text: 'delete from import_cursors where org_id = $1 and ($2::text is null or project_id = $2)',
    values: [orgId, projectId],
  };
}

const QUERIES_OF = {
  session: 'session_id = $2',
  project: `coalesce(project_id, '') = $2`,
  all: CONDITIONS.all,
} as const;

/** A query quotes the work item. Contract section 3: after a hard delete the logs keep no text. */
function forgetQueries(orgId: string, condition: keyof typeof QUERIES_OF, value: string | null): Statement {
  return {
    text: `update context_injection_logs set query_text = '' where org_id = $1 and query_text <> '' and ${QUERIES_OF[condition]}`,
    values: [orgId, value],
  };
}

/** An event names the file that an agent had in hand. */
function forgetVerbEvents(orgId: string, condition: keyof typeof QUERIES_OF, value: string | null): Statement {
  return {
    text: `delete from session_verb_events where org_id = $1 and ${QUERIES_OF[condition]}`,
    values: [orgId, value],
  };
}

/** Blocks that name no observation: what somebody put into the queue of the session, or of any. */
function forgetInjects(orgId: string, sessionId: string | null): Statement {
  return {
    text: `
      update session_memory_injects q ${BLANK_INJECT}
      where q.org_id = $1 and q.text <> '' and ($2::text is null or q.session_id = $2)`,
    values: [orgId, sessionId],
  };
}

const SESSIONS_OF = { session: 's.id = $2', project: 's.project_id = $2', all: CONDITIONS.all } as const;

/** Events, work items and the reasons of ends. The sessions stay, and go on counting their events where they were. */
function forgetSessionText(orgId: string, condition: keyof typeof SESSIONS_OF, value: string | null): Statement[] {
  const chosen = `(select s.id from sessions s where s.org_id = $1 and ${SESSIONS_OF[condition]})`;
  return [
    `delete from session_activities where org_id = $1 and session_id in ${chosen}`,
    `delete from session_work_items where org_id = $1 and session_id in ${chosen}`,
    `update sessions s set end_reason = null where s.org_id = $1 and s.end_reason is not null and ${SESSIONS_OF[condition]}`,
  ].map((text) => ({ text, values: [orgId, value] }));
}

function removedChange(row: Row): ObservationChange {
  return { type: 'removed', id: row['id'] as string, projectId: projectFromColumn(row['project_id'] as string) };
}
