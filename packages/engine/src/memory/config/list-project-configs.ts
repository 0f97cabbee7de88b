import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { PROJECT_COLUMNS, projectKey, type ProjectMemoryConfig } from './project-config.ts';

/** Which page of the projects is wanted. */
export interface ListProjectConfigsRequest {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
  /** The last project of the page before; projects come in the order of their ids. (Default: from the start) */
  readonly after?: string | null;
}

const SELECT = `
  select nullif(project_id, '') as "projectId", ${PROJECT_COLUMNS}
  from project_memory_config
  where org_id = $1 and ($2::text is null or project_id > $2)
  order by project_id
  limit $3`;

/** The projects for which somebody set something; what belongs to no project (`projectId` null) comes first. */
export async function listProjectConfigs(
  tenant: TenantDatabase,
  request: ListProjectConfigsRequest = {},
): Promise<readonly ProjectMemoryConfig[]> {
  const { limit = 100, after } = request;
  requirePageLimit(limit, 1000);
  const start = after === undefined ? null : projectKey(after);
  return tenant.query<ProjectMemoryConfig & Row>({ text: SELECT, values: [tenant.orgId, start, limit] });
}
