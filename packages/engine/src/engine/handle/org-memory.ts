import { InklingError } from '../../base/errors.ts';
import type { ConversationMemory } from '../../features/history/conversation-memory.ts';
import type { InSessionMemoryInjector } from '../../features/in-session/in-session-memory-injector.ts';
import type { MemoryInjectionSubscriber } from '../../features/in-session/events/memory-injection-subscriber.ts';
import type { SessionMemoryBlock } from '../../features/session-start/build-session-memory-block.ts';
import {
  injectContextForClaimedSession,
  type ClaimedSessionInjection,
  type ClaimedSessionPorts,
} from '../../features/session-start/inject-context-for-claimed-session.ts';
import { createActivityStore, type ActivityStore } from '../../memory/activities/activity-store.ts';
import { createApiKeys, type ApiKeys } from '../../memory/api-keys/api-keys.ts';
import type { OrgConfig } from '../../memory/config/org-config.ts';
import type { BackfillResult } from '../../memory/embeddings/store/backfill-embeddings.ts';
import { createGraphSearchEngine, type GraphSearchEngine } from '../../memory/graph/graph-search-engine.ts';
import type { GraphStore } from '../../memory/graph/graph-store.ts';
import { createExperimentStore, type ExperimentStore } from '../../memory/experiments/experiment-store.ts';
import { createInjectQueue, type InjectQueue } from '../../memory/injects/inject-queue.ts';
import { createImportCursors, type ImportCursors } from '../../memory/import-cursors/import-cursors.ts';
import type { ContextInjectionLog, StoredContextInjection } from '../../memory/injection-log/context-injection-log.ts';
import {
  listContextInjections,
  type ListContextInjectionsOptions,
} from '../../memory/injection-log/record-context-injection.ts';
import type { ObservationStore } from '../../memory/observations/observation-store.ts';
import type { SearchScope } from '../../memory/search/search.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';
import { ANONYMOUS_AGENT, type PolicyDecision } from '../../memory/policy/authorizer.ts';
import { createOrgPolicies, type OrgPolicies } from '../../memory/policy/org-policies.ts';
import type { SessionStore } from '../../memory/sessions/session-store.ts';
import type { RecallRequest, RecallResult } from '../../recall/memory-store.ts';
import { requireQuestion } from '../../recall/resolve-request.ts';
import {
  buildBlock,
  buildStartBlock,
  startSwitches,
  type ClaimedBlockOptions,
  type SessionBlockRequest,
  organisationBudget,
} from '../sessions/build-block.ts';
import type { ContextBudgetConfig } from '../../features/session-start/context-budget.ts';
import {
  explainAccess,
  type AccessQuestion,
  explainDenials,
  type DenialExplanation,
  type DenialQuestion,
} from '../inspect/explain-denials.ts';
import { lineMeasure } from '../wire/memory-options.ts';
import { createOrgAdministration, type OrgAdministration } from './org-administration.ts';
import type { CapturePorts, OrgCapture } from './org-capture.ts';
import { recorder, recorderBehind } from '../wire/injection-recorder.ts';
import { createOrgConversation, type OrgConversationOptions } from './org-conversation.ts';
import { createOrgFeedback, type OrgFeedback } from './org-feedback.ts';
import { createOrgInspection, type OrgInspection } from './org-inspection.ts';
import { graphStore, storedSessions } from './org-stores.ts';
import { guardInjects } from '../inspect/guard-injects.ts';
import { createOrgTransfer, type OrgTransfer } from './org-transfer.ts';
import { searchGraph, type GraphAnswer, type GraphQuestion } from '../sessions/search-graph.ts';
import { testPolicies, type PolicyTest } from '../inspect/test-policies.ts';
import { warmUpRecall } from '../wire/warm-up.ts';
import { wireCapture } from '../wire/wire-capture.ts';
import {
  wireInSession,
  type InSessionWiring,
  type OrgInjectorOptions,
  type OrgSubscriberOptions,
} from '../wire/wire-in-session.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** Everything one organisation can do with its memory. */
export interface OrgMemory extends InjectQueue {
  readonly orgId: string;
  readonly observations: ObservationStore;
  readonly importCursors: ImportCursors;
  /** What the organisation's administrators set: project switches, plan, budgets, recall matrix. */
  readonly config: OrgConfig;
  readonly sessions: SessionStore;
  readonly activities: ActivityStore;
  /** What sessions learn becomes observations, by itself: from prompts when they are reported, from sessions when they end. */
  readonly capture: OrgCapture;
  /** The knowledge graph, and the engine that finds triplets in it. */
  readonly graph: GraphStore & GraphSearchEngine;
  /** The triplets around a question that who asks may read, within a deadline. `graph.search` asks no policy. */
  searchGraph(question: GraphQuestion): Promise<GraphAnswer>;
  /** Its own Cedar policies, beside the default ones. They count unless the memory was given an authorizer. */
  readonly policies: OrgPolicies;
  /** Who may administer the organisation over HTTP: roles, and what its policies forbid beside. */
  readonly administration: OrgAdministration;
  /** What the authorizer says of one observation, and by which policy; null = there is no such observation. */
  explainAccess(question: AccessQuestion): Promise<PolicyDecision | null>;
  /** What the policies say of something that is only described, with policies to try beside the stored ones. */
  testPolicies(test: PolicyTest): Promise<PolicyDecision>;
  /** What the policies keep out of the start block of a session, or of somebody's question: by memory and policies as they are now. */
  explainDenials(question: DenialQuestion): Promise<DenialExplanation>;
  /** What the outcomes of sessions and the verdicts of their agents make of weights. */
  readonly feedback: OrgFeedback;
  /** Whether memory helps a project, by a share of its sessions that goes without. */
  readonly experiments: ExperimentStore;
  /** What people look at: how blocks came to be, and figures over time. */
  readonly inspection: OrgInspection;
  /** Which projects may read each other's memories, and how alike they are. */
  readonly transfer: OrgTransfer;
  /** Who may reach a daemon over the network as this organisation. */
  readonly apiKeys: ApiKeys;
  /** Finds, ranks and authorizes what matters for a query, within a deadline. */
  recall(request: Omit<RecallRequest, 'orgId'>): Promise<RecallResult>;
  /**
   * Loads the search index of a project (or, without `projectId`, of the whole organisation) and waits for it; false when
   * that failed. Without it the first recalls are answered from SQL and say `degraded: 'cold-index'`. With an embedder it loads
   * the vectors too, and with policies of its own the policy engine. The first scope of a memory that holds something is also recalled from a few
   * times, which no log shows: the first recall of a process takes 100 ms of processor.
   */
  warm(scope?: { readonly projectId?: string | null }): Promise<boolean>;
  /**
   * Gives every statement of the organisation that has no vector of the embedder's model one, and waits for it. It happens by itself after
   * writes; this is for whoever waits for it, such as a benchmark. What was embedded before it failed stays. Fails with 'invalid-input' when the memory has no embedder, and as the embedder does.
   */
  embedMissing(): Promise<BackfillResult>;
  /**
   * The block an agent receives at session start. Without a `budget`, the organisation's own budgets count over the defaults; without
   * a `graph`, the organisation's own has a part in it when it is on for the project and the work type recalls it. Of a project whose memory
   * is switched off the block is '' and the outcome `memory-off`.
   * Seed "Context Injection".
   */
  buildSessionMemoryBlock(request: SessionBlockRequest): Promise<SessionMemoryBlock>;
  /** The tokens that start blocks have by work type: this memory's own defaults, `*` for every other, and the organisation's over them. */
  startBudget(): Promise<ContextBudgetConfig>;
  /** The block that a claimed session would have, with what the memory takes from other projects; it leaves no row in any log. */
  previewStartBlock(request: SessionBlockRequest): Promise<SessionMemoryBlock>;
  /**
   * An injector over this organisation's memory that writes the injection log and knows what the queue brought its sessions. It keeps
   * what they have seen, so make one and keep it; ends and epochs that come through `sessions` reach it. Sessions, as far as
   * there are any, and their projects' settings say who receives. Seed "In-Session Injection".
   */
  createInSessionInjector(options: OrgInjectorOptions): InSessionMemoryInjector;
  /**
   * The same for the hook events of providers. Without options blocks go into the organisation's own queue, where they wait ten minutes
   * for a heartbeat, as far as its sessions and its projects' settings allow it.
   */
  createInjectionSubscriber(options?: OrgSubscriberOptions): MemoryInjectionSubscriber;
  /**
   * After a claim: computes the session's start block, logs and enqueues it, once for each epoch. Never rejects; failures go to `onError`,
   * and so does an end by the deadline. (Default: 3000 ms) Do not wait for it before answering the claim. Who hands the block over in an envelope of its own counts that with `estimateTokens`.
   * Seed "Context Injection", delivery.
   */
  injectContextForClaimedSession(sessionId: string, options?: ClaimedBlockOptions): Promise<ClaimedSessionInjection>;
  /**
   * The memory of one conversation, for whoever owns an agent's message list: give `prepare` the messages before each request, or an
   * adapter of `@inkling/engine/history` to your framework. Fails with `invalid-input` on settings that cannot be meant.
   * Seed "Memory Injection Persistence Model".
   */
  conversation(options?: OrgConversationOptions): ConversationMemory;
  /**
   * True when this process knows, without asking the database, that nothing waits in a session's queue and nothing is in flight. A worker may
   * then leave a heartbeat out, as far as its lock allows. Always false on a server, where others write too.
   */
  isInjectQueueIdle(sessionId: string): boolean;
  /** Writes one row of the injection log and answers its id. */
  recordContextInjection(log: ContextInjectionLog): Promise<string>;
  /** The injections of a session, newest first. */
  listContextInjections(
    sessionId: string,
    options?: ListContextInjectionsOptions,
  ): Promise<readonly StoredContextInjection[]>;
}

