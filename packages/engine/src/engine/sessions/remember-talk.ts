import { captureExchanges, type CapturedExchange } from '../../features/capture/capture-exchanges.ts';
import type { CaptureEvent } from '../../features/capture/capture-event.ts';
import type { Amendment } from '../../memory/observations/write/amendments.ts';
import type { Observation, ObservationInput, RememberResult } from '../../memory/observations/observation.ts';
import type { Session } from '../../memory/sessions/session.ts';
import { decidingLines } from '../../memory/talk/deciding-lines.ts';
import { namesValue, replacedValues, saysAmending, soundsAmending } from '../../memory/talk/amending.ts';
import { readExchange } from '../../memory/talk/exchange.ts';
import type { ObservationStore } from '../../memory/observations/observation-store.ts';
import type { RecalledObservation, RecallRequest, RecallResult } from '../../recall/memory-store.ts';
import { nearestTalk } from './nearest-talk.ts';

export interface TalkPorts {
  readonly observations: Pick<ObservationStore, 'rememberMany' | 'getTalks' | 'talks' | 'amendments'>;
  recall(request: Omit<RecallRequest, 'orgId'>): Promise<RecallResult>;
  /** Whether the agent that says something may read a memory. */
  mayRead(observation: Observation, speaker: ObservationInput): Promise<boolean>;
  /** Loads the project's index: while SQL answers, a talk is not held against a question as a whole. null = what is of no project. */
  warm(projectId: string | null): Promise<boolean>;
}

/** A session as far as its talk is concerned. */
export type TalkingSession = Pick<Session, 'id' | 'projectId' | 'agentId' | 'parent'>;

/** Remembers what was said, as it was said. `given`: the lines of the blocks that the session had. Repeating it adds nothing. */
export async function rememberExchanges(
  { observations }: Pick<TalkPorts, 'observations'>,
  session: TalkingSession,
  talkId: string,
  exchanges: readonly CapturedExchange[],
): Promise<readonly RememberResult[]> {
  // What an agent tells the agent that sent it is no talk with anybody.
  if (session.parent?.link === 'sub-agent' || exchanges.length === 0) return [];
  return observations.rememberMany(exchanges.map((exchange) => inputOf(exchange, session, talkId)));
}

/** A session that goes on after its end goes on with the same talk. */
function inputOf(
  { content, paths, at, turn, seq }: CapturedExchange,
  session: TalkingSession,
  sessionId: string,
): ObservationInput {
  return {
    content,
    kind: 'exchange',
    source: 'auto-capture',
    projectId: session.projectId,
    sessionId,
    ...(session.agentId === null ? {} : { agentId: session.agentId }),
    createdAt: at,
    metadata: {
      ...(sessionId === session.id ? {} : { sessionId: session.id }),
      ...(paths.length > 0 ? { paths } : {}),
      exchange: { turn },
      capture: { detector: 'exchange', activity: seq },
    },
  };
}

/** The exchanges of a session under way that are complete: all before the last prompt's. The first is, when nothing came before. */
export function completeExchanges(
  events: readonly CaptureEvent[],
  given: readonly string[],
  fromStart: boolean,
): readonly CapturedExchange[] {
  const last = events.findLast(({ type }) => type === 'prompt')?.seq ?? null;
  return captureExchanges(events, given, fromStart).filter(({ seq }) => seq !== null && seq !== last);
}

const QUESTION_CHARACTERS = 4_000;
/** Of all kinds, and several of a talk. */
const CANDIDATES = 60;
const DEADLINE_MS = 5_000;

/** How many earlier talks a talk is compared with: those that recall finds for it, and the newest besides, which tell rare words from common ones. */
const FOUND_TALKS = 24;
const COMPARED_TALKS = 48;

/**
 * How much of what the later talk is about the earlier one must hold. Above a tool call's floor: a wrong link hides a rule that holds, and a
 * missing one only shows both, with their dates.
 */
const SAME_SUBJECT = 0.4;

/**
 * How alike two talks about the same are. Of 28 talks by seven writers that come back to an earlier one, 24 are most like that one, and so
 * alike; of 164 that come back to none, 73 are so like another, two thirds of them about the same modules of one library
 * (docs/benchmarks/talks.md). Too low costs half of a block, too high shows what holds no more.
 */
const SAME_MATTER = 0.14;

/**
 * Links a talk to the earlier one about the same, if there is one: the most relevant that it says it changes, or else the one that is most like it,
 * beside which it is then shown.
 */
