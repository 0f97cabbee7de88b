import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import { requireId } from '../../base/require-input.ts';
import type { Json } from '../../base/storable-json.ts';

/** What a session's context is now, of one key. */
export interface Facet {
  readonly key: string;
  readonly value: Json;
  /** The number of the activity that said so last. */
  readonly seq: number;
  /** When it was last said; ISO-8601 UTC. */
  readonly changedAt: string;
}

// Jumps from key to key in the index, and in each to its last entry: a session has about ten keys and can have thousands of rows, all of
// which "distinct on" would read.
const CURRENT = `
  with recursive keys (key) as (
    (select a.body ->> 'key' from session_activities a where a.org_id = $1 and a.session_id = $2 and a.type = 'context'
     order by a.body ->> 'key' limit 1)
    union all
    select (select a.body ->> 'key' from session_activities a
            where a.org_id = $1 and a.session_id = $2 and a.type = 'context' and a.body ->> 'key' > keys.key
            order by a.body ->> 'key' limit 1)
    from keys where keys.key is not null
  )
  select keys.key, last.value, last.seq, last.occurred_at
  from keys cross join lateral (
    select a.body -> 'value' as value, a.seq, a.occurred_at from session_activities a
    where a.org_id = $1 and a.session_id = $2 and a.type = 'context' and a.body ->> 'key' = keys.key
    order by a.seq desc limit 1) last
  order by keys.key`;

/** The last value of every key that the session's `context` activities named, by key. Fails with `invalid-input`. */
export async function currentFacets(tenant: TenantDatabase, sessionId: string): Promise<readonly Facet[]> {
  requireId(sessionId, 'sessionId');
  const statement: Statement = { name: 'activities_facets', text: CURRENT, values: [tenant.orgId, sessionId] };
  const rows = await tenant.query<Row & { key: string; value: Json; seq: string; occurred_at: string }>(statement, {
    urgent: true,
  });
  return rows.map(({ key, value, seq, occurred_at: changedAt }) => ({ key, value, seq: Number(seq), changedAt }));
}
