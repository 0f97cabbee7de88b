import { createHash } from 'node:crypto';
import { InklingError } from '@inkling/engine/errors';
import { keepNewest } from '@inkling/engine/operator';
import type { AgentClientName, HookOutcome } from '../base/agent-clients.ts';
import { AGENT_CLIENTS } from './clients/agent-clients.ts';
import { answerEvent, recordEvent, type EventEnding } from './answer-event.ts';
import { isOff, type AgentSession, type HookServicePorts, type RequireRight } from './agent-session.ts';
import {
  carriesContext,
  NO_ANSWER,
  type AgentClient,
  type HookAnswer,
  type HookEvent,
  type HookEventKind,
  type HookOutput,
} from './clients/hook-event.ts';
import { takeDispatch } from './dispatches.ts';
import { createMissedTellings } from './missed-tellings.ts';
import { openAgentSession } from './open-agent-session.ts';
import { settleWritten, takeBlocks } from './take-blocks.ts';

export interface HookCall {
  readonly client: AgentClientName;
  /** As the client sent it. */
  readonly payload: unknown;
  /** The user switched Inkling off in the environment of the client. */
  readonly isOff: boolean;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Asked of what the event means: the client's agent with the project of its directory, and the session that is there. (Default: nobody is bound) */
  readonly requireRight?: RequireRight;
}

/** A hook's output and how it came about. */
export interface HookResult {
  readonly output: HookOutput;
  readonly kind: HookEventKind;
  readonly outcome: HookOutcome;
}

/**
 * From the hooks of agents' clients to their answers. Rejects with `forbidden` where the caller is not bound; whatever else goes wrong, the
 * agent goes on without. Contract 6, 7, 15.
 */
export interface HookService {
  answer(call: HookCall): Promise<HookResult>;
  /** Tells once more what was missed while the database was away, and reports how much of it is given up. */
  close(): Promise<void>;
}

/**
 * How long an event's answer may take, in ms; then the agent goes on without, and what was found comes with its next event. A session's start
 * waits for indexes to load, a prompt for a start block; a tool call has the budget of the contract.
 */
const ANSWER_WITHIN_MS: Readonly<Record<HookEventKind, number>> = {
  'session-start': 2000,
  'sub-agent-start': 500,
  prompt: 900,
  'pre-tool': 100,
  'post-tool': 100,
  'pre-compact': 500,
  'sub-agent-stop': 1000,
  'turn-end': 100,
  'session-end': 1000,
  ignored: 100,
};

const MOST_BLOCKS = 4;

/** Of a tool call one block: the next one is seconds away. A start's block that waits still comes beside it. */
function mostBlocks({ kind }: HookEvent, { startBlock }: AgentSession): number {
  if (kind !== 'post-tool') return MOST_BLOCKS;
  return startBlock === 'waiting' ? 2 : 1;
}

/** The first prompt comes right behind the start of a session: what the start wrote would stand before it. */
const PROMPT_FOLLOWS_MS = 250;

/** Events that open no session which is not there. */
const OPENS_NONE: ReadonlySet<HookEventKind> = new Set(['session-end', 'sub-agent-stop', 'turn-end']);

/** What is not told again is lost: what was said and done, that the context was replaced, and ends. A sub-agent's start that nobody heard is made up for anyway. */
const TOLD_AGAIN: ReadonlySet<HookEventKind> = new Set([
  'session-start',
  'prompt',
  'post-tool',
  'pre-compact',
  'sub-agent-stop',
  'turn-end',
  'session-end',
]);

export function createHookService(ports: HookServicePorts): HookService {
  const table = createSessionTable();
  const missed = createMissedTellings({
    tell: handle,
    keep: keepable,
    clock: ports.clock,
    onError: ports.onError,
  });
  const answer = async (call: HookCall): Promise<HookResult> => {
    const client: AgentClient = AGENT_CLIENTS[call.client];
    const { requireRight } = call;
    // Before anything is looked for: what the event tells happened before what its own answer brings.
    const event = numbered({ ...client.readEvent(call.payload), heardAtMs: ports.clock.now() });
    const empty = (outcome: HookOutcome): HookResult => ({ output: {}, kind: event.kind, outcome });
    if (event.kind === 'ignored') return empty('ignored');
    if (call.isOff) return empty('off');
    try {
      return await withinTime(ports, ANSWER_WITHIN_MS[event.kind], empty('too-late'), async (isInTime) => {
        const isWanted = (): boolean => isInTime() && !call.signal.aborted;
        const answered = await missed.tell(event.sessionId, {
          ...{ ports, table, client: call.client, event, isWanted, requireRight },
          isRecorded: false,
        });
        if (answered.outcome !== 'answered') return empty(answered.outcome);
        return { output: client.renderAnswer(event, answered.answer), kind: event.kind, outcome: 'answered' };
      });
    } catch (error) {
      if (requireRight !== undefined && isForbidden(error)) throw error;
      ports.onError(error);
      return empty('failed');
    }
  };
  return { answer, close: () => missed.close() };
}

