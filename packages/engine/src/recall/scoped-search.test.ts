import { expect, test } from 'vitest';
import { InklingError } from '../base/errors.ts';
import type { IndexHost } from '../memory/search/host/index-host.ts';
import type { ReadyScope } from './scopes/scope-registry.ts';
import { createScopedSearch } from './hybrid-search.ts';

const scope = { orgId: 'o' };
const query = { text: 'deploy', now: 0, limit: 5 };
const hit = (id: string) => ({ id, relevance: 1, score: 1 });
const fresh: ReadyScope = { indexKey: 'k', isStale: false };

function ask(ready: ReadyScope | null, search: IndexHost['search']) {
  const errors: unknown[] = [];
  const fallback = { search: () => Promise.resolve({ hits: [hit('sql')], degraded: 'cold-index' as const }) };
  const scoped = createScopedSearch({ ready: () => Promise.resolve(ready) }, { search }, fallback, (error) =>
    errors.push(error),
  );
  return { answer: scoped.search(scope, query), errors };
}

const found = () => Promise.resolve([hit('index')]);

test.each([
  ['a loaded index answers', fresh, found, 'index', null],
  ['an index that may lack changes answers and says so', { ...fresh, isStale: true }, found, 'index', 'stale-index'],
  ['without an index SQL answers', null, found, 'sql', 'cold-index'],
  ['an index dropped a moment ago counts as none', fresh, () => Promise.resolve(null), 'sql', 'cold-index'],
])('%s', async (_title, ready, search, id, degraded) => {
  expect(await ask(ready, search).answer).toEqual({ hits: [hit(id)], degraded });
});

test('an index that finds nothing is an answer', async () => {
  expect(await ask(fresh, () => Promise.resolve([])).answer).toEqual({ hits: [], degraded: null });
});

test('when the index thread fails it is reported and SQL answers; an abort is passed on', async () => {
  const lost = new InklingError('search-worker-failed', 'The search thread stopped.');
  const { answer, errors } = ask(fresh, () => Promise.reject(lost));
  expect(await answer).toMatchObject({ degraded: 'cold-index' });
  expect(errors).toEqual([lost]);
  const reason = new Error('deadline');
  await expect(ask(fresh, () => Promise.reject(reason)).answer).rejects.toBe(reason);
});

test('a search waits for changes half of its budget at most, and as set when it has none', async () => {
  const waits: (number | undefined)[] = [];
  const registry = {
    ready(_scope: unknown, waitMs?: number) {
      waits.push(waitMs);
      return Promise.resolve(fresh);
    },
  };
  const fallback = { search: () => Promise.reject(new Error('not asked')) };
  const scoped = createScopedSearch(registry, { search: found }, fallback, () => undefined);
  await scoped.search(scope, { ...query, budgetMs: 100 });
  await scoped.search(scope, query);
  expect(waits).toEqual([50, undefined]);
});
