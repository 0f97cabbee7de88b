import type { Clock } from '../../base/clock.ts';
import { createReadCache } from '../../base/read-cache.ts';
import { resolveInSessionConfig, type InSessionMemoryConfig } from '../../features/in-session/in-session-config.ts';
import {
  createInSessionMemoryInjector,
  type InSessionMemoryInjector,
} from '../../features/in-session/in-session-memory-injector.ts';
import type { InjectionEvent } from '../../features/in-session/injection-result.ts';
import type { InSessionInjectorOptions, SeenObservations } from '../../features/in-session/injector-options.ts';
import type { SubscribedSession } from '../../features/in-session/events/admit-event.ts';
import {
  createMemoryInjectionSubscriber,
  type MemoryInjectionSubscriber,
  type MemoryInjectionSubscriberOptions,
  type SubscriberInject,
} from '../../features/in-session/events/memory-injection-subscriber.ts';
import type { ActivityStore } from '../../memory/activities/activity-store.ts';
import type { OrgConfig } from '../../memory/config/org-config.ts';
import type { GraphSearchEngine } from '../../memory/graph/graph-search-engine.ts';
import { requireObject } from '../../base/require-input.ts';
import type { InjectQueue } from '../../memory/injects/inject-queue.ts';
import { listSeen, type SeenBlock } from '../../memory/injects/list-given.ts';
import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import type { Session } from '../../memory/sessions/session.ts';
import type { SessionStore } from '../../memory/sessions/session-store.ts';
import { watchInjects } from './idle-queues.ts';
import { inSessionAdmission } from './in-session-admission.ts';
import { lineMeasure } from './memory-options.ts';
import { logVerbEvent } from './background-logs.ts';
import { inSessionGraph } from '../sessions/session-graph.ts';
import { createSessionSeen, noteEvent, sessionHad, type SessionHad } from '../sessions/session-seen.ts';
import { fileOfCall } from '../sessions/tool-call-events.ts';
import { watchSessions } from '../sessions/watch-sessions.ts';
import type { Rooms } from './wire-rooms.ts';
import type { ActivityInput } from '../../memory/activities/activity.ts';

/** Options of an injector over an organisation's memory: what the handle fills in may be given all the same, save whose it is. */
export type OrgInjectorOptions = Omit<InSessionInjectorOptions, 'orgId' | 'store' | 'clock'> &
  Pick<Partial<InSessionInjectorOptions>, 'store'>;

/** Options of a subscriber over an organisation's memory. All have defaults. */
export type OrgSubscriberOptions = Partial<Omit<MemoryInjectionSubscriberOptions, 'orgId' | 'clock'>>;

/** What injectors ask and write. */
export interface InSessionPorts {
  readonly rooms: Pick<
    Rooms,
    'options' | 'clock' | 'onError' | 'store' | 'authorizer' | 'config' | 'priority' | 'idleQueues' | 'logs'
  >;
  readonly orgId: string;
  readonly sessions: SessionStore;
  readonly activities: ActivityStore;
  readonly config: Pick<OrgConfig, 'effective'>;
  readonly queue: InjectQueue;
  readonly graph: GraphSearchEngine;
  readonly record: (log: ContextInjectionLog) => Promise<unknown>;
}

/** An organisation's injectors. */
export interface InSessionWiring {
  /** The stores that tell the injectors of their changes. */
  readonly sessions: SessionStore;
  readonly activities: ActivityStore;
  readonly queue: InjectQueue;
  /** Files that a session has at hand, by its facets. */
  readonly currentPaths: (sessionId: string) => Promise<readonly string[]>;
  /** '' = unknown. */
  readonly workTypeOf: (sessionId: string) => Promise<string>;
  /** The session was given something that no injector brought: it counts as theirs. */
  readonly given: InSessionMemoryInjector['markDelivered'];
  /** What a session has had in its epoch, by whichever channel; null = there is no such session. */
  readonly had: (sessionId: string) => Promise<SessionHad | null>;
  /** Whether a session goes without memory for an experiment. */
  readonly isHeldOut: (sessionId: string) => Promise<boolean>;
  readonly createInjector: (options: OrgInjectorOptions) => InSessionMemoryInjector;
  readonly createSubscriber: (options?: OrgSubscriberOptions) => MemoryInjectionSubscriber;
}

// A hint is about the file that the agent has in hand. Who has not beaten for ten minutes has left it, and gets it anew if it matters again.
const HINT_LIFE_MS = 600_000;

// Each tool call asks for its session. On a server another process may change it, and is believed as late as for settings.
const SESSION_TTL_MS = 2000;

