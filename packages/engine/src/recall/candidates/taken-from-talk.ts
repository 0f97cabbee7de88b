import { baseSessionId } from '../../base/text/base-session-id.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';

/** Statements that were taken from a talk: they say what the talk says, and are for when it is gone. */
const SAID_IN_TALKS: ReadonlySet<string> = new Set(['decision', 'convention', 'explicit', 'session_summary']);

/** The session from whose talk a statement was taken, under the id that its talk has; null = from none. */
export function takenFrom({ kind, sessionId, metadata }: Observation): string | null {
  const isTaken = metadata['capture'] !== undefined && SAID_IN_TALKS.has(kind);
  return isTaken && sessionId !== null ? baseSessionId(sessionId) : null;
}

/**
 * The share of its words that a statement has in one exchange of the talk that changes it. On the development half of the decision set, of
 * statements and talks that have nothing to do with each other, one in twenty has so much in common; what the amendment there changes has
 * a third and a half. Too low hides a rule that holds, too high shows one that does not.
 */
const SAME_MATTER = 0.25;

/**
 * Whether a statement says what a later talk of its subject changed. A summary is about all that its session settled, and so about that. What
 * is not there any more can tell nothing.
 */
export function saysWhatChanged({ kind, content }: Observation, later: readonly Observation[]): boolean {
  if (kind === 'session_summary') return later.length > 0;
  const words = new Set(tokenize(content));
  return later.some((exchange) => {
    const said = new Set(tokenize(exchange.content));
    const shared = [...words].filter((word) => said.has(word)).length;
    // One word is in any talk.
    return shared > 0 && shared >= Math.max(Math.min(2, words.size), words.size * SAME_MATTER);
  });
}
