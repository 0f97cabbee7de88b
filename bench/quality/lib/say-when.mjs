// Sets have no questions that say when, so these give each query a time: of one of its relevant items, or of any item, as if words had been
// misread. Queries whose item is of the same day as the newest that is known name none, and are left out.

const DAY_MS = 86_400_000;

const dayOf = (moment) => Math.floor(moment / DAY_MS);
const monthOf = (moment) => 12 * new Date(moment).getUTCFullYear() + new Date(moment).getUTCMonth();
/** Days since Monday. */
const daysIntoWeek = (moment) => (new Date(moment).getUTCDay() + 6) % 7;

/** The ways to say when `moment` was, seen from `now`; none for the same day. */
export function waysToSay(moment, now) {
  const days = dayOf(now) - dayOf(moment);
  const months = monthOf(now) - monthOf(moment);
  return [
    days === 1 && 'yesterday',
    days > 1 && days < 14 && `${days} days ago`,
    days > daysIntoWeek(now) && days <= daysIntoWeek(now) + 7 && 'last week',
    days >= 14 && days < 70 && `${Math.round(days / 7)} weeks ago`,
    months === 1 && 'last month',
    months > 1 && months < 14 && `${months} months ago`,
    months >= 14 && `${new Date(now).getUTCFullYear() - new Date(moment).getUTCFullYear()} years ago`,
  ].filter(Boolean);
}

/** The same for the same set. */
function createRandom(seed) {
  let state = seed;
  return (count) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** The set with queries that say when; `isRight` = of an item that is relevant. */
export function sayWhen(set, isRight) {
  const random = createRandom(7);
  const stores = set.stores.map((store) => {
    const momentOf = new Map(store.items.map(({ id, ts }) => [id, Date.parse(ts)]));
    const queries = store.queries.flatMap((query) => {
      const known = store.items.slice(0, query.at);
      const asked = query.ts === undefined ? 0 : Date.parse(query.ts);
      const now = known.reduce((latest, { id }) => Math.max(latest, momentOf.get(id)), asked);
      const ids = isRight ? Object.keys(query.rel) : known.map(({ id }) => id);
      const ways = waysToSay(momentOf.get(ids[random(ids.length)]), now);
      return ways.length === 0 ? [] : [{ ...query, text: `${query.text} ${ways[random(ways.length)]}` }];
    });
    return { ...store, queries };
  });
  return { ...set, name: `${set.name}, saying when${isRight ? '' : ' wrongly'}`, stores };
}
