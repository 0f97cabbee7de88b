/**
 * `held`, a part of a statement that stores a block: the observations that it names, kept from being forgotten until it is stored. A forgetting waits
 * for it and then finds the block; one that was first takes the rows away, and {@link namesForgotten} tells. Sessions are locked first (`own`),
 * as feedback locks them.
 */
export function heldObservations(ids: string): string {
  return `held as (
    select o.id from observations o cross join (select count(*) from own) locked_before
    where o.org_id = $1 and o.id = any(${ids}) order by o.id for key share of o
  )`;
}

/**
 * True of ids of which one was forgotten: it has a tombstone, or the statement sees a row that was gone when it came to lock it. Ids that never
 * existed are allowed, and a forgotten observation that an export brought back counts as what it is.
 */
export function namesForgotten(ids: string): string {
  return `exists (
    select from unnest(${ids}) named(id) where named.id not in (select id from held)
      and (exists (select from observation_tombstones t where t.org_id = $1 and t.observation_id = named.id)
        or exists (select from observations o where o.org_id = $1 and o.id = named.id)))`;
}
