import { optionalMoment } from '../../base/optional-moment.ts';
import type { AttributeSet } from '../../base/database/hidden-sets.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { requireInput } from '../../base/require-input.ts';

/** How finely a stretch of time is cut. */
export type AnalyticsBucket = 'hour' | 'day' | 'week';

/** A stretch of time, and whose figures are wanted. */
export interface AnalyticsRequest {
  /** undefined = of all projects; null = that belong to none. */
  readonly projectId?: string | null;
  /** ISO-8601 or Date. (Default: 30 days before the end) */
  readonly since?: string | Date;
  /** ISO-8601 or Date, exclusive. (Default: now) */
  readonly until?: string | Date;
  /** In UTC. (Default: hours up to 3 days, days up to 120, weeks beyond) */
  readonly bucket?: AnalyticsBucket;
}

/** A checked {@link AnalyticsRequest}. */
export interface AnalyticsWindow {
  readonly since: string;
  readonly until: string;
  readonly bucket: AnalyticsBucket;
  /** As the column has it; null = all. */
  readonly project: string | null;
}

/** A window of figures of memories. */
export interface MemoryWindow extends AnalyticsWindow {
  /** The observations that whoever asks may not be told of. (Default: none) */
  readonly hidden?: readonly AttributeSet[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BUCKET_MS: Readonly<Record<AnalyticsBucket, number>> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };

/** A year and a day, and the millisecond that an end which was not named has more: what is asked for costs what happened in it. */
const LONGEST_MS = 366 * DAY_MS + 1;

/** As many points as a chart can show. */
const MOST_BUCKETS = 400;

/** Fills in defaults. Fails with `invalid-input` on a stretch that is none, longer than 366 days or cut into more than 400 pieces. */
export function analyticsWindow(request: AnalyticsRequest, nowMs: number): AnalyticsWindow {
  const asked = optionalMoment(request.until, 'until');
  const end = asked === null ? nowMs : Date.parse(asked);
  // What was written in this very millisecond counts: its rows carry microseconds.
  const until = asked ?? new Date(nowMs + 1).toISOString();
  const since = optionalMoment(request.since ?? new Date(end - 30 * DAY_MS), 'since') ?? '';
  const length = end - Date.parse(since);
  requireInput(length > 0 && length <= LONGEST_MS, 'since', 'before until, by 366 days at most');
  const bucket = request.bucket ?? usualBucket(length);
  requireInput(bucket in BUCKET_MS, 'bucket', `one of ${Object.keys(BUCKET_MS).join(', ')}`);
  const fits = length / BUCKET_MS[bucket] <= MOST_BUCKETS;
  requireInput(fits, 'bucket', `long enough that at most ${MOST_BUCKETS} of them fit between since and until`);
  return { since, until, bucket, project: projectColumn(request.projectId) };
}

function usualBucket(lengthMs: number): AnalyticsBucket {
  if (lengthMs <= 3 * DAY_MS) return 'hour';
  return lengthMs <= 120 * DAY_MS ? 'day' : 'week';
}

/** That the observation under the alias `o` may be recalled now, as SQL. */
export const RECALLABLE_NOW = `o.superseded_by is null and o.quarantine_reason is null and (o.valid_to is null or o.valid_to > clock_timestamp())`;

/** Kinds that tell what happened, not what holds: a commit does not go out of date when its files change. */
export const RECORDS_OF_EVENTS = `('commit', 'exchange', 'file_operation', 'session_summary', 'message')`;
