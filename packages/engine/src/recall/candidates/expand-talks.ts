import { addToList } from '../../base/lists.ts';
import { baseSessionId } from '../../base/text/base-session-id.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { LaterTalks, TalkPlace } from '../../memory/observations/write/amendments.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import { decidingLines } from '../../memory/talk/deciding-lines.ts';
import { readExchange } from '../../memory/talk/exchange.ts';
import { authorizeCandidates } from './authorize-candidates.ts';
import { saysWhatChanged, takenFrom } from './taken-from-talk.ts';
import type { RecallRequest, RecalledObservation, RecalledTalk } from '../memory-store.ts';
import type { TalkSource } from '../scopes/scope-entry.ts';
import type { ResolvedRecall } from '../resolve-request.ts';

/** What the talks of rows are read from, and who decides on them. */
export interface TalkPorts {
  readonly talks?: (orgId: string) => TalkSource;
  readonly authorizer: Authorizer;
  readonly onError: (error: unknown) => void;
}

/** A block has room for two, and a session has had some. Each costs a tool call a millisecond. */
const MOST_TALKS = 4;
/** Talks that were amended are few. */
const MOST_LATER_TALKS = 8;

/**
 * What stands behind an exchange that was found: the talk it is part of, as far as the viewer may read it. Where a later talk changed what it
 * settled, that one stands in its place, once, and in the place of statements that were taken from the earlier talk and say what was changed.
 * Before the best row to whose subject a later talk came back without saying that it changes it, that talk stands too.
 * Other rows stay as they are, and so do the exchanges of talks behind the best four.
 */
export async function expandTalks(
  ports: TalkPorts,
  request: RecallRequest,
  { scope, asking, filter }: ResolvedRecall,
  rows: readonly RecalledObservation[],
  signal: AbortSignal,
): Promise<readonly RecalledObservation[]> {
  const found = sessionsOf(rows, talkOf);
  const taken = sessionsOf(rows, takenFrom);
  const source = found.length + taken.length === 0 ? undefined : ports.talks?.(request.orgId);
  if (!source) return rows;
  const ahead = found.slice(0, MOST_TALKS);
  const talksOf = (sessionIds: readonly string[]) => source.getTalks({ ...scope, sessionIds }, signal);
  // Mostly nothing was amended: asked for together, they wait for the database once.
  const [later, own] = await Promise.all([source.amendments.later(placesOf(rows), signal), talksOf(ahead)]);
  const standing = ahead.flatMap((id) => later.get(id)?.replacing.at(-1) ?? []);
  const changing = taken.flatMap((id) => later.get(id)?.replacing ?? []);
  const revisiting = [...ahead, ...taken].flatMap((id) => later.get(id)?.revisiting.at(-1) ?? []);
  const missing = [...new Set([...standing, ...changing, ...revisiting])].filter((id) => !ahead.includes(id));
  const exchanges = missing.length === 0 ? own : [...own, ...(await talksOf(missing.slice(0, MOST_LATER_TALKS)))];
  const hit = { id: '', relevance: 0, score: 0 };
  const { allowed } = await authorizeCandidates(
    ports,
    request,
    exchanges.map((observation) => ({ hit, observation })),
    signal,
  );
  const talks = bySession(allowed.map(({ observation }) => observation));
  // What a session said itself is in its context.
  if (asking !== null) talks.delete(baseSessionId(asking));
  // What was changed is told by all that was said later: also to a viewer who may not read it, it holds no more.
  const said = bySession([...exchanges, ...rows.map(({ observation }) => observation)]);
  // A session's own rows, or a namespace's, were asked for.
  const isFiltered = filter.sessionId !== undefined || filter.namespace !== undefined;
  return inPlace(rows, { talks, said, later }, isFiltered);
}

/** The sessions that rows come from, each once, in the order of the rows. */
function sessionsOf(
  rows: readonly RecalledObservation[],
  sessionOf: (observation: Observation) => string | null,
): readonly string[] {
  return [...new Set(rows.flatMap(({ observation }) => sessionOf(observation) ?? []))];
}

