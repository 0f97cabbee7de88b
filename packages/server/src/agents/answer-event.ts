import { randomUUID } from 'node:crypto';
import { deriveContext } from '@inkling/engine/derivation';
import { inTime } from '@inkling/engine/operator';
import { recordAt } from '../base/record.ts';
import { activitiesOfEvent } from './activities-of-event.ts';
import { awaitCopilotAnswer } from './clients/copilot-transcript.ts';
import { isOff, type AgentSession, type HookServicePorts } from './agent-session.ts';
import { blockTag, estimateWrapped, SUMMARY_ADVICE } from './block-envelope.ts';
import type { AgentClient, AwaitedTranscript, HookEvent, HookEventOf } from './clients/hook-event.ts';
import { DESCRIPTION_MAX_CHARACTERS, dropDispatch, noteDispatch, TITLE_MAX_CHARACTERS } from './dispatches.ts';
import { beginLookUp, failingPlace, lookUp, lookUpPatiently, type Question } from './look-up.ts';
import { offSwitchIn, SWITCH_FACET } from './open-agent-session.ts';
import { guessWorkType } from './guess-work-type.ts';
import { isGoOn } from './is-go-on.ts';
import { forgetContext, getReady, isStartAtHand } from './take-blocks.ts';

/** What an event did, before blocks are taken from the queue. */
export type EventEnding =
  | { readonly kind: 'nothing' }
  /** Blocks may have come into the queue. */
  | { readonly kind: 'blocks' }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'advice'; readonly text: string }
  /** The session is over. */
  | { readonly kind: 'ended' };

const NOTHING: EventEnding = { kind: 'nothing' };
const BLOCKS: EventEnding = { kind: 'blocks' };

/** Does what an event asks for. What it finds for the agent stands in the session's queue afterwards. */
export async function answerEvent(
  ports: HookServicePorts,
  session: AgentSession,
  event: HookEvent,
  client: Pick<AgentClient, 'saysNothingAfterCompaction'>,
): Promise<EventEnding> {
  session.directory = event.directory ?? session.directory;
  if (event.kind === 'prompt') {
    session.settings = await ports.settingsOf(session.directory);
    const to = offSwitchIn(event.text);
    if (to !== null) return turn(ports, session, to);
  }
  if (isOff(session)) return event.kind === 'session-end' ? end(ports, session, event.reason) : NOTHING;
  const ending = await endingOf(ports, session, event, client);
  if (ending.kind !== 'ended') return ending;
  ports.activities.write(session.id, activitiesOfEvent(session.id, ofTurn(session, event)));
  return end(ports, session, event.kind === 'session-end' ? event.reason : null);
}

/** Writes down what happened; to be called when the agent has its answer: an embedded database runs one statement after the other. */
export function recordEvent(
  ports: HookServicePorts,
  session: AgentSession,
  told: HookEvent,
  { kind }: EventEnding,
): void {
  if (isOff(session) || kind === 'notice' || kind === 'ended') return;
  const event = ofTurn(session, told);
  if (event.kind === 'turn-end' && event.transcript !== undefined)
    return listen(ports, session, event, event.transcript);
  ports.activities.write(session.id, activitiesOfEvent(session.id, event));
}

/** Two hooks of one prompt are milliseconds apart, on a busy machine seconds. */
const SAME_PROMPT_MS = 5000;

/**
 * The event with the number of its prompt. Clients that number none tell the same one twice where their hook runs twice: the same text at once, with
 * nothing in between.
 */
function ofTurn(session: AgentSession, event: HookEvent): HookEvent {
  if (event.kind !== 'prompt') {
    if (event.kind === 'post-tool' || event.kind === 'turn-end') session.lastPrompt = null;
    const isAnswer = event.kind === 'turn-end' || event.kind === 'sub-agent-stop';
    return isAnswer ? { ...event, promptId: session.promptId } : event;
  }
  const { text, heardAtMs = 0 } = event;
  const { lastPrompt } = session;
  const isAgain = lastPrompt?.text === text && Math.abs(heardAtMs - lastPrompt.heardAtMs) <= SAME_PROMPT_MS;
  session.promptId = event.promptId ?? (isAgain ? session.promptId : null) ?? randomUUID();
  session.lastPrompt = { text, heardAtMs };
  return { ...event, promptId: session.promptId };
}

/** The client writes its transcript a moment after it has told of the answer. */
function listen(
  { activities, clock }: HookServicePorts,
  session: AgentSession,
  event: HookEventOf<'turn-end'>,
  transcript: AwaitedTranscript,
): void {
  session.isListening = true;
  const told = awaitCopilotAnswer(transcript, clock).then((text) => activitiesOfEvent(session.id, { ...event, text }));
  activities.writeLater(
    session.id,
    told.finally(() => (session.isListening = false)),
  );
}

