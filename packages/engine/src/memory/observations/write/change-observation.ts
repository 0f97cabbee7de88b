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

/** The end of {@link releaseObservation}. */
export interface ReleaseResult {
  /** False when the row was in no quarantine: nothing was written. */
  readonly released: boolean;
  /** The row as it is now; it may still be superseded or expired, and is then not recalled. */
  readonly observation: Observation;
}

interface Change {
  readonly pinned?: boolean | undefined;
  readonly classification?: Classification | undefined;
  /** Ends the quarantine. */
  readonly release?: boolean;
  /** Only an expired row that was not superseded: how long it holds now, null = it has no end. */
  readonly revive?: { readonly validTo: string | null };
}

/** Who changes it, and when; the change log names both. */
interface Changer {
  readonly actor: string;
  readonly now: number;
}

/** Pins, unpins or classifies an observation. Fails with `invalid-input` and with `observation-not-found`. */
export async function changeObservation(
  tenant: TenantDatabase,
  id: string,
  { pinned, classification }: ObservationPatch,
  by: Changer,
): Promise<ChangeObservationResult> {
  requireInput(pinned === undefined || typeof pinned === 'boolean', 'pinned', 'true or false');
  const known = classification === undefined || CLASSIFICATIONS.includes(classification);
  requireInput(known, 'classification', `one of ${CLASSIFICATIONS.join(', ')}`);
  return changeKnown(tenant, id, { pinned, classification }, by);
}

/**
 * Ends an observation's quarantine after a review: it may be recalled like any other. Of several at once one releases it.
 * Fails with `invalid-input` when the id is none, and with `observation-not-found`.
 */
export async function releaseObservation(tenant: TenantDatabase, id: string, by: Changer): Promise<ReleaseResult> {
  const { changed, observation } = await changeKnown(tenant, id, { release: true }, by);
  return { released: changed, observation };
}

/**
 * Makes an expired observation valid again until `validTo`; null = without an end. Of several at once one revives it. null when it is not expired
 * any more, was superseded or is gone: then nothing is written.
 */
export async function reviveObservation(
  tenant: TenantDatabase,
  id: string,
  validTo: string | null,
  by: Changer,
): Promise<Observation | null> {
  const result = await changeRow(tenant, id, { revive: { validTo } }, by);
  return result?.changed ? result.observation : null;
}

async function changeKnown(
  tenant: TenantDatabase,
  id: string,
  change: Change,
  by: Changer,
): Promise<ChangeObservationResult> {
  if (!isUuid(id)) throw invalidInput('id', 'the id of an observation');
  requireId(by.actor, 'actor');
  const result = await changeRow(tenant, id, change, by);
  if (!result) throw observationNotFound(id);
  return result;
}

/** Changes a row and notes in the change log who did, in one statement. null when there is none. */
async function changeRow(
  tenant: TenantDatabase,
  id: string,
  { pinned, classification, release, revive }: Change,
  { actor, now }: Changer,
): Promise<ChangeObservationResult | null> {
  // One for each field that may change.
  const noteIds = Array.from({ length: 4 }, () => uuidv7(now));
  const values = [
    pinned ?? null,
    classification ?? null,
    release === true,
    revive !== undefined,
    revive?.validTo ?? null,
  ];
  const [row] = await logged<ObservationRow & { changed: boolean }>(tenant, {
    text: CHANGE,
    values: [tenant.orgId, id, actor, noteIds, new Date(now).toISOString(), ...values],
  });
  if (!row) return null;
  const { changed, ...observation } = row;
  return { changed, observation };
}

// What is locked is the row as it is, also when somebody changed it a moment ago, so the log tells what was really replaced.
const CHANGE = `
  with before as (
    select o.id, o.pinned, o.classification, o.quarantine_reason, o.valid_to,
      coalesce($6::boolean, o.pinned) as new_pinned, coalesce($7::text, o.classification) as new_classification,
      case when not $8::boolean then o.quarantine_reason end as new_reason,
      case when $9::boolean then $10::timestamptz else o.valid_to end as new_valid_to
    from observations o
    where o.org_id = $1 and o.id = $2::uuid and (not $9 or (o.superseded_by is null and o.valid_to <= $5::timestamptz))
    for update
  ), note as (
    select before.id, change.* from before cross join lateral (values
      (1, 'pinned', to_jsonb(pinned), to_jsonb(new_pinned)),
      (2, 'classification', to_jsonb(classification), to_jsonb(new_classification)),
      (3, 'quarantine', to_jsonb(quarantine_reason), to_jsonb(new_reason)),
      (4, 'validTo', to_jsonb(valid_to), to_jsonb(new_valid_to))
    ) as change (place, field, old_value, new_value)
    where change.old_value is distinct from change.new_value
  ), after as (
    update observations o set pinned = new_pinned, classification = new_classification, quarantine_reason = new_reason,
      valid_to = new_valid_to, updated_at = clock_timestamp()
    from before where o.org_id = $1 and o.id = before.id and exists (select from note)
    returning o.*
  ), noted as (
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, ($4::uuid[])[place], $3, 'observation:' || id, field, old_value, new_value, clock_timestamp() from note
  ), back as (
    select id from note where field in ('quarantine', 'validTo')
  ), announced as (${announceVectorsOf('back')})
  select true as changed, ${OBSERVATION_COLUMNS} from after o
  union all
  select false, ${OBSERVATION_COLUMNS} from observations o where o.org_id = $1 and o.id = $2::uuid and not exists (select from after)`;

/** A statement that was stored before the rules found it steering, and what it was judged as. */
export interface FoundSteering extends Pick<Observation, 'id' | 'kind' | 'source' | 'metadata'> {
  readonly reason: string;
}

/**
 * Keeps out what is in no quarantine, was never released from one, and was stored as what it was judged as now: the same words may be said in a
 * talk that a stranger's page may not say. Answers the rows that are kept out now.
 */
export async function keepOut(
  tenant: TenantDatabase,
  found: readonly FoundSteering[],
): Promise<readonly Observation[]> {
  if (found.length === 0) return [];
  return tenant.query<ObservationRow>({ text: KEEP_OUT, values: [tenant.orgId, JSON.stringify(found)] });
}

const KEEP_OUT = `
  with found as (
    select o.id, f.reason
    from jsonb_to_recordset($2::jsonb) as f (id uuid, reason text, kind text, source text, metadata jsonb)
    join observations o on o.org_id = $1 and o.id = f.id and o.kind = f.kind and o.source = f.source
      and o.metadata ->> 'provenance' is not distinct from f.metadata ->> 'provenance'
      and o.metadata ->> 'speaker' is not distinct from f.metadata ->> 'speaker'
      and (o.metadata ? 'capture') = (f.metadata ? 'capture') and (o.metadata ? 'section') = (f.metadata ? 'section')
    where o.quarantine_reason is null and not exists (
      select from config_changes c where c.org_id = $1 and c.subject = 'observation:' || o.id and c.field = 'quarantine')
    order by o.id for update of o
  )
  update observations o set quarantine_reason = found.reason, updated_at = clock_timestamp()
  from found where o.org_id = $1 and o.id = found.id
  returning ${OBSERVATION_COLUMNS}`;

/**
 * Puts the vectors of observations that are in force again at the end of their feed, as part of the statement that has these as `rows`: who
 * holds vectors in memory has dropped them, and would not hear of them again.
 */
export function announceVectorsOf(rows: string): string {
  return `update observation_embeddings e set updated_at = clock_timestamp() from ${rows} where e.org_id = $1 and e.observation_id = ${rows}.id`;
}