export function createOrgMemory(rooms: Rooms, orgId: string): OrgMemory {
  const { options, clock, preparer } = rooms;
  const tenant = options.database.tenant(orgId);
  const logging = recorderBehind(rooms, orgId);
  const stored = storedSessions(rooms, tenant, logging.begun);
  const config = rooms.config(orgId);
  const record = recorder(rooms, orgId);
  const graph = { ...graphStore(preparer, tenant, config), ...createGraphSearchEngine({ tenant, tokenize, clock }) };
  const inSession = wireInSession({
    rooms,
    orgId,
    sessions: stored,
    activities: createActivityStore({ tenant, clock, redact: preparer.redact }),
    config,
    queue: guardInjects(createInjectQueue(tenant, clock), { rooms, tenant, sessions: stored, graph }),
    graph,
    record: logging.record,
  });
  const { queue } = inSession;
  const observations = rooms.observations(orgId);
  const ports = { config, observations, queue, ...capturePorts(rooms, orgId) };
  const feedback = createOrgFeedback({ rooms, tenant, ...inSession });
  const judge = (sessionId: string) => feedback.applyForSession(sessionId);
  const { capture, sessions, activities } = wireCapture({ ...inSession, rooms, orgId, ports, judge });
  const org: OrgMemory = {
    orgId,
    observations,
    config,
    sessions,
    activities,
    capture,
    feedback,
    graph,
    searchGraph: (question) => searchGraph(rooms, orgId, graph, question),
    inspection: createOrgInspection({ rooms, tenant, graph }),
    transfer: createOrgTransfer(tenant, () => rooms.transferSources.changed(), rooms.transfer ?? {}),
    policies: createOrgPolicies({ tenant, clock, onChanged: () => changePolicies(rooms, orgId) }),
    administration: createOrgAdministration(rooms, tenant),
    explainAccess: (question) => explainAccess(rooms, orgId, question),
    testPolicies: (test) => testPolicies(rooms, tenant, test),
    explainDenials: (question) => explainDenials(org, question),
    importCursors: createImportCursors(tenant),
    apiKeys: createApiKeys(tenant),
    experiments: createExperimentStore(tenant, clock),
    recall: async (request) => rooms.store.recall({ ...requireQuestion(request), orgId }),
    warm: (scope = {}) => warm(rooms, { orgId, ...scope }),
    embedMissing: () => embedMissing(rooms, orgId),
    ...startBlocks(rooms, orgId, graph),
    createInSessionInjector: inSession.createInjector,
    createInjectionSubscriber: inSession.createSubscriber,
    injectContextForClaimedSession: (sessionId, block = {}) =>
      injectContextForClaimedSession(claimedSessionPorts(rooms, org, inSession, block), sessionId),
    conversation: (talk = {}) => createOrgConversation(rooms, orgId, { ...inSession, record, activities }, talk),
    recordContextInjection: record,
    ...queue,
    // On a server another process may have put something into it.
    isInjectQueueIdle: (sessionId) => options.database.kind === 'pglite' && rooms.idleQueues(orgId).isIdle(sessionId),
    listContextInjections: (sessionId, listOptions) => listContextInjections(tenant, sessionId, listOptions),
  };
  return org;
}

