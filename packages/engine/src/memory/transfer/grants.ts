import { logged } from '../../base/database/change-chain.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput, requireObject } from '../../base/require-input.ts';

/** A pair of projects: memories of the source may be read in the destination. The other direction is another pair. */
export interface TransferPair {
  readonly sourceProjectId: string;
  readonly destinationProjectId: string;
}

/** An administrator's leave for a pair. */
export interface TransferGrant extends TransferPair {
  readonly grantedBy: string;
  readonly grantedAt: string;
}

/** A grant with the technologies of both ends; [] = nobody fingerprinted the project. */
export interface TransferSource extends TransferPair {
  readonly sourceTechnologies: readonly string[];
  readonly destinationTechnologies: readonly string[];
}

/** Grants a pair, with a row in the change log. False when it was granted before. Fails with `invalid-input`. */
export async function grantTransfer(tenant: TenantDatabase, pair: TransferPair, actor: string): Promise<boolean> {
  const rows = await logged(tenant, { text: GRANT, values: [tenant.orgId, ...checked(pair), checkedActor(actor)] });
  return rows.length > 0;
}

/** Takes a grant back, with a row in the change log. False when there was none. Fails with `invalid-input`. */
export async function revokeTransfer(tenant: TenantDatabase, pair: TransferPair, actor: string): Promise<boolean> {
  const rows = await logged(tenant, { text: REVOKE, values: [tenant.orgId, ...checked(pair), checkedActor(actor)] });
  return rows.length > 0;
}

/** Every grant of the organisation. */
export async function listTransferGrants(tenant: TenantDatabase): Promise<readonly TransferGrant[]> {
  return tenant.query<TransferGrant & Row>({
    text: `
      select source_project_id as "sourceProjectId", destination_project_id as "destinationProjectId", granted_by as "grantedBy",
        granted_at as "grantedAt"
      from transfer_grants where org_id = $1 order by source_project_id, destination_project_id`,
    values: [tenant.orgId],
  });
}

/** What is granted to a destination, with the fingerprints that decide on it. */
export async function listTransferSources(
  tenant: TenantDatabase,
  destinationProjectId: string,
): Promise<readonly TransferSource[]> {
  return tenant.query<TransferSource & Row>({
    name: 'transfer_sources',
    text: `
      select g.source_project_id as "sourceProjectId", g.destination_project_id as "destinationProjectId",
        coalesce(s.technologies, '{}') as "sourceTechnologies", coalesce(d.technologies, '{}') as "destinationTechnologies"
      from transfer_grants g
      left join project_fingerprints s on s.org_id = $1 and s.project_id = g.source_project_id
      left join project_fingerprints d on d.org_id = $1 and d.project_id = g.destination_project_id
      where g.org_id = $1 and g.destination_project_id = $2 order by g.source_project_id`,
    values: [tenant.orgId, destinationProjectId],
  });
}

// The log's field is the pair as JSON: an id may hold any character that an arrow could be made of.
const LOG = `
  insert into config_changes (org_id, id, actor, subject, field, old_value, new_value)
  select $1, gen_random_uuid(), $4, 'transfer', jsonb_build_array($2::text, $3::text)::text,`;
const GRANT = `
  with changed as (
    insert into transfer_grants (org_id, source_project_id, destination_project_id, granted_by) values ($1, $2, $3, $4)
    on conflict do nothing returning source_project_id
  ) ${LOG} null, 'true'::jsonb from changed returning id`;
const REVOKE = `
  with changed as (
    delete from transfer_grants where org_id = $1 and source_project_id = $2 and destination_project_id = $3
    returning source_project_id
  ) ${LOG} 'true'::jsonb, null from changed returning id`;

function checked(pair: TransferPair): [string, string] {
  requireObject(pair, 'pair');
  const { sourceProjectId, destinationProjectId } = pair;
  requireId(sourceProjectId, 'sourceProjectId');
  requireId(destinationProjectId, 'destinationProjectId');
  requireInput(sourceProjectId !== destinationProjectId, 'destinationProjectId', 'another project than the source');
  return [sourceProjectId, destinationProjectId];
}

function checkedActor(actor: string): string {
  requireId(actor, 'actor');
  return actor;
}
