import type { Observation } from '../../memory/observations/observation.ts';
import type { TalkSource } from '../scopes/scope-entry.ts';
import type { AllowedCandidate } from './authorize-candidates.ts';

/**
 * What two have together proves less than what one has. Of 82 reports of six writers, with 1.2 six more find their talk and none more brings a
 * block where nothing is known; with 1 it is six and three.
 */
const TOGETHER = 1.2;

/**
 * Two talks about the same share what a question asks for: where none reaches the floor, and the two that come nearest to it are linked, each
 * counts as both together. Other candidates stay as they are. The store is asked only then.
 */
export async function addUpLinkedTalks(
  candidates: readonly AllowedCandidate[],
  floor: number,
  source: TalkSource | undefined,
  signal: AbortSignal,
): Promise<readonly AllowedCandidate[]> {
  const [first, second] = nearestTalks(candidates);
  if (!source || !first || !second || first.hit.relevance >= floor) return candidates;
  const relevance = 1 - (1 - first.hit.relevance) * (1 - second.hit.relevance);
  if (relevance < TOGETHER * floor || !(await areLinked(source, [first.observation, second.observation], signal))) {
    return candidates;
  }
  return candidates.map((candidate) =>
    candidate === first || candidate === second ? { ...candidate, hit: { ...candidate.hit, relevance } } : candidate,
  );
}

/** Of each talk the exchange that is most relevant; the most relevant talk first. */
function nearestTalks(candidates: readonly AllowedCandidate[]): readonly AllowedCandidate[] {
  const best = new Map<string, AllowedCandidate>();
  for (const candidate of candidates) {
    const { kind, sessionId } = candidate.observation;
    if (kind !== 'exchange' || sessionId === null) continue;
    const known = best.get(sessionId);
    if (known === undefined || known.hit.relevance < candidate.hit.relevance) best.set(sessionId, candidate);
  }
  return [...best.values()].toSorted((a, b) => b.hit.relevance - a.hit.relevance);
}

async function areLinked(
  { amendments }: TalkSource,
  rows: readonly Observation[],
  signal: AbortSignal,
): Promise<boolean> {
  const talks = rows.flatMap(({ sessionId, projectId }) => (sessionId === null ? [] : { sessionId, projectId }));
  const sessionIds = talks.map(({ sessionId }) => sessionId);
  const later = await amendments.later(talks, signal);
  return [...later].some(([first, { replacing, revisiting }]) =>
    [...replacing, ...revisiting].some((sessionId) => sessionId !== first && sessionIds.includes(sessionId)),
  );
}
