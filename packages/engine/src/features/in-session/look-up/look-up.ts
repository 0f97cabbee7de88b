import type { Deadline } from '../../../base/deadline.ts';
import { checkFiles } from '../../../recall/evidence/checkout-files.ts';
import { isNotOfCode } from '../../graph-context/telling-triplets.ts';
import { askMemory } from './ask-memory.ts';
import { NOTHING, type Found, type InjectorParts } from '../injector-parts.ts';
import { lookUpSubject } from './look-up-subject.ts';
import { matchTriplets } from './match-triplets.ts';
import { isSamePath } from '../../../memory/search/text/tokenize.ts';
import { pathsAtHand } from '../events/tool-focus.ts';
import type { SessionState } from '../session-state.ts';
import { questionsOf, type FileOfProject, type VerbBusEvent } from '../events/verb-bus-event.ts';

/** The share of its budget that an event waits for the checkout: 30 ms by default, as for the lines of a file. */
const SHARE_FOR_FILES = 0.3;

/** What the memory and the graph have for an event, and how its files stand; null when recall was out of time. Rejects as the store does. */
export async function lookUp(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  deadline: Deadline,
): Promise<Found | null> {
  const found = await ask(parts, event, state, deadline);
  if (found === null || found.rows.length === 0) return found;
  const { checkout: { hasFile, changedAt } = {}, settings, clock, onError } = parts;
  const { orgId, sessionId, projectId = null, directory = null, paths = [] } = event;
  const fileAt = (path: string): FileOfProject => ({ orgId, sessionId, projectId, directory, path });
  // The tool may be about to make it.
  const isAtHand = (path: string): boolean => paths.some((each) => isSamePath(path, each));
  const ports = {
    ...{ clock, onError, signal: deadline.signal },
    ...(hasFile && { hasFile: async (path: string) => isAtHand(path) || hasFile(fileAt(path)) }),
    ...(changedAt && { changedAt: (path: string) => changedAt(fileAt(path)) }),
  };
  const observations = found.rows.map(({ observation }) => observation);
  const waitMs = Math.min(settings.latencyBudgetMs * SHARE_FOR_FILES, deadline.remaining() / 2);
  return { ...found, checked: await checkFiles(ports, observations, projectId, waitMs) };
}

/**
 * Asks the memory and the graph about an event, within the files that it is about: one question of the session's subject and what is in hand. Where
 * the subject is not known, both queries of the seed are one recall: each is searched, then they are merged,
 * boosted by those files, weighted and authorized once. An event without a path and without words asks nothing.
 * null when recall was out of time. Rejects as the store does, and on an answer that is none.
 */
async function ask(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  deadline: Deadline,
): Promise<Found | null> {
  const [queryText, ...moreQueries] = questionsOf(event).texts;
  if (queryText === undefined) return NOTHING;
  const subject = parts.subject ? await subjectOf(parts, event, deadline) : null;
  if (subject !== null) return lookUpSubject(parts, event, state, subject, deadline);
  const paths = await pathsAtHand(parts, event, deadline);
  const [answer, triplets] = await Promise.all([
    askMemory(parts, event, state, { queryText, moreQueries, paths }, deadline),
    matchTriplets(parts, event, paths, isNotOfCode, deadline),
  ]);
  return answer && { ...answer, triplets, evidence: null };
}

/** Never rejects: without an answer the seed's queries are asked. */
async function subjectOf(
  { subject, onError }: InjectorParts,
  { orgId, sessionId }: VerbBusEvent,
  { signal }: Deadline,
): Promise<string | null> {
  try {
    const told: unknown = await subject?.({ orgId, sessionId }, signal);
    return typeof told === 'string' && told.trim() !== '' ? told : null;
  } catch (error) {
    onError(error);
    return null;
  }
}
