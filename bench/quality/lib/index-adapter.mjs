import { createInProcessIndexHost, searchSettings } from '@inkling/engine/testing';
import { isTalk } from './talk.mjs';

const SCOPE = 'evaluation';

/** The runner leaves out what is newer than a query, to the item; the dates of commits are less exact. */
const NEVER_TOO_NEW = Number.MAX_SAFE_INTEGER;

/** The index in this process, with settings changed: what a part of the ranking is worth, without the time of a database. */
export function createIndexAdapter(patch = {}) {
  const host = createInProcessIndexHost(searchSettings(patch));
  let position = 0;
  let talk = false;

  function toDocument(item) {
    position += 1;
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
    async search({ text, paths, context, k }) {
      const hits = await host.search(SCOPE, { text, paths, context, now: NEVER_TOO_NEW, limit: k });
      return hits.map(({ id }) => id);
    },
    close: () => host.close(),
  };
}
