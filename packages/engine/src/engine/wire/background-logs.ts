import { addToList, chunksOf } from '../../base/lists.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Statement } from '../../base/database/database.ts';
import type { Redact } from '../../base/text/stored-text.ts';
import { createYieldTurn } from '../../base/threads/yield-turn.ts';
import { uuidv7 } from '../../base/uuid.ts';
import {
  lateInjectionStatement,
  RETRIEVALS_IN_ONE,
  retrievalStatement,
  type LateInjection,
  type Retrieval,
} from '../../memory/feedback/retrieval-statements.ts';
import {
  VERB_EVENTS_IN_ONE,
  verbEventStatement,
  type VerbEventRecord,
} from '../../memory/verb-events/verb-event-statements.ts';
import type { InjectionEvent } from '../../features/in-session/injection-result.ts';
import { questionsOf } from '../../features/in-session/events/verb-bus-event.ts';
import type { RankedRecall } from '../../recall/recall.ts';

/** The logs of a memory that are written behind the answers, over all its organisations. Taking something never throws and never waits. */
export interface BackgroundLogs {
  addRetrieval(retrieval: Omit<Retrieval, 'id' | 'injectedIds'>): void;
  addVerbEvent(orgId: string, event: VerbEventRecord): void;
  /** Says what of a session's retrievals came into a block; of those that were taken to be written already the newest is changed with the next writing. */
  markInjected(orgId: string, sessionId: string, observationIds: readonly string[]): void;
  /** Writes what is there now. Failures go to `onError`; what they were about is lost. */
  flush(): Promise<void>;
  /** Writes the rest and sets no timer any more. */
  close(): Promise<void>;
}

// Agents make a few calls a second, and a block is logged some milliseconds after what it was made from: all of a second's are written together.
const DELAY_MS = 1000;

// A database that is down must not fill the memory: some 200 bytes a candidate, 20 candidates, so about 8 MB; and some 500 bytes an event, 2 MB.
const MOST_RETRIEVALS = 2000;
const MOST_EVENTS = 4000;
const MOST_LATE = 4000;
/** Late injections of one statement: each looks for its session's newest retrieval. */
const LATE_IN_ONE = 50;

type OrgEvent = VerbEventRecord & { readonly orgId: string };
/** Looked over first, then started: what starts one is counted in its turn. */
type Write = () => Promise<() => Promise<unknown>>;

/** Creates the logs; from the first that waits to its writing a second passes. What comes while 2000 retrievals or 4000 events wait is dropped. */
export function wireBackgroundLogs(
  database: Pick<Database, 'kind' | 'tenant'>,
  clock: Pick<Clock, 'now' | 'monotonic' | 'schedule'>,
  onError: (error: unknown) => void,
  redact: Redact,
): BackgroundLogs {
  let retrievals: Retrieval[] = [];
  let events: OrgEvent[] = [];
  let late: LateInjection[] = [];
  let writing: Promise<void> = Promise.resolve();
  let underWay = 0;
  let cancel: (() => void) | null = null;
  let isClosed = false;

  function due(): void {
    if (!isClosed) cancel ??= clock.schedule(onTime, DELAY_MS);
  }
  /** What waits has a bound. What was taken has none, so nothing is taken before what was taken last is written. */
  function onTime(): void {
    cancel = null;
    if (underWay === 0) void flush();
    else due();
  }
  function flush(): Promise<void> {
    cancel?.();
    cancel = null;
    const writes = writesOf(database, redact, { retrievals, events, late });
    [retrievals, events, late] = [[], [], []];
    underWay += 1;
    writing = writing.then(() => writeAll(writes, database.kind, clock, onError)).then(() => void (underWay -= 1));
    return writing;
  }
  return {
    addRetrieval(retrieval) {
      if (retrievals.length >= MOST_RETRIEVALS || retrieval.candidates.length === 0) return;
      retrievals.push({ ...retrieval, id: uuidv7(clock.now()), injectedIds: new Set() });
      due();
    },
    addVerbEvent(orgId, event) {
      if (events.length >= MOST_EVENTS) return;
      events.push({ ...event, orgId });
      due();
    },
    markInjected(orgId, sessionId, observationIds) {
      for (const observationId of observationIds) {
        const known = retrievals.findLast((retrieval) => isOpen(retrieval, orgId, sessionId, observationId));
        if (known) known.injectedIds.add(observationId);
        // A tool that ran for longer than a second: what was found when it began is written by now.
        else if (late.length < MOST_LATE) late.push({ orgId, sessionId, observationId, at: uuidv7(clock.now()) });
      }
      if (late.length > 0) due();
    },
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}

/** Whether it may have brought what came into a block: what is marked in it came into another one, which was made at the same time. */
function isOpen(retrieval: Retrieval, orgId: string, sessionId: string, id: string): boolean {
  return (
    retrieval.orgId === orgId &&
    retrieval.sessionId === sessionId &&
    !retrieval.injectedIds.has(id) &&
    retrieval.candidates.some(({ observationId }) => observationId === id)
  );
}

/**
 * An embedded database is given all at once: each waits for a moment in which nothing is asked, and one by one more would come than can go. On a
 * server each has a connection that a recall may need. A write is made when it starts, which takes a tenth of a millisecond: hundreds in one turn
 * would keep the thread from its deadlines.
 */
async function writeAll(
  writes: readonly Write[],
  kind: Database['kind'],
  clock: Pick<Clock, 'monotonic'>,
  onError: (error: unknown) => void,
): Promise<void> {
  const yieldTurn = createYieldTurn(clock);
  const started: Promise<unknown>[] = [];
  for (const write of writes) {
    const start = await write().catch((error: unknown) => async () => onError(error));
    const ended = start().catch(onError);
    if (kind === 'pglite') started.push(ended);
    else await ended;
    await yieldTurn();
  }
  await Promise.all(started);
}

interface Waiting {
  readonly retrievals: readonly Retrieval[];
  readonly events: readonly OrgEvent[];
  readonly late: readonly LateInjection[];
}

function writesOf(database: Pick<Database, 'tenant'>, redact: Redact, { retrievals, events, late }: Waiting): Write[] {
  const [ranked, told, shown] = [byOrg(retrievals), byOrg(events), byOrg(late)];
  const orgIds = [...new Set([...ranked.keys(), ...told.keys(), ...shown.keys()])];
  return orgIds.flatMap((orgId) => [
    ...writesOfOrg(database, redact, orgId, [ranked.get(orgId) ?? [], told.get(orgId) ?? []]),
    ...chunksOf(shown.get(orgId) ?? [], LATE_IN_ONE).map(
      (some) => async () => () =>
        database.tenant(orgId).batch([lateInjectionStatement(orgId, some)], { background: true }),
    ),
  ]);
}

function byOrg<Item extends { readonly orgId: string }>(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) addToList(groups, item.orgId, item);
  return groups;
}

