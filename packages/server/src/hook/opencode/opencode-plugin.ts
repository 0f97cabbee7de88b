import {
  ADDED,
  type Answers,
  createAnswers,
  DELIVERIES,
  type OpencodeMessage,
  type OpencodePart,
  purgeBlocks,
} from './opencode-message.ts';
import {
  type AskDaemon,
  createAskDaemon,
  createReceipts,
  type HookPayload,
  type PlacedBlock,
  type Receipts,
} from './ask-daemon.ts';

export interface OpencodePluginOptions {
  /** Where the daemon says where it listens. */
  readonly stateDirectory: string;
  /** (Default: `local`) */
  readonly orgId?: string;
  /** (Default: over loopback) */
  readonly askDaemon?: AskDaemon;
}

/** The hooks of opencode that the plugin has. */
export interface OpencodeHooks {
  'chat.message'(
    input: { readonly sessionID: string },
    output: { readonly message: { readonly id?: string }; readonly parts: OpencodePart[] },
  ): Promise<void>;
  'tool.execute.before'(input: ToolInput, output: { readonly args: unknown }): Promise<void>;
  'tool.execute.after'(input: ToolInput & { readonly args: unknown }, output: ToolOutput): Promise<void>;
  'experimental.chat.messages.transform'(
    input: unknown,
    output: { readonly messages: OpencodeMessage[] },
  ): Promise<void>;
  'experimental.session.compacting'(input: { readonly sessionID: string }): Promise<void>;
  event(input: { readonly event: OpencodeEvent }): Promise<void>;
  dispose(): Promise<void>;
}

