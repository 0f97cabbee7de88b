import type { Statement, TenantDatabase } from '../../../base/database/database.ts';
import { InklingError, observationNotFound } from '../../../base/errors.ts';
import { announceVectorsOf } from './change-observation.ts';
import { getObservations } from '../read/get-observations.ts';
import { datingOf, findStatements, insertObservations, type StandingRow } from './write-observations.ts';
import type { Observation, ObservationInput, RememberResult } from '../observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';
import { observationStatus } from '../observation-status.ts';
import { type PreparedObservation, draftObservation } from './prepare-observation.ts';
import type { Readable, WriteContext } from './remember-observations.ts';
import { invalidInput } from '../../../base/require-input.ts';
import { isUuid } from '../../../base/uuid.ts';

/** What the new statement does not take over from the old one. Kind, agent, classification, pin and metadata are taken over. */
export type SupersedeOptions = Omit<ObservationInput, 'content' | 'projectId'>;

/** For whom a statement is replaced. */
export interface Superseding {
  readonly readable: Readable;
  /** Who says it when a statement that they may not read has its author's words already. */
  readonly otherwise: string;
}

/** The end of {@link supersedeObservation}. `id` is the row in force now. */
export interface SupersedeResult extends RememberResult {
  /** 'unchanged': the new content is the old one's, and nothing was written. */
  readonly outcome: 'superseded' | 'unchanged';
  readonly supersededId: string;
  /** The old row and the one in force, as they are now. Empty when unchanged. */
  readonly changed: readonly Observation[];
}

/**
 * Replaces a statement. The old row stays, points to the new one and is never recalled again. When the new content was stated before, that
 * row takes over, revived if it had been superseded or had expired; a chain of corrections therefore never closes to a ring. A row that its
 * caller may not read does neither: what they say then stands beside it, in their own name.
 * Of several supersedes of one row at once, one wins. Fails with `observation-not-found`, with `observation-superseded`
 * (`details.supersededBy`), and as remembering does.
 */
export async function supersedeObservation(
  context: WriteContext,
  oldId: string,
  content: string,
  options: SupersedeOptions = {},
  by?: Superseding,
): Promise<SupersedeResult> {
  const { tenant, clock } = context;
  const [old] = await getObservations(tenant, [oldId]);
  if (!old) throw observationNotFound(oldId);
  const input = inheriting(old, content, options);
  const said = await preparedOne(context, input);
  const isHidden = by !== undefined && (await isTwinHidden(tenant, said, old, by.readable));
  const row = isHidden ? await preparedOne(context, { ...input, agentId: by.otherwise }) : said;
  if (isHidden && (await isTwinHidden(tenant, row, old, by.readable))) throw notTheirs();
  if (row.contentHash === old.contentHash && row.agentId === old.agentId) return unchanged(old, row, clock.now());
  const move: Move = { orgId: tenant.orgId, oldId: old.id, row, now: new Date(clock.now()).toISOString() };
  const [, inserted = [], , marked = [], after = []] = await tenant.batch([
    lockBoth(move),
    insertObservations(tenant.orgId, [row], { supersedes: old.id, dating: datingOf(clock) }),
    reviveNew(move),
    markOld(move),
    readBoth(move),
  ]);
  const rows = after as ObservationRow[];
  const before = rows.find((candidate) => candidate.id === old.id);
  const standing = rows.find((candidate) => candidate.id !== old.id);
  if (!before) throw observationNotFound(old.id);
  if (marked.length === 0 || !standing) throw alreadySuperseded(before);
  return {
    id: standing.id,
    created: inserted.length > 0,
    contentHash: row.contentHash,
    status: observationStatus(standing, clock.now()),
    redacted: row.redacted,
    outcome: 'superseded',
    supersededId: old.id,
    changed: [before, standing],
  };
}

async function preparedOne({ preparer, clock }: WriteContext, input: ObservationInput): Promise<PreparedObservation> {
  const [row] = await preparer.prepare([draftObservation(input, clock)]);
  if (row === undefined) throw new RangeError('one draft has one ending');
  if (InklingError.isInstance(row)) throw row;
  return row;
}

/** Whether another row has these words already, and is one that the caller may not read. */
async function isTwinHidden(
  tenant: TenantDatabase,
  row: PreparedObservation,
  old: Observation,
  readable: Readable,
): Promise<boolean> {
  const [twin] = await tenant.query<StandingRow>(findStatements(tenant.orgId, [row]));
  return twin !== undefined && twin.id !== old.id && !(await readable([twin.id])).has(twin.id);
}

