import type { TenantDatabase } from '../../../base/database/database.ts';
import { type AttributeSet, hiddenValue, isNotHidden } from '../../../base/database/hidden-sets.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import { decodePageCursor, pageOf } from '../../../base/page-cursor.ts';
import { requirePageLimit } from '../../../base/require-input.ts';
import type { Observation } from '../observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';

const DEFAULT_LIMIT = 50;
// Each has an exchange with it, of up to 8 KiB.
const MAX_LIMIT = 200;

/** What is remembered of the talk in one session: its observations of kind `exchange`. */
export interface Talk {
  readonly sessionId: string;
  readonly projectId: string | null;
  /** How many exchanges are kept. */
  readonly exchanges: number;
  /** ISO-8601 UTC: when the first and the last of them were said. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** The first exchange that is kept; usually what the session was asked for. */
  readonly opening: Observation;
}

/** Which talks are listed. */
export interface ListTalksRequest {
  /** undefined = of all projects; null = that belong to none. */
  readonly projectId?: string | null;
  /** Talks on the page, 1 to 200. (Default: 50) */
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | null;
}

/** One page of talks. */
export interface TalkPage {
  /** The one with the newest exchange first. */
  readonly rows: readonly Talk[];
  /** Give it as `cursor` for the next page; null = this was the last. */
  readonly nextCursor: string | null;
}

/** Exchanges that are not shown; a talk begins with the first that is. */
interface Hidden {
  readonly sets: readonly AttributeSet[];
  /** Those that wait for a review. */
  readonly quarantine: boolean;
}

type TalkRow = ObservationRow & Pick<Talk, 'exchanges' | 'firstAt' | 'lastAt'> & { readonly cursorId: string };

const isKey = (id: unknown): id is string => typeof id === 'string';

/**
 * One page of the sessions whose talk is remembered, by its newest exchange. Fails with `invalid-input` on a limit out of range or a cursor that no
 * page gave. It counts in one index (100,000 exchanges: some 40 ms) and reads one text for each talk of the page.
 */
export async function listTalks(
  tenant: TenantDatabase,
  request: ListTalksRequest = {},
  hidden: Hidden = { sets: [], quarantine: false },
): Promise<TalkPage> {
  const { limit = DEFAULT_LIMIT } = request;
  requirePageLimit(limit, MAX_LIMIT);
  const after = decodePageCursor(request.cursor, isKey);
  const rows = await tenant.query<TalkRow>({
    text: hidden.sets.length > 0 || hidden.quarantine ? LIST_SHOWN : LIST_ALL,
    // One row more than asked tells whether another page follows.
    values: [
      tenant.orgId,
      projectColumn(request.projectId),
      after?.moment ?? null,
      after?.id ?? null,
      limit + 1,
      hiddenValue(hidden.sets),
      hidden.quarantine,
    ],
  });
  const page = pageOf(rows, limit, ({ lastAt, cursorId }) => ({ moment: lastAt, id: cursorId }));
  return { ...page, rows: page.rows.map(talkFromRow) };
}

/** Where nothing is hidden no row is read for it: the index alone is enough to count. */
const ALL = '$6::jsonb is not null and not $7::boolean';
const SHOWN = `${isNotHidden('$6')} and (not $7 or o.quarantine_reason is null)`;

// A session's name is unique in its project only: what was imported has none in the table of sessions.
const listing = (shown: string): string => `
  with talk as (
    select o.project_id, o.session_id, o.session_id || ' ' || o.project_id as cursor_id, count(*)::int as exchanges,
      min(o.created_at) as first_at, max(o.created_at) as last_at
    from observations o
    where o.org_id = $1 and o.kind = 'exchange' and o.session_id is not null and ($2::text is null or o.project_id = $2) and ${shown}
    group by o.project_id, o.session_id
  ), page as (
    select * from talk where $3::timestamptz is null or (last_at, cursor_id) < ($3, $4::text)
    order by last_at desc, cursor_id desc limit $5
  )
  select page.cursor_id as "cursorId", page.exchanges, page.first_at as "firstAt", page.last_at as "lastAt", o.*
  from page cross join lateral (
    select ${OBSERVATION_COLUMNS} from observations o
    where o.org_id = $1 and o.kind = 'exchange' and o.project_id = page.project_id and o.session_id = page.session_id
      and o.created_at = page.first_at and ${shown}
    order by o.id limit 1
  ) o
  order by page.last_at desc, page.cursor_id desc`;

const LIST_ALL = listing(ALL);
const LIST_SHOWN = listing(SHOWN);

function talkFromRow({ cursorId: _cursorId, exchanges, firstAt, lastAt, ...opening }: TalkRow): Talk {
  const { sessionId, projectId } = opening;
  return { sessionId: sessionId ?? '', projectId, exchanges, firstAt, lastAt, opening };
}

/** Whose talks are wanted. */
export interface TalksRequest {
  readonly sessionIds: readonly string[];
  /** undefined = of all projects; null = of none. */
  readonly projectId?: string | null;
}

/** What was settled mostly was settled late. */
const MOST_OF_A_SESSION = 64;

/** {@link ObservationStore.getTalks} */
export async function getTalks(
  tenant: TenantDatabase,
  { sessionIds, projectId }: TalksRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<Observation[]> {
  if (sessionIds.length === 0) return [];
  return tenant.query<ObservationRow>(
    {
      name: 'observations_talks',
      text: `select ${OBSERVATION_COLUMNS} from unnest($2::text[]) with ordinality as wanted(session_id, place) cross join lateral (
        select * from observations o
        where o.org_id = $1 and o.session_id = wanted.session_id and o.kind = 'exchange' and ($3::text is null or o.project_id = $3)
          and o.superseded_by is null and o.quarantine_reason is null and o.created_at <= $4::timestamptz
          and (o.valid_to is null or o.valid_to > $4::timestamptz)
        order by o.created_at desc, o.id desc limit $5) o
      order by wanted.place, o.created_at, o.id`,
      values: [
        tenant.orgId,
        [...sessionIds],
        projectColumn(projectId),
        new Date(nowMs).toISOString(),
        MOST_OF_A_SESSION,
      ],
    },
    { signal },
  );
}
