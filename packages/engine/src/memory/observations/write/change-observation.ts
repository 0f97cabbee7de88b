import { logged } from '../../../base/database/change-chain.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { observationNotFound } from '../../../base/errors.ts';
import { invalidInput, requireId, requireInput } from '../../../base/require-input.ts';
import { isUuid, uuidv7 } from '../../../base/uuid.ts';
import { CLASSIFICATIONS, type Classification, type Observation } from '../observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';

/** What can be changed of an observation without stating it anew. What is absent stays. */
export interface ObservationPatch {
  readonly pinned?: boolean;
  readonly classification?: Classification;
}

/** The end of {@link changeObservation}. */
export interface ChangeObservationResult {
  /** False when it was so before: nothing was written. */
  readonly changed: boolean;
  /** The row as it is now. */
  readonly observation: Observation;
}

/**
 * Pins, unpins or classifies an observation, and notes in the change log who did, in one statement. Fails with `invalid-input` and with
 * `observation-not-found`.
 */
export async function changeObservation(
  tenant: TenantDatabase,
  id: string,
  patch: ObservationPatch,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<ChangeObservationResult> {
  requireChange(id, patch, actor);
  const [row] = await logged<ObservationRow & { changed: boolean }>(tenant, {
    text: CHANGE,
    values: [tenant.orgId, id, patch.pinned ?? null, patch.classification ?? null, actor, uuidv7(now), uuidv7(now)],
  });
  if (!row) throw observationNotFound(id);
  const { changed, ...observation } = row;
  return { changed, observation };
}

function requireChange(id: string, { pinned, classification }: ObservationPatch, actor: string): void {
  if (!isUuid(id)) throw invalidInput('id', 'the id of an observation');
  requireId(actor, 'actor');
  requireInput(pinned === undefined || typeof pinned === 'boolean', 'pinned', 'true or false');
  const known = classification === undefined || CLASSIFICATIONS.includes(classification);
  requireInput(known, 'classification', `one of ${CLASSIFICATIONS.join(', ')}`);
}

// What is locked is the row as it is, also when somebody changed it a moment ago, so the log tells what was really replaced.
const CHANGE = `
  with before as (
    select o.id, o.pinned, o.classification from observations o where o.org_id = $1 and o.id = $2::uuid for update
  ), after as (
    update observations o set pinned = coalesce($3::boolean, o.pinned), classification = coalesce($4::text, o.classification),
      updated_at = clock_timestamp()
    from before where o.org_id = $1 and o.id = before.id
      and (o.pinned is distinct from coalesce($3::boolean, o.pinned) or o.classification is distinct from coalesce($4::text, o.classification))
    returning o.*
  ), noted as (
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, change.id, $5, 'observation:' || before.id, change.field, change.old_value, change.new_value, clock_timestamp()
    from before join after on after.id = before.id cross join lateral (values
      ($6::uuid, 'pinned', to_jsonb(before.pinned), to_jsonb(after.pinned)),
      ($7::uuid, 'classification', to_jsonb(before.classification), to_jsonb(after.classification))
    ) as change (id, field, old_value, new_value)
    where change.old_value is distinct from change.new_value
  )
  select true as changed, ${OBSERVATION_COLUMNS} from after o
  union all
  select false, ${OBSERVATION_COLUMNS} from observations o where o.org_id = $1 and o.id = $2::uuid and not exists (select from after)`;

/**
 * Puts the vectors of observations that are in force again at the end of their feed, as part of the statement that has these as `rows`: who
 * holds vectors in memory has dropped them, and would not hear of them again.
 */
export const announceVectorsOf = (rows: string): string =>
  `update observation_embeddings e set updated_at = clock_timestamp() from ${rows} where e.org_id = $1 and e.observation_id = ${rows}.id`;