/** Nobody waits for what is told again: whoever did held the payload too. */
const nobodyWaits = (): boolean => false;

function keepable(handling: Handling) {
  const { event, isRecorded } = handling;
  if (isRecorded || !TOLD_AGAIN.has(event.kind)) return null;
  const telling: Handling = { ...handling, isWanted: nobodyWaits };
  return { telling, heardAtMs: event.heardAtMs ?? 0, bytes: Buffer.byteLength(JSON.stringify(event)) };
}

function isForbidden(error: unknown): boolean {
  return InklingError.isInstance(error) && error.code === 'forbidden';
}

/** Calls that a client does not number are told apart by what they are: before and after one they are the same. */
function numbered(event: HookEvent): HookEvent {
  if (event.kind !== 'pre-tool' && event.kind !== 'post-tool') return event;
  if (event.callId !== null) return event.kind === 'post-tool' ? { ...event, isNumbered: true } : event;
  const call = JSON.stringify([event.toolName, event.toolInput]);
  return { ...event, callId: createHash('sha256').update(call).digest('hex') };
}

interface Handling {
  readonly ports: HookServicePorts;
  readonly table: SessionTable;
  readonly client: AgentClientName;
  readonly event: HookEvent;
  readonly isWanted: () => boolean;
  readonly requireRight: RequireRight;
  /** What it tells is on its way into the store. */
  isRecorded: boolean;
}

type Handled =
  | { readonly outcome: 'answered'; readonly answer: HookAnswer }
  | { readonly outcome: Exclude<HookOutcome, 'answered'> };

async function handle(handling: Handling): Promise<Handled> {
  const { ports, event } = handling;
  // While the answer is looked for: git may have to be started.
  const located = withTop(ports, event);
  await requireDirectory(handling);
  const own = await ownSession(handling);
  if (own === null) return { outcome: OPENS_NONE.has(event.kind) ? 'ignored' : 'held' };
  if (isOthers(handling, own)) return { outcome: 'foreign-client' };
  // Nothing of it is written down, its sub-agents neither.
  if (isOff(own) && event.subAgentId !== null) return { outcome: 'off' };
  const session = event.subAgentId === null ? own : await subAgentSession(handling, own);
  if (session === null) return { outcome: OPENS_NONE.has(event.kind) ? 'ignored' : 'held' };
  if (isOthers(handling, session)) return { outcome: 'foreign-client' };
  return handleOwn(handling, session, located);
}

/** A directory stands for its project: also in a session that is there, whose blocks would tell of the other checkout. */
async function requireDirectory({ ports, client, event: { directory }, requireRight }: Handling): Promise<void> {
  if (directory === null || requireRight === undefined) return;
  requireRight({ agentId: client, projectId: await ports.projectOf(directory) });
}

/** Whoever asked first may have opened the session that is served here: everybody who is bound is asked for the right to it. */
function isOthers({ client, requireRight }: Handling, session: AgentSession): boolean {
  requireRight?.(session);
  return session.client !== client || (requireRight !== undefined && session.agentId !== client);
}

async function handleOwn(handling: Handling, session: AgentSession, located: Promise<HookEvent>): Promise<Handled> {
  const { ports, table, client, event } = handling;
  await settleWritten(ports, session, event);
  const leave = carriesContext(AGENT_CLIENTS[client], event) ? ports.hints.attend(session) : () => undefined;
  try {
    const ending = await answerEvent(ports, session, event, AGENT_CLIENTS[client]);
    if (ending.kind === 'ended') forget(table, event);
    try {
      return await endingAnswer(handling, session, ending);
    } finally {
      recordEvent(ports, session, await located, ending);
      handling.isRecorded = true;
    }
  } finally {
    leave();
    // What this answer did not carry comes with a later one.
    for (const hint of session.hints.splice(0)) ports.hints.queue(hint).catch(ports.onError);
  }
}

