import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { OrgPolicy } from './org-policy.ts';

const SELECT = `
  select name, text, mode, version::double precision as version, updated_by as "updatedBy", updated_at as "updatedAt"
  from org_policies
  where org_id = $1 and ($2::text is null or name = $2)
  order by name`;

/** The policies of the organisation by name, or the one of that name. */
export async function listPolicies(tenant: TenantDatabase, name: string | null = null): Promise<OrgPolicy[]> {
  return tenant.query<OrgPolicy & Row>({ text: SELECT, values: [tenant.orgId, name] });
}