/**
 * One tool call leaves a row in each log: they are written in one transaction. Statements are made when their turn comes: those of a second without
 * pause are some thousand ids and numbers. What cannot be written, an id that is no UUID, fails as if the database had refused it, and only what
 * goes with it.
 */
function writesOfOrg(
  database: Pick<Database, 'tenant'>,
  redact: Redact,
  orgId: string,
  [retrievals, events]: readonly [readonly Retrieval[], readonly VerbEventRecord[]],
): Write[] {
  const [ranked, told] = [chunksOf(retrievals, RETRIEVALS_IN_ONE), chunksOf(events, VERB_EVENTS_IN_ONE)];
  return Array.from({ length: Math.max(ranked.length, told.length) }, (_, index) => async () => {
    const [some, calls] = [ranked[index], told[index]];
    const both: Statement[] = [];
    if (some) both.push(retrievalStatement(orgId, some));
    if (calls) both.push(verbEventStatement(orgId, await withoutSecrets(redact, calls)));
    return () => database.tenant(orgId).batch(both, { background: true });
  });
}

/** What an agent says of its call: the file may have any name. */
async function withoutSecrets(redact: Redact, events: readonly VerbEventRecord[]): Promise<VerbEventRecord[]> {
  const told = await redact(events.map(({ tool, path }) => ({ tool: cut(tool), path: path && cut(path) })));
  return events.map((event, index) => ({ ...event, ...told[index] }));
}

/** Far more than is stored: what a secret is told by stands behind it, and a path may be as long as its sender likes. */
const cut = (text: string): string => text.slice(0, 4096);

/** Neither is an end: a look-up that goes on has its own event, and nobody can look at a session that there is not. */
const UNTOLD: readonly (string | null)[] = ['prefetching', 'not-running'];

/** Takes what became of a tool call into the log. */
export function logVerbEvent(logs: Pick<BackgroundLogs, 'addVerbEvent'>, clock: Clock, told: InjectionEvent): void {
  const { event, outcome, reason, elapsedMs, lagMs, actualTokens, observationIds, degraded } = told;
  if (UNTOLD.includes(reason)) return;
  const { sessionId, projectId = null, tool, phase } = event;
  const { focalPath: path } = questionsOf(event);
  logs.addVerbEvent(event.orgId, {
    sessionId,
    projectId,
    tool,
    phase,
    path,
    outcome,
    reason,
    elapsedMs,
    lagMs,
    actualTokens,
    observationIds,
    degraded,
    endedAt: clock.now(),
  });
}

/** Takes what recall ranked into the log, when it was for a session. */
export function logRetrieval(logs: Pick<BackgroundLogs, 'addRetrieval'>, { request, rows }: RankedRecall): void {
  const { orgId, sessionId, projectId = null } = request;
  if (sessionId === undefined) return;
  const candidates = rows.map(({ observation, unweightedRank, weightedRank, relevance, score }) => ({
    observationId: observation.id,
    unweightedRank,
    weightedRank,
    relevance,
    score,
    weight: observation.weight,
  }));
  logs.addRetrieval({ orgId, sessionId, projectId, candidates });
}