function startBlocks(
  rooms: Rooms,
  orgId: string,
  graph: OrgMemory['graph'],
): Pick<OrgMemory, 'buildSessionMemoryBlock' | 'startBudget' | 'previewStartBlock'> {
  return {
    buildSessionMemoryBlock: (request) => buildBlock(rooms, orgId, graph, request),
    startBudget: () => organisationBudget(rooms, orgId),
    previewStartBlock: (request) => buildStartBlock(rooms, orgId, graph, { store: rooms.unloggedStore, ...request }),
  };
}

function capturePorts(rooms: Rooms, orgId: string): Pick<CapturePorts, 'recall' | 'mayRead' | 'warm'> {
  return {
    // Nobody asked: in the log these would outnumber what agents were shown.
    recall: (request) => rooms.ownStore.recall({ ...request, orgId }),
    mayRead: async ({ id }, { agentId = ANONYMOUS_AGENT, projectId = null }) =>
      (await explainAccess(rooms, orgId, { observationId: id, agentId, projectId }))?.allowed === true,
    warm: (projectId) => rooms.registry.warm({ orgId, projectId }),
  };
}

/** Loads the new ones at once and not within the deadline of the next session: the policy engine itself takes 0.25 s. */
function changePolicies({ policies, background }: Rooms, orgId: string): void {
  const current = policies(orgId);
  current.clear();
  background.run(() => current.warm());
}

