import type { Row, TenantDatabase } from './database.ts';

/** What a policy may look at in an observation: those that agree in it are decided on together. */
export interface AttributeSet {
  readonly projectId: string | null;
  readonly classification: string;
  readonly kind: string;
  readonly agentId: string;
}

// From one set to the next in the order of an index: a step for each set, whatever the number of rows.
const SETS = `
  with recursive known as (
    (select o.project_id, o.classification, o.kind, o.agent_id from observations o
    where o.org_id = $1 and ($2::text is null or o.project_id = $2)
    order by o.project_id, o.classification, o.kind, o.agent_id limit 1)
    union all
    select next.* from known k cross join lateral (
      select o.project_id, o.classification, o.kind, o.agent_id from observations o
      where o.org_id = $1 and ($2::text is null or o.project_id = $2)
        and (o.project_id, o.classification, o.kind, o.agent_id) > (k.project_id, k.classification, k.kind, k.agent_id)
      order by o.project_id, o.classification, o.kind, o.agent_id limit 1) next
  )
  select nullif(project_id, '') as "projectId", classification, kind, agent_id as "agentId" from known`;

/** Every set of attributes that the organisation's observations have, or those of one project. */
export async function listAttributeSets(
  tenant: TenantDatabase,
  project: string | null,
): Promise<readonly AttributeSet[]> {
  return tenant.query<AttributeSet & Row>({ text: SETS, values: [tenant.orgId, project] });
}

/**
 * That the observation `o` is in none of the sets that the parameter holds, as SQL. Where nothing is hidden, which is usual, no row is
 * compared: it took as long as all the rest of a question about 200,000 paths.
 */
export function isNotHidden(parameter: string): string {
  return `(jsonb_array_length(${parameter}::jsonb) = 0 or (o.project_id, o.classification, o.kind, o.agent_id) not in (
    select coalesce(h."projectId", ''), h.classification, h.kind, h."agentId"
    from jsonb_to_recordset(${parameter}::jsonb) as h ("projectId" text, classification text, kind text, "agentId" text)))`;
}

/** The value of the parameter. (Default: nothing is hidden) */
export function hiddenValue(hidden: readonly AttributeSet[] = []): string {
  return JSON.stringify(hidden);
}
