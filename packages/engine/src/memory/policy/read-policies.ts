import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { NamedPolicy, OrgPolicySet } from './org-policy.ts';

// One statement, so that the version is that of the texts.
const SELECT = `
  select head.version::double precision as version, policy.name, policy.text, policy.mode
  from org_policy_versions as head
  left join org_policies as policy on policy.org_id = head.org_id
  where head.org_id = $1
  order by policy.name`;

interface Head extends Row {
  readonly version: number;
}

type PolicyRow = Head & (NamedPolicy | { readonly name: null });

/** All policies of the organisation with their common version. */
export async function readPolicies(tenant: TenantDatabase): Promise<OrgPolicySet> {
  const rows = await tenant.query<PolicyRow>({ text: SELECT, values: [tenant.orgId] });
  const policies = rows.flatMap((row) => (row.name === null ? [] : [policyOf(row)]));
  return { version: rows[0]?.version ?? 0, policies };
}

const policyOf = ({ name, text, mode }: NamedPolicy): NamedPolicy => ({ name, text, mode });
