import { percentile } from '../../lib/statistics.mjs';
import { meanScores, scoreRanking } from './ranking-metrics.mjs';

const K = 50;

/** Queries with a path are another task than those without: they are reported apart where a set has both. */
function groupOf(query) {
  return query.paths?.length > 0 ? 'text and path' : 'text';
}

/** Every n-th query of each group, so that a part of them is spread over the whole history; then in the order of time. */
function chosenQueries(queries, limit) {
  const groups = new Map();
  for (const query of queries) groups.set(groupOf(query), [...(groups.get(groupOf(query)) ?? []), query]);
  const chosen = [...groups.values()].flatMap((group) => {
    const wanted = Math.min(limit, group.length);
    return Array.from({ length: wanted }, (_, at) => group[Math.floor((at * group.length) / wanted)]);
  });
  return chosen.toSorted((a, b) => a.at - b.at);
}

async function timed(times, work) {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

/** Asks each query when only the first `query.at` items are known, as an agent would have asked it. */
async function measureStore(adapter, store, queries, result) {
  let known = 0;
  for (const query of queries) {
    if (query.at > known) await timed(result.adds, () => adapter.add(store.items.slice(known, query.at)));
    result.items += Math.max(0, query.at - known);
    known = Math.max(known, query.at);
    const { text, paths = [], context = [], ts } = query;
    const ids = await timed(result.searches, () => adapter.search({ text, paths, context, ts, k: K }));
    const group = groupOf(query);
    result.scores.set(group, [...(result.scores.get(group) ?? []), scoreRanking(ids, query.rel)]);
  }
}

/**
 * Runs a set through `create() → { open, add, search, close }` and answers mean figures by group of queries, and times.
 * Of each store and group at most `limit` queries are asked.
 */
export async function measureSet(create, set, { limit = Number.POSITIVE_INFINITY } = {}) {
  const result = { scores: new Map(), searches: [], adds: [], items: 0 };
  for (const store of set.stores) {
    const adapter = await create({ dataset: set.name, store: store.id });
    await adapter.open?.({ id: store.id, name: set.name, unit: set.unit });
    try {
      await measureStore(adapter, store, chosenQueries(store.queries, limit), result);
    } finally {
      await adapter.close?.();
    }
  }
  const groups = [...result.scores].map(([name, scores]) => [name, { n: scores.length, ...meanScores(scores) }]);
  return {
    groups: new Map(groups),
    p50: percentile(result.searches, 0.5),
    p99: percentile(result.searches, 0.99),
    addMs: result.adds.reduce((sum, ms) => sum + ms, 0) / Math.max(1, result.items),
  };
}
