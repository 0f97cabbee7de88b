import type { Observation } from '../memory/observations/observation.ts';
import type { RecalledObservation, RecalledTalk } from './memory-store.ts';

/** An observation as a block shows it: one that stands for a talk brings it along. */
export type ShownObservation = Observation & { readonly talk?: RecalledTalk };

/** A talk that answers so much worse than the best one is about something else. */
const WEAK_TALK = 0.6;

/** Statements that were taken from a talk: they say what the talk says, and are for when it is gone. */
const SAID_IN_TALKS: ReadonlySet<string> = new Set(['decision', 'convention', 'explicit', 'session_summary']);

/**
 * What a block may show of recalled rows, in their order: talks that come close to the best one, and beside a talk nothing that was taken
 * from it.
 */
export function shownRows(rows: readonly RecalledObservation[]): readonly ShownObservation[] {
  const best = Math.max(0, ...rows.map(({ talk, relevance }) => (talk === undefined ? 0 : relevance)));
  const strong = rows.filter(({ talk, relevance }) => talk === undefined || relevance >= WEAK_TALK * best);
  const told = new Set(strong.flatMap(({ talk, observation }) => (talk === undefined ? [] : observation.sessionId)));
  return strong
    .filter(({ talk, observation: { kind, sessionId, metadata } }) => {
      const isTaken = metadata['capture'] !== undefined && SAID_IN_TALKS.has(kind);
      return talk !== undefined || !isTaken || sessionId === null || !told.has(sessionId);
    })
    .map(({ observation, talk }) => (talk === undefined ? observation : { ...observation, talk }));
}
