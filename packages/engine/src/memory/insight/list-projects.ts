import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput, requirePageLimit } from '../../base/require-input.ts';
import { projectHops, WITH_PROJECTS } from '../../base/project-hops.ts';
import { type MemoryWindow, RECALLABLE_NOW, RECORDS_OF_EVENTS } from './analytics-window.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';
import type { Claim } from './find-contradictions.ts';

/** Which projects are wanted. */
export interface ListProjectsOptions {
  /** Only those whose id comes behind this one: the last of the page before. (Default: '') */
  readonly after?: string;
  /** 1 to 1000. (Default: 200) */
  readonly limit?: number;
}

/** Projects of an organisation, by id. What belongs to none is in no page. */
export interface ProjectPage {
  readonly projectIds: readonly string[];
  readonly hasMore: boolean;
}

/** Sessions that are looked at for projects that have nothing else yet: the newest. */
const NEWEST_SESSIONS = 1000;

const projectsOf = (table: string): string => `(
  with recursive hop (project_id) as (${projectHops(table, 'project_id > $2')})
  select project_id from hop where project_id is not null limit $3)`;

// Each has an index that begins with (org_id, project_id). Sessions have none, so their newest are read.
const TABLES = ['observations', 'graph_nodes', 'project_memory_config', 'project_fingerprints'] as const;

const PROJECTS = `
  select project_id as "projectId" from (
    ${TABLES.map(projectsOf).join(' union ')}
    union (select distinct project_id from (
      select project_id from sessions where org_id = $1 order by created_at desc, id desc limit ${NEWEST_SESSIONS}) newest
      where project_id > $2)
  ) known order by 1 limit $3`;

/** The projects that there is something of, by id: observations, the graph, settings, or one of the 1000 newest sessions. Fails with `invalid-input`. */
export async function listProjects(
  tenant: TenantDatabase,
  { after = '', limit = 200 }: ListProjectsOptions = {},
): Promise<ProjectPage> {
  requireInput(typeof after === 'string' && after.length <= 512, 'after', 'the id of a project');
  requirePageLimit(limit, 1000);
  const rows = await tenant.query<Row & { projectId: string }>({
    text: PROJECTS,
    values: [tenant.orgId, after, limit + 1],
  });
  const projectIds = rows.slice(0, limit).map(({ projectId }) => projectId);
  return { projectIds, hasMore: rows.length > limit };
}

/**
 * The newest statements that say what holds and are not hidden, at most `limit`. Without sections of documents: of one document they are alike by
 * their making (releases, database guides), and what a document says anew replaces what it said when it is imported again.
 */
export async function listStatements(
  tenant: TenantDatabase,
  { project, hidden }: MemoryWindow,
  limit: number,
): Promise<readonly Claim[]> {
  return tenant.query<Claim & Row>({
    text: `
      ${WITH_PROJECTS}, newest as (
        select o.id from project cross join lateral (
          select o.id, o.created_at from observations o
          where o.org_id = $1 and o.project_id = project.id and o.kind not in ${RECORDS_OF_EVENTS} and ${RECALLABLE_NOW}
            and o.kind <> 'document' and octet_length(o.content) <= 1000 and ${isNotHidden('$4')}
          order by o.created_at desc, o.id desc limit $3) o
        order by o.created_at desc, o.id desc limit $3
      )
      select o.id, nullif(o.project_id, '') as "projectId", o.content, o.created_at as "createdAt"
      from newest n join observations o on o.org_id = $1 and o.id = n.id order by o.created_at desc, o.id desc`,
    values: [tenant.orgId, project, limit, hiddenValue(hidden)],
  });
}