/** Binds injectors to one organisation: what they ask by default, and how they hear that a session ended or began an epoch. */
export function wireInSession(ports: InSessionPorts): InSessionWiring {
  const { rooms, orgId } = ports;
  const { clock } = rooms;
  const reads = sessionReads(ports);
  const { known, facets, given, workTypeOf, isHeldOut } = reads;
  const idle = rooms.idleQueues(orgId);
  const queue = watchInjects(ports.queue, idle, (sessionId) => given.forget(sessionId));
  const injectors = createInjectorList();
  const seen = createSessionSeen(clock);
  const defaults = defaultsOf(ports, reads);
  const admission = inSessionAdmission(ports.config, (sessionId) => known.get(sessionId));
  const filled = <Options extends OrgInjectorOptions | OrgSubscriberOptions>(options: Options) => {
    const config = { ...rooms.options.inSession, ...options.config };
    const graph = graphFor(ports, config, workTypeOf);
    const onEvent = logging(
      rooms,
      options.onEvent,
      (told) => void noteEvent(seen, told, (sessionId) => known.get(sessionId)).catch(rooms.onError),
    );
    return { ...defaults, graph, ...options, config, onEvent, clock, orgId };
  };
  return {
    sessions: watchSessions(ports.sessions, {
      touched(sessionId) {
        known.forget(sessionId);
        given.forget(sessionId);
        // Its lock may be another's now, which only a heartbeat finds out.
        idle.touch(sessionId);
      },
      ended(sessionId) {
        seen.forget(sessionId);
        injectors.each((injector) => injector.forgetSession(sessionId));
      },
      epochStarted: (sessionId, epoch) => injectors.each((injector) => injector.startEpoch(sessionId, epoch)),
    }),
    queue,
    activities: watchActivities(ports.activities, (sessionId) => facets.forget(sessionId)),
    currentPaths: (sessionId) => facets.get(sessionId),
    workTypeOf,
    given(sessionId, observationIds, epoch = 0, edges = []) {
      seen.note(sessionId, observationIds, epoch);
      injectors.each((injector) => injector.markDelivered(sessionId, observationIds, epoch, edges));
    },
    had: (sessionId) => sessionHad(ports.queue, seen, sessionId, known.get(sessionId)),
    isHeldOut,
    createInjector(options) {
      requireObject(options, 'options');
      return injectors.add(createInSessionMemoryInjector({ admit: admission.admit, ...filled(options) }));
    },
    createSubscriber(options = {}) {
      const subscriber = createMemoryInjectionSubscriber({
        ...admission.ports,
        enqueue: (inject) => enqueueHint(queue, clock, inject),
        fileOf: fileOfCall,
        ...filled(options),
      });
      injectors.add(subscriber.injector);
      return subscriber;
    },
  };
}

/** What is asked for each event, from memory. */
function sessionReads({ rooms, orgId, sessions, activities }: InSessionPorts) {
  const { clock } = rooms;
  const tenant = rooms.options.database.tenant(orgId);
  // One process owns an embedded database. Its statements wait for one another, and beside an import a read takes half of what a tool call has.
  const ttlMs = rooms.options.database.kind === 'pglite' ? Number.POSITIVE_INFINITY : SESSION_TTL_MS;
  const known = createReadCache((sessionId: string) => readSession(sessions, sessionId), { clock, ttlMs });
  const facets = createReadCache((sessionId: string) => currentPaths(activities, sessionId), { clock, ttlMs });
  const given = createReadCache((sessionId: string) => readSeen(listSeen(tenant, sessionId), known.get(sessionId)), {
    clock,
    ttlMs,
  });
  const workTypeOf = async (sessionId: string) => (await known.get(sessionId))?.workType ?? '';
  const isHeldOut = async (sessionId: string) => (await known.get(sessionId))?.heldOut === true;
  return { known, facets, given, workTypeOf, isHeldOut };
}

/** What injectors ask unless they are given something else. */
function defaultsOf(ports: InSessionPorts, { known, facets, given, workTypeOf }: ReturnType<typeof sessionReads>) {
  const { rooms } = ports;
  return {
    store: rooms.store,
    ...lineMeasure(rooms.options),
    recordInjection: (log: ContextInjectionLog) => recordLog(ports, log, (sessionId) => given.forget(sessionId)),
    // What a session has received is read before the recall: each of the reads would find the next part of an import before it.
    precedence: <Result>(work: () => Promise<Result>) => rooms.priority.hold(work),
    onError: rooms.onError,
    loadSeen: ({ sessionId }: { readonly sessionId: string }) => given.get(sessionId),
    currentPaths: ({ sessionId }: { readonly sessionId: string }) => facets.get(sessionId),
    subject: async ({ sessionId }: { readonly sessionId: string }) => (await known.get(sessionId))?.subject ?? null,
    workType: ({ sessionId }: { readonly sessionId: string }) => workTypeOf(sessionId),
  };
}

/** Which triplets a block showed is known from its row, and the block may have been read without it. */
async function recordLog(
  { record }: Pick<InSessionPorts, 'record'>,
  log: ContextInjectionLog,
  touched: (sessionId: string) => void,
): Promise<unknown> {
  try {
    return await record(log);
  } finally {
    if (log.graphEdgeKeys?.length) touched(log.sessionId);
  }
}

