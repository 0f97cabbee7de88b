import type { TenantDatabase } from '../../base/database/database.ts';
import { isUuid } from '../../base/uuid.ts';
import { invalidInput } from '../../base/invalid-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import type { Observation } from './observation.ts';
import { FILTER_CONDITIONS, type ObservationFilter, filterValues } from './observation-filter.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, observationFromRow } from './observation-row.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

/** Which observations are listed. */
export interface ListRequest extends ObservationFilter {
  /** Rows on the page, 1 to 1000. (Default: 50) */
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | null;
}

/** One page of a list. */
export interface ObservationPage {
  /** Newest first. */
  readonly rows: readonly Observation[];
  /** Give it as `cursor` for the next page; null = this was the last. */
  readonly nextCursor: string | null;
}

/**
 * One page of observations, newest first. Pages continue from the last row, so rows that are written or forgotten meanwhile
 * neither shift nor repeat others. Fails with `invalid-input` on a limit out of range or a cursor that no page gave.
 */
export async function listObservations(
  tenant: TenantDatabase,
  request: ListRequest,
  nowMs: number,
): Promise<ObservationPage> {
  const limit = request.limit ?? DEFAULT_LIMIT;
  requirePageLimit(limit, MAX_LIMIT);
  const after = decodeCursor(request.cursor);
  const rows = await tenant.query<ObservationRow>({
    text: `
      select ${OBSERVATION_COLUMNS} from observations o
      where ${FILTER_CONDITIONS} and ($8::timestamptz is null or (o.created_at, o.id) < ($8, $9::uuid))
      order by o.created_at desc, o.id desc limit $10`,
    // One row more than asked tells whether another page follows.
    values: [...filterValues(tenant.orgId, request, nowMs), after?.createdAt ?? null, after?.id ?? null, limit + 1],
  });
  const page = rows.slice(0, limit).map(observationFromRow);
  return { rows: page, nextCursor: rows.length > limit ? encodeCursor(page.at(-1)) : null };
}

interface Position {
  readonly createdAt: string;
  readonly id: string;
}

function encodeCursor(last: Position | undefined): string | null {
  return last ? Buffer.from(JSON.stringify([last.createdAt, last.id])).toString('base64url') : null;
}

function decodeCursor(cursor: string | null | undefined): Position | null {
  if (cursor === null || cursor === undefined) return null;
  const [createdAt, id] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^\["([^"]+)","([^"]+)"\]$/)
      ?.slice(1) ?? [];
  if (createdAt === undefined || !Number.isFinite(Date.parse(createdAt)) || !isUuid(id)) {
    throw invalidInput('cursor', 'the nextCursor of another page');
  }
  return { createdAt, id };
}
