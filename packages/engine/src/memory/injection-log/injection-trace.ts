import { requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { wellFormedText } from '../../base/text/well-formed-text.ts';

/** Why a candidate was not recalled. */
export const RECALL_REASONS = ['below-relevance', 'not-recallable', 'near-duplicate', 'denied'] as const;

/** Why a recalled row is not in the block. */
export const SKIP_REASONS = [
  'over-budget',
  'over-limit',
  'nothing-visible',
  'teaches-nothing',
  'duplicate',
  'foreign-organisation',
  'invalid-row',
] as const;

/** Why something that was considered is not in the block. */
export type TraceReason = (typeof RECALL_REASONS)[number] | (typeof SKIP_REASONS)[number] | 'seen';

/** One observation of a block, as it was ranked then. */
export interface TracedRow {
  readonly id: string;
  readonly relevance: number;
  readonly score: number;
  /** The weight that it had. */
  readonly weight: number;
  readonly unweightedRank: number;
  readonly weightedRank: number;
  /** What its line cost; null = not measured. */
  readonly tokens: number | null;
  /** The policy that allowed it; null = not told. */
  readonly policy: string | null;
}

/** One observation that was considered and is not in the block. */
export interface TracedLeftOut {
  /** null = a row without a usable id. */
  readonly id: string | null;
  readonly reason: TraceReason;
  readonly relevance: number | null;
  /** Where it stood among what was ranked; null = it was not ranked. */
  readonly weightedRank: number | null;
  /** What its line would have cost; null = not measured. */
  readonly tokens: number | null;
  /** The policy that denied it; null = none did, or not told. */
  readonly policy: string | null;
}

/** How a block came to be: ids, numbers and names of policies, no text of anybody. */
export interface InjectionTrace {
  readonly source: 'session-start' | 'in-session' | 'api';
  /** SHA-256 hex of the block as the agent was to get it; null = there was none. */
  readonly blockHash: string | null;
  /** For example `ok`, `nothing-fits`, `injected`. */
  readonly outcome: string;
  readonly elapsedMs: number | null;
  readonly degraded: 'cold-index' | 'stale-index' | null;
  /** In the block's order; the first 64 are kept. */
  readonly rows: readonly TracedRow[];
  /** Best first; the first 64 are kept. */
  readonly leftOut: readonly TracedLeftOut[];
  /** How many were left out altogether. */
  readonly leftOutCount: number;
}

/** With 200 bytes each a trace stays below 30 kB, and a usual one below 4. */
const MOST_ROWS = 64;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 512;

/** Throws `invalid-input` unless the value can be kept as a trace. */
export function requireTrace(value: unknown): void {
  requireInput(typeof value === 'object' && value !== null, 'trace', 'an object');
  const { source, blockHash, outcome, rows, leftOut, leftOutCount } = value as Partial<
    Record<keyof InjectionTrace, unknown>
  >;
  requireInput(['session-start', 'in-session', 'api'].includes(String(source)), 'trace.source', 'a known source');
  const isHash = blockHash === null || (typeof blockHash === 'string' && /^[0-9a-f]{64}$/.test(blockHash));
  requireInput(isHash, 'trace.blockHash', 'a SHA-256 in hex');
  requireInput(isText(outcome), 'trace.outcome', 'a string of at most 512 characters');
  requireInput(Array.isArray(rows) && rows.every(isTracedRow), 'trace.rows', 'a list of rows with UUIDs');
  requireInput(Array.isArray(leftOut) && leftOut.every(isTracedLeftOut), 'trace.leftOut', 'a list with reasons');
  requireInput(Number.isInteger(leftOutCount), 'trace.leftOutCount', 'a whole number');
}

function isTracedRow(row: unknown): boolean {
  const { id, policy } = (row ?? {}) as Partial<TracedRow>;
  return isUuid(id) && (policy === null || isText(policy));
}

function isTracedLeftOut(row: unknown): boolean {
  const { id, reason, policy } = (row ?? {}) as Partial<TracedLeftOut>;
  return (id === null || isUuid(id)) && isText(reason) && (policy === null || isText(policy));
}

const ROW = ['id', 'relevance', 'score', 'weight', 'unweightedRank', 'weightedRank', 'tokens', 'policy'] as const;
const LEFT_OUT = ['id', 'reason', 'relevance', 'weightedRank', 'tokens', 'policy'] as const;

/** The trace as it is stored: its own fields only, lists cut, names of policies well formed. */
export function traceAsJson(trace: InjectionTrace): string {
  const { source, blockHash, outcome, elapsedMs, degraded, leftOutCount } = trace;
  const rows = trace.rows.slice(0, MOST_ROWS).map((row) => fieldsOf(row, ROW));
  const leftOut = trace.leftOut.slice(0, MOST_ROWS).map((row) => fieldsOf(row, LEFT_OUT));
  return JSON.stringify({ source, blockHash, outcome, elapsedMs, degraded, rows, leftOut, leftOutCount });
}

function fieldsOf<T extends { readonly policy: string | null }>(row: T, fields: readonly (keyof T)[]): object {
  const policy = row.policy === null ? null : wellFormedText(row.policy);
  return { ...Object.fromEntries(fields.map((field) => [field, row[field]])), policy };
}

/** The trace without the ids of what was denied: its reason and its policy are told, and an id is a question that somebody can ask elsewhere. */
export function withoutDenied(trace: InjectionTrace | null): InjectionTrace | null {
  if (trace === null) return null;
  return { ...trace, leftOut: trace.leftOut.map((one) => (one.reason === 'denied' ? { ...one, id: null } : one)) };
}
