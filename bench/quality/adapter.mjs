// Adapter for the retrieval evaluation runner: `run.mjs --adapter bench/quality/adapter.mjs`, over the built package.
// The runner opens a store, adds items in order, and asks for the ids of the best items for each query.
// INKLING_SEARCH_SETTINGS (JSON) overrides settings, so that each part can be switched off and its worth measured.
import { createInProcessIndexHost, searchSettings } from '@inkling/engine/testing';

const settings = searchSettings(JSON.parse(process.env.INKLING_SEARCH_SETTINGS ?? '{}'));

export default async function createAdapter() {
  const host = createInProcessIndexHost(settings);
  let scope = '';
  let position = 0;

  /** Items with a speaker are dialogue; a commit's session is only its day. */
  const toDocument = (item) => ({
    id: item.id,
    text: item.text,
    paths: item.paths ?? [],
    createdAt: Date.parse(item.ts),
    sessionId: item.session,
    projectId: item.project ?? null,
    conversational: item.speaker !== undefined,
    position: position++,
    ...(item.speaker === undefined ? {} : { speaker: item.speaker }),
  });

  return {
    async open(store) {
      scope = store.id;
      await host.open(scope);
    },
    async add(items) {
      await host.put(scope, items.map(toDocument));
    },
    async search({ text, paths, context, k }) {
      // The runner has already left out what is newer than the query, to the item; dates of commits are less exact.
      const hits = await host.search(scope, { text, paths, context, now: Number.MAX_SAFE_INTEGER, limit: k });
      return hits.map(({ id }) => id);
    },
    async close() {
      await host.close();
    },
  };
}