async function endingOf(
  ports: HookServicePorts,
  session: AgentSession,
  event: HookEvent,
  { saysNothingAfterCompaction = false }: Pick<AgentClient, 'saysNothingAfterCompaction'>,
): Promise<EventEnding> {
  switch (event.kind) {
    case 'session-start':
      return inOrder(session, () => startSession(ports, session, event));
    case 'sub-agent-start':
      return inOrder(session, () => wantStartBlock(ports, session));
    case 'prompt':
      return inOrder(session, () => answerPrompt(ports, session, event));
    case 'pre-tool':
      return beginToolCall(ports, session, event);
    case 'post-tool':
      return endToolCall(ports, session, event);
    case 'pre-compact':
      if (saysNothingAfterCompaction) await inOrder(session, () => beginEpoch(ports, session));
      return { kind: 'advice', text: SUMMARY_ADVICE };
    case 'sub-agent-stop':
    case 'session-end':
      return { kind: 'ended' };
    case 'turn-end':
    case 'ignored':
      return NOTHING;
  }
}

/** Two that see a start block wanted at the same time would bring two, and the second with notes of the first. */
function inOrder(session: AgentSession, work: () => Promise<EventEnding>): Promise<EventEnding> {
  const done = session.starting.then(work);
  session.starting = done.catch(() => undefined);
  return done;
}

async function startSession(
  ports: HookServicePorts,
  session: AgentSession,
  { source }: HookEventOf<'session-start'>,
): Promise<EventEnding> {
  warm(ports, session);
  return source === 'compact' || source === 'clear' ? beginEpoch(ports, session) : wantStartBlock(ports, session);
}

/** What the first prompt will search, loaded while its user still types. Nobody waits for it. */
function warm({ memory, onError }: HookServicePorts, { projectId }: AgentSession): void {
  memory.warm(projectId === null ? {} : { projectId }).catch(onError);
}

async function beginEpoch(ports: HookServicePorts, session: AgentSession): Promise<EventEnding> {
  await forgetContext(ports, session);
  return wantStartBlock(ports, session);
}

/** The block of the start, as far as anybody knows what the session is about. */
async function wantStartBlock(ports: HookServicePorts, session: AgentSession): Promise<EventEnding> {
  if (session.startBlock !== 'wanted' || !session.isDescribed) return BLOCKS;
  const tag = blockTag(session.nonce, session.epoch);
  const { enabled, ...bounds } = session.settings.start;
  if (!enabled) return BLOCKS;
  const { outcome } = await ports.memory.injectContextForClaimedSession(session.id, {
    ...bounds,
    estimateTokens: (text) => estimateWrapped(text, tag, ports.estimateTokens),
    linesOf: (path) => linesOf(ports, session, path),
    checkout: checkoutOf(ports, session),
  });
  const isQueued = outcome === 'enqueued' || outcome === 'already-enqueued';
  // Nothing for the first prompt is an answer too: the next ones are looked up like tool calls. What took too long or failed is tried again.
  const isNone = outcome === 'empty' || outcome === 'delivery-off' || outcome === 'memory-off';
  if (isQueued) session.startBlock = 'waiting';
  else if (outcome === 'held-out') session.startBlock = 'settled';
  else if (isNone) session.startBlock = session.isTitled ? 'settled' : 'untitled';
  return BLOCKS;
}

/** Memories name files from the top of the repository. */
async function linesOf({ topOf, blame }: HookServicePorts, { directory }: AgentSession, path: string) {
  const top = directory === null ? null : await topOf(directory);
  return top === null ? null : blame({ path, directory: top });
}

function checkoutOf({ memory, checkout }: HookServicePorts, session: AgentSession) {
  const { id: sessionId, projectId, directory } = session;
  const fileAt = (path: string) => ({ orgId: memory.orgId, sessionId, projectId, directory, path });
  return {
    hasFile: (path: string) => checkout.hasFile(fileAt(path)),
    changedAt: (path: string) => checkout.changedAt(fileAt(path)),
  };
}

async function answerPrompt(
  ports: HookServicePorts,
  session: AgentSession,
  event: HookEventOf<'prompt'>,
): Promise<EventEnding> {
  // What the agent has asked of a sub-agent that has not begun by now, none will do.
  if (event.subAgentId === null) session.dispatches.length = 0;
  // It says nothing of what the session is about, and names nothing to look up.
  if (isGoOn(event.text)) return wantStartBlock(ports, session);
  const isFirst = !session.isTitled;
  if (isFirst) await title(ports, session, event);
  if (session.startBlock === 'untitled') session.startBlock = 'wanted';
  if (session.startBlock !== 'wanted') return lookUpPrompt(ports, session, event);
  const ending = await wantStartBlock(ports, session);
  return isFirst ? ending : lookUpPrompt(ports, session, event);
}

/** The first prompt says what the session is about, also where a branch named its issue before. */
async function title(ports: HookServicePorts, session: AgentSession, { text }: HookEventOf<'prompt'>): Promise<void> {
  const description = text.slice(0, DESCRIPTION_MAX_CHARACTERS);
  const firstLine = text.trim().split('\n', 1)[0]?.slice(0, TITLE_MAX_CHARACTERS) ?? '';
  const workType = guessWorkType(firstLine);
  await ports.memory.sessions.describe(session.id, {
    ...(workType === 'unknown' ? {} : { workType }),
    workItem: { title: firstLine, description },
  });
  session.isDescribed = true;
  session.isTitled = true;
}