function claimedSessionPorts(
  rooms: Rooms,
  org: OrgMemory,
  { currentPaths, given }: Pick<InSessionWiring, 'currentPaths' | 'given'>,
  { deadlineMs, ...block }: ClaimedBlockOptions,
): ClaimedSessionPorts {
  return {
    session: (sessionId) => org.sessions.get(sessionId),
    projectMemoryConfig: (project) => startSwitches(rooms, org.config, project),
    currentPaths,
    build: (request) => buildStartBlock(rooms, org.orgId, org.graph, { ...request, ...block }),
    record: (log) => org.recordContextInjection(log),
    queued: (sessionId) => org.listMemoryInjects(sessionId, { limit: 1000 }),
    enqueue: async (inject, edges) => {
      const row = await org.enqueueMemoryInject(inject);
      if (row) given(row.sessionId, row.observationIds, row.epoch, edges);
      return row;
    },
    withheld: ({ id, epoch }, { observationIds, graphEdgeKeys }) => given(id, observationIds, epoch, graphEdgeKeys),
    ...lineMeasure(rooms.options),
    clock: rooms.clock,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    onError: rooms.onError,
  };
}

async function warm(rooms: Rooms, scope: SearchScope): Promise<boolean> {
  const { registry, semantic, policies } = rooms;
  const loaded = await Promise.all([registry.warm(scope), semantic?.warm(scope) ?? true, policies(scope.orgId).warm()]);
  await warmUpRecall(rooms, scope);
  return loaded.every(Boolean);
}

function embedMissing({ semantic }: Rooms, orgId: string): Promise<BackfillResult> {
  if (semantic) return semantic.embedMissing(orgId);
  const error = new InklingError('invalid-input', 'This memory has no embedder.', {
    hint: 'Give createMemory one, such as createOpenAiEmbedder or createOllamaEmbedder.',
  });
  return Promise.reject(error);
}
