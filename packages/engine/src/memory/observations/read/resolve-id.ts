import type { TenantDatabase } from '../../../base/database/database.ts';
import { InklingError } from '../../../base/errors.ts';
import { isShortId, tailOf } from '../../../base/text/short-id.ts';

/**
 * The ids of the observations that an id may mean: a UUID means itself, whether it is there or not; a short id all that have it, and the
 * memories of all commits whose hash begins so, which is one, or none. Any other text means none. Fails as the database does.
 */
export async function resolveId(tenant: TenantDatabase, id: string, signal?: AbortSignal): Promise<readonly string[]> {
  if (!isShortId(id)) return [id];
  const rows = await tenant.query<{ readonly id: string }>(
    {
      text: IDS_OF_SHORT_ID,
      values: [tenant.orgId, tailOf(id), ...hashRange(id)],
    },
    { signal },
  );
  return rows.map((row) => row.id);
}

const IDS_OF_SHORT_ID = `select o.id from observations o where o.org_id = $1 and right(o.id::text, 10) = $2
union
select o.id from observations o where o.org_id = $1 and o.kind = 'commit' and o.metadata ->> 'commit' >= $3 and o.metadata ->> 'commit' < $4
order by id`;

/** Every hash that begins with these digits is in it; of what are no hex digits there is none. */
function hashRange(id: string): readonly [string, string] {
  const digits = id.toLowerCase();
  return /^[0-9a-f]+$/u.test(digits) ? [digits, `${digits}g`] : ['', ''];
}

/** The one id that is meant; null when there is none. Fails with `ambiguous-id`. */
export function onlyOne(id: string, meant: readonly string[]): string | null {
  if (meant.length > 1) throw ambiguousId(id, meant);
  return meant[0] ?? null;
}

/** The error for a short id that several observations have; `details.ids` are the whole ones. */
export function ambiguousId(id: string, ids: readonly string[]): InklingError {
  return new InklingError('ambiguous-id', `The short id ${id} matches ${ids.length} observations: ${ids.join(', ')}.`, {
    hint: 'Use one of these ids.',
    details: { id, ids },
  });
}

/** The ids, each whole, in their order; what means none is left out. Asks the database only for short ones. Fails with `ambiguous-id`. */
export async function wholeIds(
  tenant: TenantDatabase,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (!ids.some(isShortId)) return ids;
  const whole = await Promise.all(ids.map(async (id) => onlyOne(id, await resolveId(tenant, id, signal))));
  return whole.filter((id) => id !== null);
}
