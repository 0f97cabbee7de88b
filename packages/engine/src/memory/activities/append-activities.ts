import type { Clock } from '../../base/clock.ts';
import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { sessionNotFound, InklingError } from '../../base/errors.ts';
import { type Redact, storableJson, type JsonObject } from '../../base/text/stored-text.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import type { Activity, ActivityInput, ActivityType } from './activity.ts';
import { createYieldTurn } from '../../base/threads/yield-turn.ts';
import { optionalMoment } from '../../base/optional-moment.ts';
import { isUuid, uuidv7 } from '../../base/uuid.ts';

/** What the room needs. The clock dates ids and events without a time of their own. */
export interface ActivityContext {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  readonly redact: Redact;
}

/** How activities are written. */
export interface AppendOptions {
  /** Nobody waits for it: on an embedded database it gives way to what somebody waits for. (Default: false) */
  readonly background?: boolean;
}

/** Where an activity was written. */
export interface AppendedActivity {
  readonly id: string;
  readonly seq: number;
  /** False when the id was there: nothing was written. */
  readonly created: boolean;
}

/**
 * Writes events of one session in the order given, all or none; an ended session takes its last ones too. Fails with `invalid-input`,
 * `activity-too-large` and `session-not-found`.
 */
export async function appendActivities(
  { tenant, clock, redact }: ActivityContext,
  sessionId: string,
  inputs: readonly ActivityInput[],
  { background = false }: AppendOptions = {},
): Promise<readonly AppendedActivity[]> {
  requireId(sessionId, 'sessionId');
  const prepared = await prepareActivities(inputs, clock, redact);
  // Of an id that is twice in the batch the first stands.
  const distinct = new Map(prepared.toReversed().map((activity) => [activity.id, activity]));
  const batch = prepared.filter((activity) => distinct.get(activity.id) === activity);
  // Locked in a statement of its own: the second one's snapshot begins with the lock, so it sees every id that was appended before.
  const { orgId } = tenant;
  const [locked, written] = await tenant.batch([lockSession(orgId, sessionId), insert(orgId, sessionId, batch)], {
    background,
  });
  if (locked?.length === 0) throw sessionNotFound(sessionId);
  const rowOf = new Map((written ?? []).map((row) => [row['id'] as string, row]));
  return prepared.map((activity) => appended(activity, rowOf.get(activity.id), distinct.get(activity.id) === activity));
}

function appended({ id }: PreparedActivity, row: Row | undefined, isFirst: boolean): AppendedActivity {
  return { id, seq: Number(row?.['seq']), created: isFirst && row?.['created'] === true };
}

function lockSession(orgId: string, sessionId: string): Statement {
  return {
    name: 'activities_lock_session',
    text: 'select id from sessions where org_id = $1 and id = $2 for update',
    values: [orgId, sessionId],
  };
}

function insert(orgId: string, sessionId: string, batch: readonly PreparedActivity[]): Statement {
  return {
    name: 'activities_append',
    text: `
      with given as (
        select (item ->> 'id')::uuid as id, item ->> 'type' as type, item -> 'body' as body,
          (item ->> 'occurredAt')::timestamptz as occurred_at, position
        from jsonb_array_elements($3::jsonb) with ordinality as list (item, position)
      ), fresh as (
        select g.*, row_number() over (order by g.position) as n, count(*) over () as total from given g
        where not exists (select from session_activities a where a.org_id = $1 and a.session_id = $2 and a.id = g.id)
      ), counted as (
        update sessions s set activity_seq = s.activity_seq + f.total from (select total from fresh limit 1) f
        where s.org_id = $1 and s.id = $2 returning s.activity_seq - f.total as before
      ), written as (
        insert into session_activities (org_id, session_id, seq, id, type, body, occurred_at)
        select $1, $2, counted.before + f.n, f.id, f.type, f.body, f.occurred_at from fresh f, counted
        returning id, seq
      )
      select id, seq, true as created from written
      union all
      select a.id, a.seq, false from given g join session_activities a on a.org_id = $1 and a.session_id = $2 and a.id = g.id`,
    values: [orgId, sessionId, JSON.stringify(batch)],
  };
}

/** Largest body in bytes of JSON. */
const MAX_ACTIVITY_BYTES = 65_536;

const MAX_BATCH = 500;
// The key is part of an index entry, which PostgreSQL limits to 2,704 bytes.
const MAX_KEY_CHARACTERS = 256;
const TYPES: readonly ActivityType[] = ['thought', 'action', 'response', 'error', 'context', 'inject'];

/** An activity ready to be written. */
type PreparedActivity = Pick<Activity, 'id' | 'type' | 'body' | 'occurredAt'>;

/**
 * Checks a batch, makes its text storable (U+0000 and lone surrogates become U+FFFD) and takes the secrets out. Fails with `invalid-input`, naming
 * the place, and with `activity-too-large`.
 */
async function prepareActivities(
  inputs: readonly ActivityInput[],
  clock: Clock,
  redact: Redact,
): Promise<readonly PreparedActivity[]> {
  requireInput(Array.isArray(inputs) && inputs.length <= MAX_BATCH, 'activities', `a list of at most ${MAX_BATCH}`);
  const prepared: PreparedActivity[] = [];
  const yieldTurn = createYieldTurn(clock);
  for (const [index, input] of inputs.entries()) {
    prepared.push(prepareActivity(input, `activities[${index}]`, clock.now()));
    await yieldTurn();
  }
  // Only the bodies: an id may look like a key.
  const bodies = await redact(prepared.map(({ body }) => body));
  return prepared.map((activity, index) => ({ ...activity, body: bodies[index] ?? {} }));
}

function prepareActivity(input: ActivityInput, field: string, nowMs: number): PreparedActivity {
  requireInput(typeof input === 'object' && input !== null, field, 'an object with type and body');
  const { id = uuidv7(nowMs), type } = input;
  requireInput(isUuid(id), `${field}.id`, 'a UUID');
  requireInput(TYPES.includes(type), `${field}.type`, `one of ${TYPES.join(', ')}`);
  const body = storableBody(input.body, `${field}.body`);
  if (type === 'context') requireFacet(body, `${field}.body`);
  const occurredAt = optionalMoment(input.occurredAt, `${field}.occurredAt`) ?? new Date(nowMs).toISOString();
  return { id: id.toLowerCase(), type, body, occurredAt };
}

function storableBody(given: unknown, field: string): JsonObject {
  const body = storableJson(given, field);
  requireInput(typeof body === 'object' && body !== null && !Array.isArray(body), field, 'a JSON object');
  const bytes = Buffer.byteLength(JSON.stringify(body), 'utf8');
  if (bytes <= MAX_ACTIVITY_BYTES) return body as JsonObject;
  throw new InklingError(
    'activity-too-large',
    `${field} has ${bytes} bytes; at most ${MAX_ACTIVITY_BYTES} are stored.`,
    {
      hint: 'Report what happened, not everything that was read or written.',
      details: { field, bytes, maxBytes: MAX_ACTIVITY_BYTES },
    },
  );
}

function requireFacet({ key, value }: JsonObject, field: string): void {
  requireId(key, `${field}.key`);
  requireInput(key.length <= MAX_KEY_CHARACTERS, `${field}.key`, `at most ${MAX_KEY_CHARACTERS} characters long`);
  requireInput(value !== undefined, `${field}.value`, 'the facet’s value, null allowed');
}