/** The talks that rows are of, or were taken from. */
function placesOf(rows: readonly RecalledObservation[]): readonly TalkPlace[] {
  return rows.flatMap(({ observation }) => {
    const sessionId = sessionOf(observation);
    return sessionId === null ? [] : { sessionId, projectId: observation.projectId };
  });
}

function bySession(rows: readonly Observation[]): Map<string, Observation[]> {
  const sessions = new Map<string, Observation[]>();
  for (const row of rows) {
    const session = sessionOf(row);
    if (session !== null) addToList(sessions, session, row);
  }
  return sessions;
}

type Sessions = ReadonlyMap<string, readonly Observation[]>;

interface KnownTalks {
  /** The exchanges of sessions that the viewer may read. */
  readonly talks: Sessions;
  /** All that is at hand of what sessions said. */
  readonly said: Sessions;
  /** What was said after a session about the same. */
  readonly later: ReadonlyMap<string, LaterTalks>;
}

function inPlace(rows: readonly RecalledObservation[], known: KnownTalks, isFiltered: boolean): RecalledObservation[] {
  const shown = new Set<string>();
  let hasRevisited = isFiltered;
  return rows.flatMap((row) => {
    const placed = placeOf(row, known, shown);
    if (placed === null) return [];
    const revisit = hasRevisited ? null : revisitOf(placed, row, known, shown);
    if (revisit === null) return [placed];
    hasRevisited = true;
    return [revisit, placed];
  });
}

/** A row as it is shown; null = it is not. */
function placeOf(
  row: RecalledObservation,
  { talks, said, later }: KnownTalks,
  shown: Set<string>,
): RecalledObservation | null {
  const { observation } = row;
  const own = sessionOf(observation);
  if (own === null) return row;
  const by = later.get(own)?.replacing ?? [];
  const words = by.flatMap((id) => said.get(id) ?? []);
  if (talkOf(observation) === null && !saysWhatChanged(observation, words)) return row;
  const latest = by.at(-1);
  const talk = talks.get(latest ?? own);
  // What was amended by a talk that the viewer may not read is not shown as if it held.
  if (latest !== undefined && talk === undefined) return null;
  if (shown.has(latest ?? own)) return null;
  shown.add(latest ?? own);
  if (talk === undefined) return row;
  if (latest === undefined) return { ...row, talk: recalledTalk(talk, null) };
  return { ...row, observation: talk.at(-1)!, talk: recalledTalk(talk, heldAt(said.get(own) ?? [observation])) };
}

/** The newest talk that came back to what a row is of, as the row before it; null = there is none, or it is shown already. */
function revisitOf(
  placed: RecalledObservation,
  found: RecalledObservation,
  { talks, later }: KnownTalks,
  shown: Set<string>,
): RecalledObservation | null {
  const own = sessionOf(found.observation);
  const latest = own === null ? undefined : later.get(own)?.revisiting.at(-1);
  const talk = latest === undefined ? undefined : talks.get(latest);
  if (latest === undefined || talk === undefined || shown.has(latest)) return null;
  const { createdAt } = placed.observation;
  const observation = talk.at(-1)!;
  // What was changed later than that holds, and stands in its place.
  if (observation.createdAt <= createdAt) return null;
  shown.add(latest);
  return { ...found, observation, talk: { ...recalledTalk(talk, null), revisits: createdAt } };
}

/** When a talk was held. A summary is of its end. */
function heldAt(said: readonly Observation[]): string {
  return said.map(({ createdAt }) => createdAt).toSorted()[0]!;
}

/** The session of an exchange; null = it is none. */
function talkOf({ kind, sessionId }: Observation): string | null {
  return kind === 'exchange' ? sessionId : null;
}

/** The session whose talk an observation is of, or was taken from; null = of none. */
function sessionOf(observation: Observation): string | null {
  return talkOf(observation) ?? takenFrom(observation);
}

function recalledTalk(exchanges: readonly Observation[], replaces: string | null): RecalledTalk {
  const [first] = exchanges;
  const opening = first === undefined ? { user: '', agent: '' } : readExchange(first.content);
  return {
    title: opening.user || opening.agent,
    replaces,
    revisits: null,
    exchangeIds: exchanges.map(({ id }) => id),
    lines: decidingLines(exchanges),
  };
}
