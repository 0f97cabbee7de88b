import { float8Array, int4Array, partsOfList, uuidArray } from '../../base/database/binary-array.ts';
import type { Statement, TenantDatabase, Row } from '../../base/database/database.ts';
import { uuidv7, isUuid } from '../../base/uuid.ts';
import { wellFormedText } from '../../base/text/well-formed-text.ts';
import { purgeBefore } from '../../base/database/purge-before.ts';
import { requireId, requireInput, requirePageLimit } from '../../base/require-input.ts';

/** One tool call that the memory was asked about, and what became of it. Moments are ISO-8601 UTC. */
export interface StoredVerbEvent {
  readonly id: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly tool: string;
  readonly phase: 'pre-verb' | 'post-verb';
  /** The file that it was about; null = none was named. */
  readonly path: string | null;
  readonly outcome: 'injected' | 'queued' | 'no-match' | 'skipped' | 'budget-exceeded' | 'disabled';
  readonly reason: string | null;
  /** From the call to its result. */
  readonly elapsedMs: number;
  /** From the agent's moment to the call. */
  readonly lagMs: number;
  readonly actualTokens: number;
  readonly observationIds: readonly string[];
  readonly degraded: string | null;
  /** When it ended. */
  readonly createdAt: string;
}

/** An event on its way into the table. */
export type VerbEventRecord = Omit<StoredVerbEvent, 'id' | 'createdAt'> & { readonly endedAt: number };

/** Most events of one statement. Embedded, nothing else is answered meanwhile. */
export const VERB_EVENTS_IN_ONE = 25;

// A path is a name in a list: what is longer is cut, as nothing is looked up by it.
const TEXT_MAX = 512;

const storable = (text: string): string => wellFormedText(text.slice(0, TEXT_MAX));

/**
 * The statement that writes events of one organisation. The numbers and ids in binary and the rest as lists of texts: as one list of JSON objects
 * an event took 0.09 ms instead of 0.06.
 */
export function verbEventStatement(orgId: string, events: readonly VerbEventRecord[]): Statement {
  const each = <Value>(read: (event: VerbEventRecord) => Value): Value[] => events.map(read);
  return {
    name: 'verb_events_write',
    text: `
      insert into session_verb_events (org_id, id, session_id, project_id, tool, phase, path, outcome, reason, degraded, created_at, elapsed_ms,
        lag_ms, actual_tokens, observation_ids)
      select $1, r.id, r.session_id, r.project_id, r.tool, r.phase, r.path, r.outcome, r.reason, r.degraded, r.created_at, r.elapsed_ms, r.lag_ms,
        r.actual_tokens, ($17::uuid[])[r.first:r.last]
      from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[],
          $12::float8[], $13::float8[], $14::integer[], $15::integer[], $16::integer[])
        as r (id, session_id, project_id, tool, phase, path, outcome, reason, degraded, created_at, elapsed_ms, lag_ms, actual_tokens, first, last)`,
    values: [
      orgId,
      uuidArray(each(({ endedAt }) => uuidv7(endedAt))),
      each(({ sessionId }) => sessionId),
      each(({ projectId }) => projectId ?? ''),
      each(({ tool }) => storable(tool)),
      each(({ phase }) => phase),
      each(({ path }) => (path === null ? null : storable(path))),
      each(({ outcome }) => outcome),
      each(({ reason }) => reason),
      each(({ degraded }) => degraded),
      each(({ endedAt }) => new Date(endedAt).toISOString()),
      float8Array(each(({ elapsedMs }) => elapsedMs)),
      float8Array(each(({ lagMs }) => lagMs)),
      int4Array(each(({ actualTokens }) => actualTokens)),
      ...partsOfList(each(({ observationIds }) => observationIds.length)),
      uuidArray(events.flatMap(({ observationIds }) => observationIds)),
    ],
  };
}

/** Deletes events of before a moment, until `most` are gone or none is left. Fails with `invalid-input`. */
export function purgeVerbEvents(
  tenant: TenantDatabase,
  before: Date,
  most?: number,
): Promise<{ readonly purged: number }> {
  return purgeBefore(tenant, 'session_verb_events', before, most);
}

/** How much of a session's events is wanted. */
export interface ListVerbEventsOptions {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
  /** The id of the last event of the page before. (Default: from the newest) */
  readonly before?: string;
}

/** The tool calls of a session that the memory was asked about, newest first. Fails with `invalid-input`. */
export async function listVerbEvents(
  tenant: TenantDatabase,
  sessionId: string,
  { limit = 100, before }: ListVerbEventsOptions = {},
): Promise<readonly StoredVerbEvent[]> {
  requireId(sessionId, 'sessionId');
  requirePageLimit(limit, 1000);
  requireInput(before === undefined || isUuid(before), 'before', 'the id of an event');
  return tenant.query<StoredVerbEvent & Row>({
    text: `
      select id, session_id as "sessionId", nullif(project_id, '') as "projectId", tool, phase, path, outcome, reason,
        elapsed_ms as "elapsedMs", lag_ms as "lagMs", actual_tokens as "actualTokens", observation_ids as "observationIds", degraded,
        created_at as "createdAt"
      from session_verb_events
      where org_id = $1 and session_id = $2 and ($3::uuid is null or (created_at, id) < (
        select last.created_at, last.id from session_verb_events last where last.org_id = $1 and last.id = $3))
      order by created_at desc, id desc limit $4`,
    values: [tenant.orgId, sessionId, before ?? null, limit],
  });
}
