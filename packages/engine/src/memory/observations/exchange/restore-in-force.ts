import type { Row, Statement } from '../../../base/database/database.ts';
import type { PreparedObservation } from '../write/prepare-observation.ts';
import type { WriteContext } from '../write/remember-observations.ts';
import { insertObservations, observationOf } from '../write/write-observations.ts';

/**
 * Of rows that an import left out because a superseded row has their words, stores those that this one was superseded by, in its place. An older version
 * stored a text that is redacted today, and it was superseded by what it is redacted to: the two are one statement now, and the older row, which comes
 * first, would stay superseded by a row that does not exist.
 */
export async function restoreInForce(context: Restoring, leftOut: readonly PreparedObservation[]): Promise<void> {
  // One that is stored may itself be superseded by another that was left out.
  for (let round = 0; round < MOST_ROUNDS && leftOut.length > 0; round++) {
    if ((await restoreMissing(context, leftOut)) === 0) return;
  }
}

type Restoring = Pick<WriteContext, 'tenant' | 'onCreated'>;

/** As many corrections of one statement as are followed elsewhere. */
const MOST_ROUNDS = 100;

async function restoreMissing(
  { tenant, onCreated }: Restoring,
  leftOut: readonly PreparedObservation[],
): Promise<number> {
  const values = [tenant.orgId, leftOut.map(({ id }) => id)];
  const missing = await tenant.query<Row & { readonly id: string }>({ text: MISSING, values });
  const ids = new Set(missing.map(({ id }) => id));
  let restored = 0;
  for (const row of leftOut.filter(({ id }) => ids.has(id))) {
    const insertion = insertObservations(tenant.orgId, [row], { dating: 'as-given' });
    const [, inserted = []] = await tenant.batch([giveWay(tenant.orgId, row), insertion]);
    if (inserted.length === 0) continue;
    restored += 1;
    onCreated(inserted.map((stored) => observationOf(tenant.orgId, row, stored['updated_at'] as string)));
  }
  return restored;
}

const MISSING = `
  select c.id from unnest($2::uuid[]) as c(id)
  where exists (select from observations o where o.org_id = $1 and o.superseded_by = c.id)
    and not exists (select from observations o where o.org_id = $1 and o.id = c.id)`;

/** Deletes the older row, if what it was superseded by leads to the given one; what it had superseded is then superseded by that. */
function giveWay(orgId: string, { id, projectId, agentId, contentHash }: PreparedObservation): Statement {
  return {
    text: `
      with recursive same as (
        select o.id, o.superseded_by from observations o
        where o.org_id = $1 and o.project_id = $3 and o.agent_id = $4 and o.content_hash = $5 and o.id <> $2::uuid
      ), newer (id, superseded_by) as (
        select same.id, same.superseded_by from same
        union
        select o.id, o.superseded_by from newer join observations o on o.org_id = $1 and o.id = newer.superseded_by
      ), gone as (
        delete from observations o using same
        where o.org_id = $1 and o.id = same.id and exists (select from newer where newer.superseded_by = $2::uuid)
        returning o.id, o.project_id, o.content_hash
      ), stones as (
        insert into observation_tombstones (org_id, observation_id, project_id, content_hash)
        select $1, gone.id, gone.project_id, gone.content_hash from gone
        on conflict (org_id, observation_id) do update set deleted_at = excluded.deleted_at
      ), moved as (
        update observations o set superseded_by = $2::uuid, updated_at = clock_timestamp()
        from gone where o.org_id = $1 and o.superseded_by = gone.id
      )
      select id from gone`,
    values: [orgId, id, projectId ?? '', agentId, contentHash],
  };
}