interface ToolInput {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

interface ToolOutput {
  output?: string;
  /** Of a tool of an MCP server, which has no output of one text. */
  readonly content?: unknown;
  metadata: unknown;
}

interface OpencodeEvent {
  readonly type: string;
  readonly properties?: {
    readonly sessionID?: string;
    readonly info?: { readonly id?: string; readonly parentID?: string };
    readonly part?: OpencodePart;
  };
}

// The service's own times are 100 ms, 500 ms and 2 s; a request over loopback beside a busy agent needs some more.
const TOOL_PATIENCE_MS = 250;
const TURN_PATIENCE_MS = 1_000;
const START_PATIENCE_MS = 2_500;

/** In one request, as in "Memory Injection Persistence Model"; the oldest go first. */
const MOST_BLOCKS = 3;

/** What the plugin knows while opencode runs. */
interface PluginState {
  readonly ask: AskDaemon;
  readonly directory: string;
  /** Sessions that were told to the daemon. */
  readonly known: Set<string>;
  /** Sessions whose history is being summarised. */
  readonly compacting: Set<string>;
  /** Which blocks stand in a request: what the daemon does not hear of it sends again. */
  readonly receipts: Receipts;
  /** The look-ups of running tool calls, by the call's id: what a call's end asks for must not overtake its beginning. */
  readonly running: Map<string, Promise<void>>;
  /** Which session dispatched a sub-agent's. */
  readonly parents: Map<string, string>;
  /** What the agent of a session said since its last prompt. */
  readonly answers: Answers;
  /** What opencode does not wait for: it may end meanwhile. */
  readonly telling: Set<Promise<unknown>>;
}

/**
 * opencode's plugin: it is asked within opencode's own process, and reaches the daemon over loopback. Blocks are parts of the user's message
 * and stand behind a tool's output; before each request the oldest are taken out, and all of them while opencode summarises. No hook ever
 * fails, and none waits longer than 2.5 seconds.
 */
export function createOpencodePlugin(
  options: OpencodePluginOptions,
): (input: { readonly directory?: string }) => Promise<OpencodeHooks> {
  const { stateDirectory, orgId = 'local', askDaemon = createAskDaemon(stateDirectory, orgId) } = options;
  return async ({ directory = '' }) => {
    const state: PluginState = {
      ask: askDaemon,
      directory,
      known: new Set(),
      compacting: new Set(),
      receipts: createReceipts(),
      running: new Map(),
      parents: new Map(),
      answers: createAnswers(),
      telling: new Set(),
    };
    return {
      'chat.message': ({ sessionID }, output) => addToMessage(state, sessionID, output.parts),
      'tool.execute.before': async (input, { args }) => beginCall(state, input, args),
      'tool.execute.after': (input, output) => endCall(state, input, output),
      'experimental.chat.messages.transform': async (_input, { messages }) => {
        const sessionID = messages[0]?.info.sessionID ?? '';
        const isCompacting = state.compacting.has(sessionID);
        const deliveries = purgeBlocks(messages, isCompacting ? 0 : MOST_BLOCKS);
        if (!isCompacting) state.receipts.see(sessionID, deliveries);
      },
      'experimental.session.compacting': async ({ sessionID }) => void state.compacting.add(sessionID),
      event: async ({ event }) => {
        const told = follow(state, event);
        state.telling.add(told);
        await told.finally(() => state.telling.delete(told));
      },
      dispose: () => endAll(state),
    };
  };
}

async function addToMessage(state: PluginState, sessionID: string, parts: OpencodePart[]): Promise<void> {
  // A compaction that failed says nothing; a prompt shows that it is over.
  state.compacting.delete(sessionID);
  state.answers.take(sessionID);
  const prompt = parts
    .filter(({ type, synthetic }) => type === 'text' && synthetic !== true)
    .map(({ text = '' }) => text)
    .join('\n');
  if (!state.known.has(sessionID)) {
    state.known.add(sessionID);
    await askFor(state, sessionID, { hook_event_name: 'SessionStart', source: 'startup' }, START_PATIENCE_MS);
  }
  const event = { hook_event_name: 'UserPromptSubmit', prompt };
  for (const block of await askFor(state, sessionID, event, TURN_PATIENCE_MS)) addPart(parts, block);
}

/**
 * A part of the user's message that only the model sees, in requests that `messages.transform` was asked about. Its id sorts right behind the last
 * part's.
 */
function addPart(parts: OpencodePart[], { id, text }: PlacedBlock): void {
  const last = parts.at(-1);
  if (last?.id === undefined) return;
  parts.push({
    ...identity(last),
    id: `${last.id}0`,
    type: 'text',
    text,
    synthetic: true,
    ignored: true,
    metadata: { [ADDED]: text, [DELIVERIES]: [id] },
  });
}

/** The message and the session that a part belongs to, under opencode's own names. */
function identity(part: OpencodePart): object {
  const { sessionID, messageID } = part as { readonly sessionID?: unknown; readonly messageID?: unknown };
  return { sessionID, messageID };
}

function beginCall(state: PluginState, { tool, sessionID, callID }: ToolInput, args: unknown): void {
  const event = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: args, tool_use_id: callID };
  // A call whose end never comes leaves nothing behind.
  const drop = (): void => {
    // An id that came again is another call's by now.
    if (state.running.get(callID) === looking) state.running.delete(callID);
  };
  // Not waited for: the tool runs while the daemon looks.
  const looking: Promise<void> = askFor(state, sessionID, event, TOOL_PATIENCE_MS).then(drop, drop);
  state.running.set(callID, looking);
}

async function endCall(
  state: PluginState,
  { tool, sessionID, callID, args }: ToolInput & { readonly args: unknown },
  output: ToolOutput,
): Promise<void> {
  await state.running.get(callID);
  const call = { tool_name: tool, tool_input: args, tool_use_id: callID };
  const event = { hook_event_name: 'PostToolUse', ...call, ...commandEnd(output) };
  if (typeof output.output !== 'string' && !Array.isArray(output.content)) return;
  const blocks = await askFor(state, sessionID, event, TOOL_PATIENCE_MS);
  if (blocks.length === 0) return;
  const added = addOutput(output, blocks.map(({ text }) => text).join('\n\n'));
  const deliveries = blocks.map(({ id }) => id);
  output.metadata = { ...(output.metadata as object | undefined), [ADDED]: added, [DELIVERIES]: deliveries };
}

