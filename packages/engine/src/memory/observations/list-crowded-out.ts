import type { Row, TenantDatabase } from '../../base/database/database.ts';

/** Sessions and projects that are looked at, and ids of one of them, at once. */
const MOST_PLACES = 1000;
const MOST_IDS = 10_000;

// Where nobody set another number.
const PER_SESSION = 200;
const PER_PROJECT = 100_000;

interface FullPlace extends Row {
  readonly project_id: string;
  /** null = the project. */
  readonly session_id: string | null;
  readonly most: number;
}

/**
 * The ids of exchanges above the bounds of their session and their project: the lightest and then the oldest, what is pinned last. Ask again when
 * they are gone. It counts in one index (100,000 exchanges: 70 ms of an embedded database), and nobody waits for it.
 */
export async function listCrowdedOut(tenant: TenantDatabase): Promise<readonly string[]> {
  const places = await tenant.query<FullPlace>(
    { text: FULL, values: [tenant.orgId, PER_SESSION, PER_PROJECT] },
    { behind: true },
  );
  const ids: string[] = [];
  for (const { project_id, session_id, most } of places) {
    const values = [tenant.orgId, project_id, session_id, session_id === null ? withRoom(most) : most];
    const rows = await tenant.query<Row & { readonly id: string }>({ text: ABOVE, values }, { behind: true });
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** A hundredth goes at once: a project that is full would else lose a few each hour. */
function withRoom(most: number): number {
  return most - Math.floor(most / 100);
}

// What is counted is compared with the smallest bound of all first: only what is above that is worth a look at its own.
const FULL = `
  select counted.project_id, counted.session_id, bound.most from (
    select o.project_id, o.session_id, grouping(o.session_id) = 1 as is_project, count(*) as exchanges
    from observations o
    where o.org_id = $1 and o.kind = 'exchange'
    group by grouping sets ((o.project_id, o.session_id), (o.project_id))
    having count(*) > (select least($2::int, min(c.exchanges_per_session), min(c.exchanges_per_project)) from project_memory_config c where c.org_id = $1)
  ) counted
  left join project_memory_config c on c.org_id = $1 and c.project_id = counted.project_id
  cross join lateral (select case when counted.is_project then coalesce(c.exchanges_per_project, $3::int)
    else coalesce(c.exchanges_per_session, $2::int) end as most) bound
  where counted.exchanges > bound.most and (counted.is_project or counted.session_id is not null)
  limit ${MOST_PLACES}`;

const ABOVE = `
  select o.id from observations o
  where o.org_id = $1 and o.kind = 'exchange' and o.project_id = $2 and ($3::text is null or o.session_id = $3)
  order by o.pinned desc, o.weight desc, o.created_at desc, o.id desc offset $4::int limit ${MOST_IDS}`;
