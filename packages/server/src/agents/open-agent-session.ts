import { createHmac } from 'node:crypto';
import { wrapInjectionBlock, type BlockTag } from '@inkling/engine/history';
import type { Session, SessionInput } from '@inkling/engine';
import type { GivenBlock } from '@inkling/engine/types';
import { AGENT_CLIENT_NAMES, type AgentClientName } from '../base/agent-clients.ts';
import { placeOfTalk, type AgentSession, type HookServicePorts, type RequireRight } from './agent-session.ts';
import { blockTag, sessionNonce } from './block-envelope.ts';
import type { HookEvent } from './clients/hook-event.ts';
import type { SubAgentTask } from './dispatches.ts';
import { guessWorkType } from './guess-work-type.ts';
import { receiptsOf } from './transcript-evidence.ts';

/** An agent sits idle over a weekend's night and goes on; a worker that claims the next session must not take it meanwhile. */
export const LOCK_MS = 86_400_000;

/** Who holds the sessions of agents that report by hooks. */
export const AGENT_WORKER = 'agent-hooks';

/** The facet that the off switch is remembered by. */
export const SWITCH_FACET = 'inkling';

/** A session that is resumed after its end goes on in a new one. More ends than this are a loop. */
const MOST_GENERATIONS = 1000;

export interface OpenRequest {
  readonly client: AgentClientName;
  readonly event: HookEvent;
  /** The session that dispatched it; null for one of the client's own. */
  readonly parent: AgentSession | null;
  readonly task: SubAgentTask | null;
  /** False = only a session that is there. */
  readonly create: boolean;
  readonly requireRight: RequireRight;
}

/**
 * Finds or makes the session of a client's session and takes its lock: on the first event that this process sees of it. Null when another
 * worker holds it, or when it is not there and is not to be made. Rejects with `forbidden` when it is not the caller's.
 */
export async function openAgentSession(ports: HookServicePorts, request: OpenRequest): Promise<AgentSession | null> {
  const { event, parent, client } = request;
  const conversation = parent === null ? event.sessionId : `${parent.id}/${event.subAgentId ?? ''}`;
  // Both start git in the directory: at once, because the agent waits.
  const [projectId, workItem] = await Promise.all([
    parent?.projectId ?? (event.directory === null ? null : ports.projectOf(event.directory, { isAnew: true })),
    request.create ? workItemOf(ports, request) : null,
  ]);
  let before: Session | null = null;
  for (let generation = 1; generation <= MOST_GENERATIONS; generation += 1) {
    const id = generation === 1 ? conversation : `${conversation}~${generation}`;
    const found = await findOrCreate(ports, request, { id, projectId, workItem, before });
    if (found === null || !mayGoOn(request, found)) return null;
    if (found.session.endedAt === null) return hold(ports, { client, conversation, event, found, before, parent });
    before = found.session;
  }
  return null;
}

/** Who is bound goes on with what hooks of this client began. What a worker queued or holds is the worker's, also when its agent is the same. */
function mayGoOn({ requireRight, client }: OpenRequest, { created, session }: Found): boolean {
  if (requireRight === undefined) return true;
  requireRight(session);
  return created || (session.agentId === client && (session.endedAt !== null || session.workerId === AGENT_WORKER));
}

interface Found {
  readonly created: boolean;
  readonly session: Session;
}

interface Place {
  readonly id: string;
  readonly projectId: string | null;
  readonly workItem: NonNullable<SessionInput['workItem']> | null;
  readonly before: Session | null;
}

async function findOrCreate(
  ports: HookServicePorts,
  { client, parent, task, create, requireRight }: OpenRequest,
  { id, projectId, workItem, before }: Place,
): Promise<Found | null> {
  const { memory } = ports;
  // Sessions go on where they ended only when somebody says something: an end alone makes none. Of one that is there an event need not say
  // the project, which whoever is bound must for a new one.
  if (!create || requireRight !== undefined) {
    const session = await memory.sessions.get(id);
    if (session || !create) return session && { created: false, session };
  }
  if (requireRight !== undefined) {
    requireRight({ agentId: client, projectId });
    // It would stand in a talk of that name which was imported.
    for (const said of await memory.observations.getTalks({ sessionIds: [id] })) requireRight(placeOfTalk(said));
  }
  const workType = before?.workType ?? (parent === null ? '' : await workTypeOfTask(ports, parent, task));
  return memory.sessions.create({
    id,
    projectId,
    agentId: client,
    // What the conversation is about, it is about still.
    workItem: workItem ?? before?.workItem ?? null,
    workType,
    ...parentOf(parent, before),
  });
}

/** What a sub-agent is asked to do says it, else it is a part of what its session does. */
async function workTypeOfTask(
  { memory }: HookServicePorts,
  parent: AgentSession,
  task: SubAgentTask | null,
): Promise<string> {
  const guessed = task === null ? 'unknown' : guessWorkType(task.title);
  return guessed === 'unknown' ? ((await memory.sessions.get(parent.id))?.workType ?? '') : guessed;
}

function parentOf(parent: AgentSession | null, before: Session | null): Pick<SessionInput, 'parent'> {
  // What it was given before its end is in its context still.
  if (before !== null) return { parent: { sessionId: before.id, link: 'resume' } };
  return parent === null ? {} : { parent: { sessionId: parent.id, link: 'sub-agent' } };
}

async function workItemOf(
  { issueOf }: HookServicePorts,
  { event: { directory }, parent, task }: OpenRequest,
): Promise<NonNullable<SessionInput['workItem']> | null> {
  if (task !== null) return task;
  const identifier = parent !== null || directory === null ? null : await issueOf(directory);
  return identifier === null ? null : { identifier };
}