/** A prompt is looked up as an event of its own, beside the file that was edited last: "now the same for the other case" names none. */
async function lookUpPrompt(
  ports: HookServicePorts,
  session: AgentSession,
  { text }: HookEventOf<'prompt'>,
): Promise<EventEnding> {
  const { lastEditedFile } = session;
  const toolInput = { prompt: text, ...(lastEditedFile === null ? {} : { file_path: lastEditedFile }) };
  await lookUpPatiently(ports, session, { type: 'post-tool-use', toolName: 'prompt', toolInput });
  return BLOCKS;
}

async function beginToolCall(
  ports: HookServicePorts,
  session: AgentSession,
  event: HookEventOf<'pre-tool'>,
): Promise<EventEnding> {
  noteDispatch(session.dispatches, event);
  // The look-up goes on while the tool runs; nobody waits for it here.
  if (session.startBlock === 'waiting') getReady(ports, session, event);
  await beginLookUp(ports, session, callOf(event, 'pre-tool-use'));
  catchUp(ports, session);
  return NOTHING;
}

async function endToolCall(
  ports: HookServicePorts,
  session: AgentSession,
  event: HookEventOf<'post-tool'>,
): Promise<EventEnding> {
  dropDispatch(session.dispatches, event);
  if (event.isRefused === true) return NOTHING;
  const isAtHand = isStartAtHand(session);
  // While the start's block has still to be claimed, nothing else takes the call's time; one that is at hand does not wait for all of it.
  const isNow = session.startBlock !== 'waiting' || isAtHand;
  const found = lookUp(ports, session, callOf(atFailure(event), 'post-tool-use'), isNow);
  await (isAtHand ? inTime(ports.clock, BESIDE_START_MS, () => found.catch(ports.onError)) : found);
  const edited = deriveContext(event.toolName, event.toolInput).find(
    ({ contextKey }) => contextKey === 'lastEditedFile',
  );
  catchUp(ports, session);
  if (event.failure === null && typeof edited?.contextValue === 'string') session.lastEditedFile = edited.contextValue;
  return BLOCKS;
}

/** Half of the call's time: what is found later waits in the queue. */
const BESIDE_START_MS = 50;

/** Lines above and below a failing one that are looked at with it. */
const AROUND_FAILURE = 10;

/** A call that failed is about its error, and about the line of the project where it did: what was looked up when it began did not know. */
function atFailure(event: HookEventOf<'post-tool'>): HookEventOf<'post-tool'> {
  if (event.failure === null) return event;
  const place = failingPlace(event.failure, event.directory);
  if (place === null) return { ...event, callId: null };
  const offset = Math.max(1, place.line - AROUND_FAILURE);
  const limit = place.line + AROUND_FAILURE - offset + 1;
  return { ...event, callId: null, toolInput: { ...recordAt(event.toolInput), file_path: place.file, offset, limit } };
}

/** A start that was not heard, or whose block was late or failed: it comes with the next event, and nobody waits for it here. */
function catchUp(ports: HookServicePorts, session: AgentSession): void {
  if (session.startBlock !== 'wanted' || session.isCatchingUp) return;
  session.isCatchingUp = true;
  inOrder(session, () => wantStartBlock(ports, session))
    .catch(ports.onError)
    .finally(() => (session.isCatchingUp = false));
}

function callOf(
  { toolName, toolInput, callId, directory, ...event }: HookEventOf<'pre-tool' | 'post-tool'>,
  type: Question['type'],
): Question {
  return {
    type,
    toolName,
    toolInput,
    ...(callId === null ? {} : { toolUseId: callId }),
    ...(directory === null ? {} : { directory }),
    ...('failure' in event && event.failure !== null ? { failure: event.failure } : {}),
  };
}

function turn({ activities }: HookServicePorts, session: AgentSession, to: 'on' | 'off'): EventEnding {
  session.isSwitchedOff = to === 'off';
  // Remembered by the store: a daemon that starts anew must not switch on what a user switched off. The user does not wait for it.
  activities.write(session.id, [{ type: 'context', body: { key: SWITCH_FACET, value: to } }]);
  return { kind: 'notice', text: noticeOf(session) };
}

function noticeOf(session: AgentSession): string {
  if (session.isSwitchedOff)
    return 'Inkling is off for this session: nothing is injected and nothing is recorded. "/inkling on" brings it back.';
  return isOff(session)
    ? 'Inkling stays off here: hooks.enabled is false, or inkling.toml cannot be read. `inkling config` says which.'
    : 'Inkling is on for this session.';
}

async function end(
  { memory, activities, onError, onEnded }: HookServicePorts,
  { id, lockToken, isListening }: AgentSession,
  reason: string | null,
): Promise<EventEnding> {
  const completed = activities
    .settled(id)
    .then(() => memory.sessions.complete(id, lockToken, { reason }))
    .then(() => onEnded(id));
  // A client that ends writes its transcript when it has this answer.
  if (isListening) completed.catch(onError);
  else await completed;
  return { kind: 'ended' };
}