/** The graph, asked by the work type of each session unless the configuration names one for all. */
function graphFor(
  { rooms, orgId, graph }: InSessionPorts,
  config: Partial<InSessionMemoryConfig>,
  workTypeOf: (sessionId: string) => Promise<string>,
) {
  const { workType } = resolveInSessionConfig(config);
  return inSessionGraph(rooms, orgId, graph, async (sessionId) => workType ?? (await workTypeOf(sessionId)));
}

/** Every event goes into the log, and what it brought is noted, whoever else hears of it. */
function logging(
  { logs, clock }: InSessionPorts['rooms'],
  onEvent: InSessionInjectorOptions['onEvent'],
  note: (told: InjectionEvent) => void,
) {
  return (told: InjectionEvent): void => {
    logVerbEvent(logs, clock, told);
    note(told);
    onEvent?.(told);
  };
}

interface KnownSession extends SubscribedSession {
  readonly subject: string | null;
  readonly workType: string;
}

/** A first prompt says early what it is about; a log that was pasted behind it does not. */
const SUBJECT_MAX_CHARACTERS = 800;

/** Only what is asked for: a session also carries its work item, up to 16,384 characters of it. */
async function readSession(sessions: SessionStore, sessionId: string): Promise<KnownSession | null> {
  const session = await sessions.get(sessionId);
  if (!session) return null;
  const { status, agentId, projectId, epoch, workType, workItem, experiment } = session;
  const heldOut = experiment?.heldOut === true;
  return { status, agentId, projectId, epoch, workType, heldOut, subject: subjectOf(workItem) };
}

/** Without a title nobody has said it. The description of a prompt begins with its title. */
function subjectOf(workItem: Session['workItem']): string | null {
  const { title, description } = workItem ?? {};
  if (!title) return null;
  const text = description?.startsWith(title) ? description : [title, description ?? ''].join('\n');
  return text.slice(0, SUBJECT_MAX_CHARACTERS);
}

/** What the conversation was given in its epoch, by the block of its start and by hints, from whichever process. */
async function readSeen(
  blocks: Promise<readonly SeenBlock[]>,
  session: Promise<SubscribedSession | null>,
): Promise<SeenObservations> {
  const [known, given] = await Promise.all([session, blocks]);
  return {
    epoch: known?.epoch ?? 0,
    observationIds: given.flatMap(({ observationIds }) => observationIds),
    edges: given.flatMap(({ edges }) => edges),
    blocks: given.filter(({ source }) => source === 'session-start' || source === 'in-session').length,
    mayGrow: true,
  };
}

function enqueueHint(queue: InjectQueue, clock: Clock, inject: SubscriberInject): Promise<unknown> {
  const { sessionId, agentId, text, observationIds } = inject;
  const expiresAt = new Date(clock.now() + HINT_LIFE_MS);
  return queue.enqueueMemoryInject({ sessionId, agentId, text, observationIds, source: 'in-session', expiresAt });
}

interface InjectorList {
  add(injector: InSessionMemoryInjector): InSessionMemoryInjector;
  each(tell: (injector: InSessionMemoryInjector) => void): void;
}

/** Those that somebody still has: who makes one for each session and drops it keeps nothing alive by it. */
function createInjectorList(): InjectorList {
  let kept: WeakRef<InSessionMemoryInjector>[] = [];
  return {
    add(injector) {
      kept = [...kept.filter((one) => one.deref()), new WeakRef(injector)];
      return injector;
    },
    each(tell) {
      for (const one of kept) {
        const injector = one.deref();
        if (injector) tell(injector);
      }
    },
  };
}

/** The facets that name a file, the one in hand first. Seed "Context Derivation". */
const FILE_FACETS: readonly string[] = ['currentFile', 'lastEditedFile'];

/** Files that a session has at hand, by its facets, each once. */
async function currentPaths(activities: Pick<ActivityStore, 'facets'>, sessionId: string): Promise<readonly string[]> {
  const facets = await activities.facets(sessionId);
  const valueOf = new Map(facets.map(({ key, value }) => [key, value]));
  const paths = FILE_FACETS.map((key) => valueOf.get(key)).filter((value) => typeof value === 'string');
  return [...new Set(paths)];
}

/** The store, telling of each session whose files at hand may have changed. */
function watchActivities(store: ActivityStore, touched: (sessionId: string) => void): ActivityStore {
  return {
    ...store,
    async append(sessionId, activities, options) {
      try {
        const written = await store.append(sessionId, activities, options);
        if (activities.some(namesFile)) touched(sessionId);
        return written;
      } catch (error) {
        // A write whose answer was lost is written all the same.
        touched(sessionId);
        throw error;
      }
    },
  };
}

function namesFile({ type, body }: ActivityInput): boolean {
  return type === 'context' && FILE_FACETS.includes(body['key'] as string);
}