interface Held {
  readonly client: AgentClientName;
  /** The same over all resumes. */
  readonly conversation: string;
  readonly event: HookEvent;
  readonly found: Found;
  readonly before: Session | null;
  readonly parent: AgentSession | null;
}

async function hold(
  ports: HookServicePorts,
  { client, conversation, event, found, before, parent }: Held,
): Promise<AgentSession | null> {
  const { id } = found.session;
  const lockToken = lockTokenOf(ports, id);
  const session = await takeLock(ports, found.session, lockToken);
  if (session === null) return null;
  const nonce = sessionNonce(ports.secret, ports.memory.orgId, conversation);
  if (before !== null && found.created) await settleLeft(ports, before, event, nonce);
  const isNew = before === null && found.created;
  const given = isNew ? [] : await ports.memory.listGiven(id);
  const settings = parent?.settings ?? (await ports.settingsOf(event.directory));
  const wasOff = (): Promise<boolean> => wasSwitchedOff(ports, found.created ? before : session);
  const isSwitchedOff = parent?.isSwitchedOff === true || (await wasOff());
  return {
    settings,
    id,
    client: AGENT_CLIENT_NAMES.find((name) => name === session.agentId) ?? client,
    agentId: session.agentId,
    projectId: session.projectId,
    lockToken,
    directory: null,
    nonce,
    isSwitchedOff,
    epoch: session.epoch,
    isDescribed: session.workItem !== null,
    isTitled: session.workItem?.title != null,
    startBlock: startBlockOf(given),
    written: writtenOf(given, blockTag(nonce, session.epoch)),
    // One list for all: a sub-agent dispatches others, and whose they are the client does not say.
    dispatches: parent?.dispatches ?? [],
    ...nothingYet(),
  };
}

/** What has not happened in a session that this process begins to serve. */
function nothingYet() {
  const [starting, turn] = [Promise.resolve(), Promise.resolve()];
  const [ready, hints, open] = [[], [], []];
  return {
    handedOver: null,
    history: null,
    heartbeatAt: null,
    ready,
    hints,
    open,
    starting,
    turn,
    promptId: null,
    lastPrompt: null,
    isListening: false,
    isCatchingUp: false,
    lastEditedFile: null,
  };
}

/** Always the same for a session, so that a daemon that starts anew holds what it held. In the form of a random UUID. */
function lockTokenOf({ memory, secret }: HookServicePorts, sessionId: string): string {
  const bytes = createHmac('sha256', secret).update(`agent-session\n${memory.orgId}\n${sessionId}`).digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function takeLock({ memory }: HookServicePorts, session: Session, lockToken: string): Promise<Session | null> {
  if (session.workerId !== null) {
    const refreshed = await memory.sessions.refreshLock(session.id, lockToken, { ttlMs: LOCK_MS });
    if (refreshed.outcome === 'refreshed') return refreshed.session;
  }
  const claim = await memory.sessions.claim(session.id, { workerId: AGENT_WORKER, ttlMs: LOCK_MS, lockToken });
  return claim.outcome === 'claimed' ? claim.session : null;
}

function startBlockOf(given: readonly GivenBlock[]): AgentSession['startBlock'] {
  const block = given.find(({ source }) => source === 'session-start');
  if (block === undefined) return 'wanted';
  return block.status === 'pending' || block.status === 'delivered' ? 'waiting' : 'settled';
}

/** What was handed over before the session ended, and of which nothing was known then: a client may write its transcript when it has ended. */
async function settleLeft(
  { memory }: HookServicePorts,
  { id: sessionId, epoch }: Session,
  { evidence }: HookEvent,
  nonce: string,
): Promise<void> {
  if (evidence === undefined) return;
  const written = writtenOf(await memory.listGiven(sessionId), blockTag(nonce, epoch));
  if (written.size === 0) return;
  for (const [deliveryId, receipt] of await receiptsOf(evidence, written)) {
    if (receipt === 'received') await memory.ackMemoryInject(sessionId, deliveryId);
  }
}

/** Blocks of before this process served the session: when they were handed over is known, where they came is not. */
function writtenOf(given: readonly GivenBlock[], tag: BlockTag): AgentSession['written'] {
  return new Map(
    given.flatMap(({ status, deliveryId, deliveredAt, text }) => {
      if (status !== 'written' || deliveryId === null || deliveredAt === null) return [];
      const handedOverAt = Date.parse(deliveredAt);
      const recorded = Promise.resolve();
      const block = { text: wrapInjectionBlock(text, tag), callId: null, handedOverAt, transcriptSize: 0, recorded };
      return [[deliveryId, block] as const];
    }),
  );
}

async function wasSwitchedOff({ memory }: HookServicePorts, session: Session | null): Promise<boolean> {
  if (session === null) return false;
  const facets = await memory.activities.facets(session.id);
  return facets.some(({ key, value }) => key === SWITCH_FACET && value === 'off');
}

/** The prompt that is meant for Inkling, by itself on its line. A plugin's command has the plugin's name before its own. */
const SWITCH = /^\s*\/?inkling(?::inkling)?\s+(on|off)\s*$/i;

/** Where the prompt turns the session's switch; null = it is an ordinary prompt. */
export function offSwitchIn(prompt: string): 'on' | 'off' | null {
  const to = SWITCH.exec(prompt)?.[1]?.toLowerCase();
  return to === 'on' || to === 'off' ? to : null;
}
