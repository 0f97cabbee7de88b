import type { Clock } from '../../base/clock.ts';
import { InklingError } from '../../base/errors.ts';
import { createGiveWay } from '../../base/give-way.ts';
import { optionalMoment } from '../../base/optional-moment.ts';
import type { Redact } from '../../base/redact.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { storableJson, type JsonObject } from '../../base/storable-json.ts';
import { isUuid, uuidv7 } from '../../base/uuid.ts';
import type { ActivityInput, ActivityType } from './activity.ts';

/** Largest body in bytes of JSON. */
const MAX_ACTIVITY_BYTES = 65_536;

const MAX_BATCH = 500;
// The key is part of an index entry, which PostgreSQL limits to 2,704 bytes.
const MAX_KEY_CHARACTERS = 256;
const TYPES: readonly ActivityType[] = ['thought', 'action', 'response', 'error', 'context', 'inject'];

/** An activity ready to be written. */
export interface PreparedActivity {
  readonly id: string;
  readonly type: ActivityType;
  readonly body: JsonObject;
  readonly occurredAt: string;
}

/**
 * Checks a batch, makes its text storable (U+0000 and lone surrogates become U+FFFD) and takes the secrets out. Fails with `invalid-input`, naming
 * the place, and with `activity-too-large`.
 */
export async function prepareActivities(
  inputs: readonly ActivityInput[],
  clock: Clock,
  redact: Redact,
): Promise<readonly PreparedActivity[]> {
  requireInput(Array.isArray(inputs) && inputs.length <= MAX_BATCH, 'activities', `a list of at most ${MAX_BATCH}`);
  const prepared: PreparedActivity[] = [];
  const giveWay = createGiveWay(clock);
  for (const [index, input] of inputs.entries()) {
    prepared.push(prepareActivity(input, `activities[${index}]`, clock.now()));
    await giveWay();
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
      wayOut: 'Report what happened, not everything that was read or written.',
      details: { field, bytes, maxBytes: MAX_ACTIVITY_BYTES },
    },
  );
}

function requireFacet({ key, value }: JsonObject, field: string): void {
  requireId(key, `${field}.key`);
  requireInput(key.length <= MAX_KEY_CHARACTERS, `${field}.key`, `at most ${MAX_KEY_CHARACTERS} characters long`);
  requireInput(value !== undefined, `${field}.value`, 'the facet’s value, null allowed');
}
