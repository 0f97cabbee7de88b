import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { DEFAULT_PROJECT_MEMORY, PROJECT_COLUMNS, projectKey, type ProjectMemoryConfig } from './project-config.ts';

const SELECT = `
  select ${PROJECT_COLUMNS}
  from project_memory_config
  where org_id = $1 and project_id = $2`;

/** The settings of one project, with the defaults where nobody set anything. Fails with `invalid-input` on what can be no project. */
export async function readProjectConfig(
  tenant: TenantDatabase,
  projectId: string | null,
): Promise<ProjectMemoryConfig> {
  const [row] = await tenant.query<Omit<ProjectMemoryConfig, 'projectId'> & Row>({
    text: SELECT,
    values: [tenant.orgId, projectKey(projectId)],
  });
  return { ...DEFAULT_PROJECT_MEMORY, updatedBy: null, updatedAt: null, ...row, projectId };
}
