import { INTEGER_MAX, requireId, requireInput, requireLabel, requireWholeNumber } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { requireTrace, type InjectionTrace } from './injection-trace.ts';

/** One edge of the graph, named by its ends and its relationship. */
export interface GraphEdgeKey {
  readonly sourceId: string;
  readonly targetId: string;
  readonly relationshipName: string;
}

/** One injection: what was asked, what was surfaced, what it cost. Every field of the seed "Context Injection". */
export interface ContextInjectionLog {
  /** UUID. (Default: a new UUIDv7.) A write with an id that is there already changes nothing, so a retry is safe. */
  readonly id?: string;
  readonly sessionId: string;
  /** Any text; '' when unknown. */
  readonly workType: string;
  /** The configured budget. */
  readonly budgetTokens: number;
  /** Tokens actually consumed. */
  readonly actualTokens: number;
  /** Every observation in the block, in its order, session summaries included. */
  readonly observationIds: readonly string[];
  /** Those of `observationIds` that are session summaries. */
  readonly sessionSummaryIds: readonly string[];
  /** Graph node UUIDs surfaced to the agent. (Default: none) */
  readonly graphNodeIds?: readonly string[];
  /** (Default: none) */
  readonly graphEdgeKeys?: readonly GraphEdgeKey[];
  /** Its first 8192 characters are kept. */
  readonly queryText: string;
  /** Must be the handle's own organisation when given. */
  readonly orgId?: string;
  readonly projectId?: string | null;
  /** ISO-8601 UTC, from the row. Ignored on write: the clock says when it was. */
  readonly timestamp?: string;
  /** How the block came to be. (Default: null, nothing is known of it) */
  readonly trace?: InjectionTrace | null;
  /** False = computed and not delivered: delivery is off, the session is held out, or it ended before it had the block. Then it is no use and no cost. (Default: true) */
  readonly shown?: boolean;
}

/** A log row as it was read back: every field is there. */
export type StoredContextInjection = Required<ContextInjectionLog>;

function requireUuids(value: unknown, field: string): void {
  requireInput(Array.isArray(value) && value.every(isUuid), field, 'a list of UUIDs');
}

function isEdgeKey(value: unknown): value is GraphEdgeKey {
  const { sourceId, targetId, relationshipName } = (value ?? {}) as Partial<Record<keyof GraphEdgeKey, unknown>>;
  // jsonb cannot hold U+0000, and a lone surrogate is no text.
  const named = typeof relationshipName === 'string' && !/[\0\p{Surrogate}]/u.test(relationshipName);
  return isUuid(sourceId) && isUuid(targetId) && named;
}

/** Throws `invalid-input` on a log that cannot be stored as it is or that belongs to another organisation. */
export function requireContextInjection(log: ContextInjectionLog, orgId: string): void {
  requireInput(log.orgId === undefined || log.orgId === orgId, 'orgId', `'${orgId}', the organisation of this handle`);
  requireInput(log.id === undefined || isUuid(log.id), 'id', 'a UUID');
  requireId(log.sessionId, 'sessionId');
  if (log.projectId !== undefined && log.projectId !== null) requireId(log.projectId, 'projectId');
  requireLabel(log.workType, 'workType');
  requireWholeNumber(log.budgetTokens, 'budgetTokens', 0, INTEGER_MAX);
  requireWholeNumber(log.actualTokens, 'actualTokens', 0, INTEGER_MAX);
  requireUuids(log.observationIds, 'observationIds');
  requireUuids(log.sessionSummaryIds, 'sessionSummaryIds');
  requireUuids(log.graphNodeIds ?? [], 'graphNodeIds');
  const edges: unknown = log.graphEdgeKeys ?? [];
  requireInput(
    Array.isArray(edges) && edges.every(isEdgeKey),
    'graphEdgeKeys',
    'a list of { sourceId, targetId, relationshipName } with UUIDs as ids',
  );
  requireInput(typeof log.queryText === 'string', 'queryText', 'a string');
  requireInput(log.shown === undefined || typeof log.shown === 'boolean', 'shown', 'true or false');
  if (log.trace !== undefined && log.trace !== null) requireTrace(log.trace);
}

// A query is an identifier, a title and a line; 8192 characters is twenty times the longest seen, and bounds search and log alike.
const QUERY_MAX_CHARACTERS = 8192;

/**
 * The part of a query that is searched and logged: its first 8192 UTF-16 units, with NUL characters and unpaired surrogates
 * (PostgreSQL stores neither) as U+FFFD. One function for both, so that the log tells what was searched.
 */
export function boundQueryText(queryText: string): string {
  return queryText
    .slice(0, QUERY_MAX_CHARACTERS)
    .replaceAll('\0', '\uFFFD')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
