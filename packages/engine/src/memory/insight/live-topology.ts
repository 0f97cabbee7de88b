import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { optionalMoment } from '../../base/optional-moment.ts';
import { requirePageLimit } from '../../base/require-input.ts';
import type { Json } from '../../base/text/stored-text.ts';

/** One session as a point of the live graph. */
export interface TopologyNode {
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly agentId: string | null;
  readonly workType: string;
  readonly status: string;
  readonly outcome: string | null;
  /** Of the work item. */
  readonly identifier: string | null;
  readonly title: string | null;
  readonly epoch: number;
  /** The facet `currentFile`; null = no tool call named a file. */
  readonly currentFile: { readonly value: Json; readonly changedAt: string } | null;
  /** null = nothing was reported. */
  readonly lastActivity: { readonly type: string; readonly occurredAt: string } | null;
  /** Blocks that wait or are in flight; 0 = none, or the session has ended. */
  readonly waitingInjects: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly updatedAt: string;
}

/** A session that came out of another. */
export interface TopologyEdge {
  readonly from: string;
  readonly to: string;
  readonly link: 'sub-agent' | 'hand-off' | 'resume';
}

/** Sessions and how they came out of each other. */
export interface LiveTopology {
  /** Changed last first. */
  readonly nodes: readonly TopologyNode[];
  /** Those whose two ends are among the nodes. */
  readonly edges: readonly TopologyEdge[];
  /** There are more sessions than the limit let in. */
  readonly hasMore: boolean;
}

/** Which sessions are wanted. */
export interface LiveTopologyRequest {
  /** undefined = of all projects; null = that belong to none. */
  readonly projectId?: string | null;
  /** Only sessions of these agents, or of nobody in particular. (Default: of any) */
  readonly agentIds?: readonly string[];
  /** Sessions that ended then or later are there beside the live ones; ISO-8601 or Date. (Default: an hour ago) */
  readonly endedSince?: string | Date;
  /** 1 to 500. (Default: 200) */
  readonly limit?: number;
}

const HOUR_MS = 3_600_000;
const MAX_LIMIT = 500;

/** The live sessions, and those that ended a short time ago, as a graph. Fails with `invalid-input`. */
export async function liveTopology(
  tenant: TenantDatabase,
  { projectId, agentIds, endedSince, limit = 200 }: LiveTopologyRequest,
  nowMs: number,
): Promise<LiveTopology> {
  requirePageLimit(limit, MAX_LIMIT);
  const since = optionalMoment(endedSince ?? new Date(nowMs - HOUR_MS), 'endedSince');
  const rows = await tenant.query<NodeRow>({
    text: NODES,
    values: [tenant.orgId, projectColumn(projectId), since, limit + 1, agentIds ?? null],
  });
  const page = rows.slice(0, limit);
  return { nodes: page.map(nodeOf), edges: edgesOf(page), hasMore: rows.length > limit };
}

interface NodeRow extends Row, Omit<TopologyNode, 'currentFile' | 'lastActivity'> {
  readonly parentId: string | null;
  readonly link: TopologyEdge['link'] | null;
  readonly file: Json | null;
  readonly fileAt: string | null;
  readonly activity: string | null;
  readonly activityAt: string | null;
}

function nodeOf({
  parentId: _parent,
  link: _link,
  file,
  fileAt,
  activity,
  activityAt,
  ...node
}: NodeRow): TopologyNode {
  return {
    ...node,
    currentFile: fileAt === null ? null : { value: file, changedAt: fileAt },
    lastActivity: activity === null || activityAt === null ? null : { type: activity, occurredAt: activityAt },
  };
}

function edgesOf(rows: readonly NodeRow[]): TopologyEdge[] {
  const there = new Set(rows.map(({ sessionId }) => sessionId));
  return rows.flatMap(({ sessionId: to, parentId: from, link }) =>
    from !== null && link !== null && there.has(from) ? [{ from, to, link }] : [],
  );
}

// What ended since was changed since, and changes have an index. Of a session's events two rows are read, each at an end of an index.
const NODES = `
  select s.id as "sessionId", nullif(s.project_id, '') as "projectId", s.agent_id as "agentId", s.work_type as "workType", s.status,
    s.outcome, w.identifier, w.title, s.epoch, s.parent_session_id as "parentId", s.parent_link as link,
    facet.value as file, facet.occurred_at as "fileAt", last.type as activity, last.occurred_at as "activityAt",
    waiting.injects as "waitingInjects", s.created_at as "createdAt", s.ended_at as "endedAt", s.updated_at as "updatedAt"
  from (
    select * from sessions s
    where s.org_id = $1 and ($2::text is null or s.project_id = $2)
      and ($5::text[] is null or s.agent_id is null or s.agent_id = any($5))
      and (s.status in ('queued', 'claimed', 'working') or s.updated_at >= $3::timestamptz and s.ended_at >= $3::timestamptz)
    order by s.updated_at desc, s.id limit $4
  ) s
  left join session_work_items w on w.org_id = $1 and w.session_id = s.id
  left join lateral (
    select a.body -> 'value' as value, a.occurred_at from session_activities a
    where a.org_id = $1 and a.session_id = s.id and a.type = 'context' and a.body ->> 'key' = 'currentFile'
    order by a.seq desc limit 1) facet on true
  left join lateral (
    select a.type, a.occurred_at from session_activities a
    where a.org_id = $1 and a.session_id = s.id order by a.seq desc limit 1) last on true
  cross join lateral (
    select count(*)::int as injects from session_memory_injects q
    where q.org_id = $1 and q.session_id = s.id and q.status in ('pending', 'delivered') and s.ended_at is null) waiting
  order by s.updated_at desc, s.id`;
