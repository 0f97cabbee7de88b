import { secretKind } from '@inkling/engine/capture';

/** What tells whether an agent has the blocks that it was handed. */
export type DeliveryEvidence =
  | { readonly kind: 'transcript'; readonly file: string }
  /** Deliveries that a plugin saw in a request, and those that it holds. */
  | { readonly kind: 'plugin'; readonly received: readonly string[]; readonly held: readonly string[] };

/** What each event of a client's hooks has. Ids are the client's own. */
export interface HookOrigin {
  readonly sessionId: string;
  /** The sub-agent that the event belongs to; null = the session's own agent. */
  readonly subAgentId: string | null;
  /** Where the agent works; null = not said. */
  readonly directory: string | null;
  /** The client's name of the event: its answer must repeat it. */
  readonly hookName: string;
  /** When the daemon heard of it, in ms since 1970. (Default: not known) */
  readonly heardAtMs?: number;
  /** (Default: nothing tells it, and what was answered in time counts as received) */
  readonly evidence?: DeliveryEvidence;
  /** This event's text would not reach the model, though it does with others of its kind. (Default: no) */
  readonly dropsContext?: boolean;
}

/** Why a session begins. `compact`: its context was just replaced by a summary. */
export type SessionStartSource = 'startup' | 'resume' | 'clear' | 'compact';

export interface HookToolCall {
  readonly toolName: string;
  readonly toolInput: unknown;
  /** The same before and after the call; null when the client does not number its calls. */
  readonly callId: string | null;
}

/** Where a client writes what its event of a turn's end does not say. */
export interface AwaitedTranscript {
  readonly file: string;
  /** When the agent stopped, in ms since 1970: what is written later is of another turn. */
  readonly stoppedAtMs: number;
}

/** An event of any client's hooks, in words that no client owns. What a client sends beyond that is `ignored`. */
export type HookEvent = HookOrigin &
  (
    | { readonly kind: 'session-start'; readonly source: SessionStartSource }
    | { readonly kind: 'prompt'; readonly text: string; readonly promptId: string | null }
    | ({ readonly kind: 'pre-tool' } & HookToolCall)
    | ({
        readonly kind: 'post-tool';
        /** Why the call failed, in the client's words; null = it did not. */
        readonly failure: string | null;
        /** The client does not say whether a command failed: what ran is known, how it ended is not. (Default: false) */
        readonly isUnsure?: boolean;
        /** The user refused it or broke it off: it says only that nothing comes of it. (Default: no) */
        readonly isRefused?: boolean;
        /** The client numbers its calls. (Default: no) */
        readonly isNumbered?: boolean;
        /** The top of the repository that the directory is in. (Default: not known) */
        readonly top?: string | null;
      } & HookToolCall)
    | { readonly kind: 'pre-compact' }
    | {
        readonly kind: 'sub-agent-start';
        /** What kind of sub-agent it is. (Default: not said) */
        readonly agentType?: string;
      }
    | {
        readonly kind: 'sub-agent-stop';
        readonly text: string | null;
        /** The prompt that it answers. (Default: not known) */
        readonly promptId?: string | null;
      }
    | {
        readonly kind: 'turn-end';
        /** What the agent told its user; null = the event does not say. */
        readonly text: string | null;
        /** Where the client writes it, when the event does not say. */
        readonly transcript?: AwaitedTranscript;
        /** The prompt that it answers. (Default: not known) */
        readonly promptId?: string | null;
      }
    | { readonly kind: 'session-end'; readonly reason: string | null }
    | { readonly kind: 'ignored' }
  );

export type HookEventKind = HookEvent['kind'];

export type HookEventOf<Kind extends HookEventKind> = Extract<HookEvent, { readonly kind: Kind }>;

/** What the hook service has for the agent, before a client's form. */
export interface HookAnswer {
  /** Blocks, each in its envelope, best first. */
  readonly blocks: readonly string[];
  /** The deliveries that brought them. (Default: not told) */
  readonly deliveryIds?: readonly string[];
  /** The prompt was for Inkling: it does not reach the model, and the user reads this. null = an ordinary prompt. */
  readonly notice: string | null;
  /** What the summariser should know; one line without quotation marks. null = nothing. */
  readonly summaryAdvice: string | null;
}

/** Nothing for the agent. */
export const NO_ANSWER: HookAnswer = { blocks: [], notice: null, summaryAdvice: null };