function notTheirs(): InklingError {
  return new InklingError('forbidden', 'The statement cannot be replaced by these words.', {
    hint: 'Say it in other words.',
  });
}

interface Move {
  readonly orgId: string;
  readonly oldId: string;
  readonly row: PreparedObservation;
  readonly now: string;
}

function inheriting(old: Observation, content: string, options: SupersedeOptions): ObservationInput {
  // The session said the old statement; who says the new one is for the caller to tell.
  const { sessionId: _sessionId, ...metadata } = old.metadata;
  const { agentId, kind, classification, pinned, projectId } = old;
  return { agentId, kind, classification, pinned, metadata, ...options, projectId, content };
}

function unchanged(old: Observation, row: PreparedObservation, nowMs: number): SupersedeResult {
  if (old.supersededBy !== null) throw alreadySuperseded(old);
  const status = observationStatus(old, nowMs);
  const { contentHash, redacted } = row;
  return {
    id: old.id,
    created: false,
    contentHash,
    status,
    redacted,
    outcome: 'unchanged',
    supersededId: old.id,
    changed: [],
  };
}

function alreadySuperseded(old: Observation): InklingError {
  return new InklingError(
    'observation-superseded',
    `Observation ${old.id} was already superseded by ${old.supersededBy}.`,
    {
      hint: 'Supersede that one instead.',
      details: { id: old.id, supersededBy: old.supersededBy },
    },
  );
}

const BOTH = `o.org_id = $1 and (o.id = $2 or (o.project_id = $3 and o.agent_id = $4 and o.content_hash = $5))`;

function bothValues({ orgId, oldId, row }: Move): unknown[] {
  return [orgId, oldId, row.projectId ?? '', row.agentId, row.contentHash];
}

/** Both rows, in the order of ids: A superseded by B and B by A at the same moment would otherwise leave neither in force. */
function lockBoth(move: Move): Statement {
  return { text: `select o.id from observations o where ${BOTH} order by o.id for update`, values: bothValues(move) };
}

function reviveNew(move: Move): Statement {
  return {
    text: `
      with revived as (
        update observations o set superseded_by = null, updated_at = clock_timestamp(),
          valid_to = case when o.valid_to <= $6::timestamptz then null else o.valid_to end
        where o.org_id = $1 and o.id <> $2 and o.project_id = $3 and o.agent_id = $4 and o.content_hash = $5
          and (o.superseded_by is not null or o.valid_to <= $6::timestamptz)
          and exists (select from observations old where old.org_id = $1 and old.id = $2 and old.superseded_by is null)
        returning o.id)
      ${announceVectorsOf('revived')}`,
    values: [...bothValues(move), move.now],
  };
}

function markOld(move: Move): Statement {
  return {
    text: `
      update observations o set superseded_by = n.id, updated_at = clock_timestamp()
      from observations n
      where o.org_id = $1 and o.id = $2 and o.superseded_by is null
        and n.org_id = $1 and n.id <> $2 and n.project_id = $3 and n.agent_id = $4 and n.content_hash = $5
      returning o.id`,
    values: bothValues(move),
  };
}

function readBoth(move: Move): Statement {
  return {
    text: `select ${OBSERVATION_COLUMNS} from observations o where ${BOTH} order by o.id`,
    values: bothValues(move),
  };
}

/** Corrections of one statement that are followed; nobody makes so many, and a chain that was made by hand may be a ring. */
const MOST_LINKS = 100;

/**
 * What an observation replaced and what replaced it, oldest first: the chain that it is in, itself included. Several statements may have been
 * replaced by one. Empty when there is no such observation. Fails with `invalid-input`.
 */
export async function supersessionChain(tenant: TenantDatabase, id: string): Promise<readonly Observation[]> {
  if (!isUuid(id)) throw invalidInput('id', 'the id of an observation');
  return tenant.query<ObservationRow>({
    text: `
      with recursive newer (id, superseded_by) as (
        select o.id, o.superseded_by from observations o where o.org_id = $1 and o.id = $2::uuid
        union
        select o.id, o.superseded_by from newer join observations o on o.org_id = $1 and o.id = newer.superseded_by
      ), older (id) as (
        select o.id from observations o where o.org_id = $1 and o.id = $2::uuid
        union
        select o.id from older join observations o on o.org_id = $1 and o.superseded_by = older.id
      ), chain as (
        (select id from newer limit ${MOST_LINKS}) union (select id from older limit ${MOST_LINKS})
      )
      select ${OBSERVATION_COLUMNS} from chain join observations o on o.org_id = $1 and o.id = chain.id
      order by o.created_at, o.id`,
    values: [tenant.orgId, id],
  });
}
