import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';

/** `enforce` counts; `shadow` is evaluated beside, and what it would deny is reported and allowed. */
export type PolicyMode = 'enforce' | 'shadow';

/** The modes of a policy. */
export const POLICY_MODES: readonly PolicyMode[] = ['enforce', 'shadow'];

/** A text of Cedar policies under a name. */
export interface NamedPolicy {
  readonly name: string;
  /** One or several policies. Each is reported as `<name>`, or `<name>.<its @id>`, or `<name>.<position from 1>`. */
  readonly text: string;
  readonly mode: PolicyMode;
}

/** A policy of an organisation as it is stored. */
export interface OrgPolicy extends NamedPolicy {
  /** The version of the organisation's policies that this text came with. */
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

const SELECT = `
  select name, text, mode, version::double precision as version, updated_by as "updatedBy", updated_at as "updatedAt"
  from org_policies
  where org_id = $1 and ($2::text is null or name = $2)
  order by name`;

/** The statement that {@link listPolicies} runs. */
export const selectPolicies = (orgId: string, name: string | null): Statement => ({
  text: SELECT,
  values: [orgId, name],
});

/** The policies of the organisation by name, or the one of that name. */
export async function listPolicies(tenant: TenantDatabase, name: string | null = null): Promise<OrgPolicy[]> {
  return tenant.query<OrgPolicy & Row>(selectPolicies(tenant.orgId, name));
}
