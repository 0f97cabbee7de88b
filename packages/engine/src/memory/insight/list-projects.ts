import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';
import { projectHops } from '../../base/project-hops.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';

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