export async function linkAmendments(
  ports: TalkPorts,
  { id: talkId, projectId, agentId }: Pick<TalkingSession, 'id' | 'projectId'> & { readonly agentId?: string | null },
): Promise<readonly Amendment[]> {
  const { observations } = ports;
  const talk = await observations.getTalks({ sessionIds: [talkId], projectId });
  const first = talk[0];
  if (first === undefined) return [];
  await ports.warm(projectId);
  const { rows } = await ports.recall({
    queryText: subjectOf(talk),
    projectId,
    ...((agentId ?? null) === null ? {} : { agentId: agentId! }),
    scope: 'project',
    limit: CANDIDATES,
    minRelevance: 0,
    deadlineMs: DEADLINE_MS,
  });
  const earlier = rows.filter(
    // A talk that stands there for coming back to another has that one's relevance.
    ({ observation: row, talk: around }) =>
      row.kind === 'exchange' &&
      row.projectId === projectId &&
      row.sessionId !== null &&
      row.sessionId !== talkId &&
      row.createdAt < first.createdAt &&
      (around?.revisits ?? null) === null,
  );
  const said = talk.map(({ content }) => content);
  const amended = amendedBy(said, earlier);
  const amendsSessionId = amended ?? (await revisitedBy(ports, { projectId, agentId }, talk, earlier));
  if (amendsSessionId === null) return [];
  const replaces = amended !== null;
  const link = { sessionId: talkId, amendsSessionId, projectId, amendedAt: first.createdAt, replaces };
  return (await observations.amendments.link(link)) ? [{ ...link, undoneAt: null }] : [];
}

/** The session that a talk says it changes; null = none. */
function amendedBy(said: readonly string[], earlier: readonly RecalledObservation[]): string | null {
  if (!soundsAmending(said)) return null;
  // Who only names a value and another one means the talk that settled the first.
  const values = saysAmending(said) ? [] : replacedValues(said[0]!);
  const amended = earlier.find(({ observation: { content }, relevance, talk: around }) => {
    if (relevance < SAME_SUBJECT) return false;
    const settled = around?.lines.map(({ text }) => text) ?? [content];
    return values.length === 0 || values.some((value) => settled.some((line) => namesValue(line, value)));
  });
  return amended?.observation.sessionId ?? null;
}

/** The session whose talk is about the same; null = none is. */
async function revisitedBy(
  { observations, mayRead }: Pick<TalkPorts, 'observations' | 'mayRead'>,
  { projectId, agentId }: { readonly projectId: string | null; readonly agentId?: string | null | undefined },
  talk: readonly Observation[],
  found: readonly RecalledObservation[],
): Promise<string | null> {
  const newest = await observations.talks({ projectId, limit: COMPARED_TALKS });
  const sessionIds = new Set([
    ...sessionsOf(found.map(({ observation }) => observation)).slice(0, FOUND_TALKS),
    ...newest.rows.map(({ sessionId }) => sessionId),
  ]);
  const earlier = await observations.getTalks({ sessionIds: [...sessionIds].slice(0, COMPARED_TALKS), projectId });
  const texts = new Map<string, string>();
  // Rows that agree in what policies look at are decided on once.
  const decided = new Map<string, boolean>();
  const isRead = async (row: Observation): Promise<boolean> => {
    if ((agentId ?? null) === null) return true;
    const key = JSON.stringify([row.projectId, row.classification, row.kind, row.agentId]);
    const known = decided.get(key) ?? (await mayRead(row, { content: row.content, projectId, agentId: agentId! }));
    decided.set(key, known);
    return known;
  };
  for (const row of earlier) {
    const { sessionId, content, createdAt } = row;
    if (sessionId === null || sessionId === talk[0]!.sessionId || createdAt >= talk[0]!.createdAt) continue;
    if (!(await isRead(row))) continue;
    texts.set(sessionId, `${texts.get(sessionId) ?? ''}\n${content}`);
  }
  const nearest = nearestTalk(talk.map(({ content }) => content).join('\n'), texts);
  return nearest !== null && nearest.likeness >= SAME_MATTER ? nearest.sessionId : null;
}

const sessionsOf = (rows: readonly Observation[]): readonly string[] => [
  ...new Set(rows.flatMap(({ sessionId }) => sessionId ?? [])),
];

/** Words that say that something is settled anew, and nothing of what it is. */
const OF_AMENDING =
  /\b(?:amend\w*|supersed\w+|replac\w+|revis\w+|chang(?:e|es|ed|ing)|updat(?:e|es|ed|ing)|(?:our|my) minds?|rules?|polic(?:y|ies)|decisions?|from now on|no longer|instead)\b/giu;

/** What a talk is about: how it began, and what it settled. */
function subjectOf(talk: readonly { readonly id: string; readonly content: string }[]): string {
  const opening = readExchange(talk[0]?.content ?? '');
  const settled = decidingLines(talk)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, 8);
  const subject = [opening.user || opening.agent, ...settled.map(({ text }) => text)].join('\n');
  return subject.replaceAll(OF_AMENDING, '').slice(0, QUESTION_CHARACTERS);
}
