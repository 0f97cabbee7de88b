import { createInProcessIndexHost, searchSettings } from '@inkling/engine/testing';
import { isTalk } from './talk.mjs';

const SCOPE = 'evaluation';

/** The index in this process, with settings changed: what a part of the ranking is worth, without the time of a database. */
export function createIndexAdapter(patch = {}) {
  const host = createInProcessIndexHost(searchSettings(patch));
  let position = 0;
  let talk = false;
  // The runner leaves out what is newer than a query, to the item; the dates of commits are less exact.
  let latest = 0;

  function toDocument(item) {
    position += 1;
    latest = Math.max(latest, Date.parse(item.ts));
    return {
      id: item.id,
      text: item.text,
      paths: item.paths ?? [],
      createdAt: Date.parse(item.ts),
      sessionId: item.session,
      projectId: item.project ?? null,
      conversational: talk || item.speaker !== undefined,
      position,
      ...(item.speaker === undefined ? {} : { speaker: item.speaker }),
    };
  }

  return {
    async open({ unit } = {}) {
      talk = isTalk(unit);
      await host.open(SCOPE);
    },
    add: (items) => host.put(SCOPE, items.map(toDocument)),
    async search({ text, paths, context, ts, k }) {
      if (ts !== undefined) latest = Math.max(latest, Date.parse(ts));
      const hits = await host.search(SCOPE, { text, paths, context, now: latest + 1, limit: k });
      return hits.map(({ id }) => id);
    },
    close: () => host.close(),
  };
}