/** Of what a command that failed has printed the end is told. */
const MOST_PRINTED = 8_000;

/** The exit code of a command, for the daemon; nothing for other tools. */
function commandEnd({ output, metadata }: ToolOutput): object {
  const exit = (metadata as { readonly exit?: unknown } | null | undefined)?.exit;
  if (typeof exit !== 'number') return {};
  return { tool_response: { exit, ...(exit === 0 ? {} : { output: output?.slice(-MOST_PRINTED) }) } };
}

/** Answers what the output ends with now. The texts of an MCP server's content become its output when this hook has ended. */
function addOutput(output: ToolOutput, text: string): string {
  if (Array.isArray(output.content)) {
    output.content.push({ type: 'text', text });
    return text;
  }
  output.output += `\n\n${text}`;
  return `\n\n${text}`;
}

async function follow(state: PluginState, { type, properties = {} }: OpencodeEvent): Promise<void> {
  const { info, part } = properties;
  const sessionID = properties.sessionID ?? info?.id ?? '';
  if (type === 'session.created' && info?.parentID !== undefined) state.parents.set(sessionID, info.parentID);
  if (!state.known.has(sessionID)) return;
  // While it compacts it writes the summary.
  if (type === 'message.part.updated' && part && !state.compacting.has(sessionID)) state.answers.hear(sessionID, part);
  if (type === 'session.idle') await endTurn(state, sessionID);
  if (type === 'session.compacted') await beginEpoch(state, sessionID);
  if (type === 'session.deleted') await endSession(state, sessionID, 'deleted');
}

async function beginEpoch(state: PluginState, sessionID: string): Promise<void> {
  state.compacting.delete(sessionID);
  // Its block comes with the next prompt or tool call, of this process or of a later one.
  await askFor(state, sessionID, { hook_event_name: 'SessionStart', source: 'compact' }, START_PATIENCE_MS);
}

/** A sub-agent's session ends with its turn. */
async function endTurn(state: PluginState, sessionID: string): Promise<void> {
  const hook_event_name = state.parents.has(sessionID) ? 'SubagentStop' : 'Stop';
  const last_assistant_message = state.answers.take(sessionID);
  if (last_assistant_message === '' && hook_event_name === 'Stop') return;
  await askFor(state, sessionID, { hook_event_name, last_assistant_message }, TURN_PATIENCE_MS);
}

async function endSession(state: PluginState, sessionID: string, reason: string): Promise<void> {
  state.known.delete(sessionID);
  state.compacting.delete(sessionID);
  await askFor(state, sessionID, { hook_event_name: 'SessionEnd', reason }, TURN_PATIENCE_MS);
  state.receipts.forget(sessionID);
  state.parents.delete(sessionID);
}

/** opencode ends: what it is about to say reaches the daemon, and its sessions are over. */
async function endAll(state: PluginState): Promise<void> {
  await Promise.all(state.telling);
  const own = [...state.known].filter((sessionID) => !state.parents.has(sessionID));
  await Promise.all(own.map((sessionID) => endSession(state, sessionID, 'exit')));
}

async function askFor(
  { ask, directory, parents, receipts }: PluginState,
  sessionID: string,
  event: Omit<HookPayload, 'session_id'> & { readonly hook_event_name: string },
  patienceMs: number,
): Promise<readonly PlacedBlock[]> {
  const session_id = topSession(parents, sessionID);
  const agent = session_id === sessionID ? {} : { agent_id: sessionID };
  const payload = { ...event, session_id, ...agent, cwd: directory, ...receipts.tell(sessionID) };
  const { notice, blocks = [] } = await ask(payload, patienceMs);
  return notice === undefined ? receipts.fresh(sessionID, blocks) : [{ id: '', text: notice }];
}

/** A sub-agent may dispatch others. */
function topSession(parents: ReadonlyMap<string, string>, sessionID: string): string {
  const parent = parents.get(sessionID);
  return parent === undefined ? sessionID : topSession(parents, parent);
}