/** A hook's output as the client reads it from the command's standard output, or from the body of the response. */
export type HookOutput = Readonly<Record<string, unknown>>;

/**
 * One agent's client: how its hooks are read and answered. Both functions are pure and total: any JSON is read, and what cannot be meant is
 * `ignored`; an event that takes no text is answered `{}`.
 */
export interface AgentClient {
  /** Longest text that an event may carry before the client cuts it or puts it aside. */
  readonly maxContextCharacters: number;
  /** The events whose text reaches the model. Blocks wait for one of them. */
  readonly takesContext: ReadonlySet<HookEventKind>;
  /** Nothing is told behind a compaction: a new epoch begins before it. (Default: no) */
  readonly saysNothingAfterCompaction?: boolean;
  /** Nothing is told before or behind a compaction: the transcript shows that the history was written anew. (Default: no) */
  readonly showsCompactionInTranscript?: boolean;
  readEvent(payload: unknown): HookEvent;
  /** An empty object where there is nothing to say. */
  renderAnswer(event: HookEvent, answer: HookAnswer): HookOutput;
}

/**
 * Blocks one below the other, as many as a client takes whole. One that does not fit is left out, never cut: half a block has no end mark,
 * and a client that cuts by itself shows the model a path instead of the notes.
 */
function fitBlocks(blocks: readonly string[], maxCharacters: number): string {
  let text = '';
  for (const block of blocks) {
    const longer = text === '' ? block : `${text}\n\n${block}`;
    if (longer.length <= maxCharacters) text = longer;
  }
  return text;
}

/** Whether text reaches the model with this event. */
export function carriesContext(client: AgentClient, { kind, dropsContext = false }: HookEvent): boolean {
  return client.takesContext.has(kind) && !dropsContext;
}

/** The text that an event's answer carries; '' when there is none, or the client takes none with this event. */
export function contextFor(client: AgentClient, event: HookEvent, { blocks }: Pick<HookAnswer, 'blocks'>): string {
  return carriesContext(client, event) ? fitBlocks(blocks, client.maxContextCharacters) : '';
}

/** That text in Claude Code's form, which others have taken over. */
export function hookOutput({ hookName }: HookEvent, additionalContext: string): HookOutput {
  return additionalContext === '' ? {} : { hookSpecificOutput: { hookEventName: hookName, additionalContext } };
}

/** A client's hook payload, or any part of it, as it came. */
export type Payload = Readonly<Record<string, unknown>>;

/** A longer id is none that a store takes, and none that a client makes. */
const ID_MAX_CHARACTERS = 200;

/** The first of the fields that is a text with something in it. */
export function textIn(payload: Payload, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fieldIn(payload, name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** A field, whatever it is; undefined when it is not there. Inherited names are no fields. */
export function fieldIn(payload: Payload, name: string): unknown {
  return Object.hasOwn(payload, name) ? payload[name] : undefined;
}

/** An id among the fields: a text that can be stored and put into a path. */
export function idIn(payload: Payload, ...names: readonly string[]): string | null {
  const text = textIn(payload, ...names);
  return text !== null && text.length <= ID_MAX_CHARACTERS && !/[\p{Cc}\p{Surrogate}]/u.test(text) ? text : null;
}

/** The tool call that a payload tells of; null when it names no tool. `idNames`: the fields that may number it. */
export function toolCallIn(payload: Payload, ...idNames: readonly string[]): HookToolCall | null {
  const toolName = textIn(payload, 'tool_name');
  if (toolName === null) return null;
  return { toolName, toolInput: fieldIn(payload, 'tool_input'), callId: idIn(payload, ...idNames) };
}

/** Where an event comes from, when it names a session; the fields that most clients have in common. */
export function originOf(payload: Payload): HookOrigin {
  const sessionId = idIn(payload, 'session_id', 'sessionId') ?? '';
  const subAgentId = idIn(payload, 'agent_id', 'agentId');
  // Sessions are stored under these names: one that is a secret names none, and its event is passed over.
  const isSecret = [sessionId, subAgentId ?? ''].some((id) => secretKind(id) !== null);
  return {
    sessionId: isSecret ? '' : sessionId,
    subAgentId,
    directory: textIn(payload, 'cwd'),
    hookName: idIn(payload, 'hook_event_name', 'hookEventName') ?? '',
  };
}
