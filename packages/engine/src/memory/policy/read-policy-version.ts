import type { Row, TenantDatabase } from '../../base/database/database.ts';

const SELECT = `select version::double precision as version from org_policy_versions where org_id = $1`;

/** The version of the organisation's policies; 0 = it never had any. */
export async function readPolicyVersion(tenant: TenantDatabase): Promise<number> {
  const [row] = await tenant.query<{ version: number } & Row>({ text: SELECT, values: [tenant.orgId] });
  return row?.version ?? 0;
}