/** The event with the top of its repository: paths that are written down are told from there. */
async function withTop({ topOf }: HookServicePorts, event: HookEvent): Promise<HookEvent> {
  const top = event.directory === null ? null : await topOf(event.directory);
  return event.kind === 'post-tool' ? { ...event, top } : event;
}

function ownSession({ ports, table, client, event, requireRight }: Handling): Promise<AgentSession | null> {
  const create = !OPENS_NONE.has(event.kind);
  const request = { client, event: { ...event, subAgentId: null }, parent: null, task: null, create, requireRight };
  return table.use(keyOf(event.sessionId, null), () => openAgentSession(ports, request));
}

function subAgentSession(
  { ports, table, client, event, requireRight }: Handling,
  parent: AgentSession,
): Promise<AgentSession | null> {
  return table.use(keyOf(event.sessionId, event.subAgentId), () => {
    const agentType = event.kind === 'sub-agent-start' ? (event.agentType ?? null) : null;
    const task = takeDispatch(parent.dispatches, agentType);
    const create = !OPENS_NONE.has(event.kind);
    return openAgentSession(ports, { client, event, parent, task, create, requireRight });
  });
}

function keyOf(sessionId: string, subAgentId: string | null): string {
  return JSON.stringify([sessionId, subAgentId]);
}

function forget(table: SessionTable, { sessionId, subAgentId }: HookEvent): void {
  table.forget(keyOf(sessionId, subAgentId));
}

async function endingAnswer(
  { ports, table, client, event, isWanted }: Handling,
  session: AgentSession,
  ending: EventEnding,
): Promise<Handled> {
  if (ending.kind === 'notice') return { outcome: 'answered', answer: { ...NO_ANSWER, notice: ending.text } };
  if (ending.kind === 'advice') return { outcome: 'answered', answer: { ...NO_ANSWER, summaryAdvice: ending.text } };
  if (isOff(session)) return { outcome: 'off' };
  const isCarried = ending.kind === 'blocks' && carriesContext(AGENT_CLIENTS[client], event);
  if (!isCarried) return { outcome: 'answered', answer: NO_ANSWER };
  const taken = await takeBlocks(ports, session, {
    event,
    maxBlocks: mostBlocks(event, session),
    maxCharacters: AGENT_CLIENTS[client].maxContextCharacters,
    isWanted,
    ...(event.kind === 'session-start' ? { writeAfterMs: PROMPT_FOLLOWS_MS } : {}),
  });
  if (taken.outcome === 'taken')
    return { outcome: 'answered', answer: { ...NO_ANSWER, blocks: taken.blocks, deliveryIds: taken.deliveryIds } };
  // Somebody else works on the session now; the next event finds out who.
  forget(table, event);
  return { outcome: 'held' };
}

/** The work's result, or the other one when time is up first. The work goes on behind it and is told that nobody waits. */
function withinTime<Result>(
  { clock, onError }: HookServicePorts,
  ms: number,
  tooLate: Result,
  work: (isInTime: () => boolean) => Promise<Result>,
): Promise<Result> {
  let isLate = false;
  let isOver = false;
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => {
      isLate = true;
      resolve(tooLate);
    }, ms);
    void work(() => !isLate && !isOver)
      .then(resolve, (error: unknown) => (isLate ? onError(error) : reject(error as Error)))
      .finally(() => {
        isOver = true;
        cancel();
      });
  });
}

/** A session that is dropped is found again by its next event: it costs two statements. */
const MOST_SESSIONS = 1000;

type SessionTable = ReturnType<typeof createSessionTable>;

/** The sessions that this process serves, by their clients' ids; the one used longest ago goes first. */
function createSessionTable() {
  const sessions = new Map<string, Promise<AgentSession | null>>();
  const drop = (key: string, found: Promise<AgentSession | null>): void => {
    if (sessions.get(key) === found) sessions.delete(key);
  };
  return {
    /** What is kept under the key, else what `open` finds; of several at once one opens. What is null, fails or is refused is not kept. */
    use(key: string, open: () => Promise<AgentSession | null>): Promise<AgentSession | null> {
      const known = sessions.get(key);
      const found = known?.catch((error: unknown) => (isForbidden(error) ? open() : Promise.reject(error))) ?? open();
      keepNewest(sessions, key, found, MOST_SESSIONS);
      found.then(
        (session) => session ?? drop(key, found),
        () => drop(key, found),
      );
      return found;
    },
    forget: (key: string) => void sessions.delete(key),
  };
}
