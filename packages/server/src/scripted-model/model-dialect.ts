import { recordsOf, textOf } from '../base/record.ts';

/** A JSON object, seen from outside: nothing about its fields is known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** One answer on the wire. */
export interface WireAnswer {
  readonly contentType: 'application/json' | 'text/event-stream';
  readonly body: string;
}

/** How one family of clients speaks to a model. */
export interface ModelDialect {
  /** Whether a POST to this path, without its query, asks the model. */
  asks(path: string): boolean;
  read(body: JsonRecord, path: string): ModelRequest;
  write(reply: ModelReply, request: ModelRequest): WireAnswer;
}

/** Tokens that every answer says it has. */
export const OUTPUT_TOKENS = 10;

/** An answer in one piece. */
export function jsonAnswer(value: unknown): WireAnswer {
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

/** An answer as server-sent events; one that has a `type` is named by it. */
export function eventAnswer(events: readonly unknown[], end = ''): WireAnswer {
  const frames = events.map((event) => {
    const named =
      typeof event === 'object' && event !== null && 'type' in event ? `event: ${String(event.type)}\n` : '';
    return `${named}data: ${JSON.stringify(event)}\n\n`;
  });
  return { contentType: 'text/event-stream', body: `${frames.join('')}${end}` };
}

/** The text of a content that is a text or a list of parts with a `text` each. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsOf(content)
    .map((part) => textOf(part['text']))
    .join('\n');
}

/** Who speaks, as the request says it; `model` and `function` are told as `assistant` and `tool`. */
type ModelRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** One part of what a client sent to the model, whatever the dialect. */
export interface ModelPart {
  /** The message that it stands in, counted from 0; what is sent beside the messages stands in -1. */
  readonly message: number;
  readonly role: ModelRole;
  readonly kind: 'text' | 'call' | 'result';
  /** The text; of a call its input as JSON. */
  readonly text: string;
  /** Of a call: the tool. */
  readonly tool?: string;
}

/** What a client asked the model for. */
export interface ModelRequest {
  /** In the request's order. */
  readonly parts: readonly ModelPart[];
  /** Names of the tools that the model may call. Requests on the side (a title, a check) declare none. */
  readonly tools: readonly string[];
  readonly model: string;
  readonly stream: boolean;
  /** The answer is to be JSON. */
  readonly wantsJson: boolean;
}

const ROLES: Readonly<Record<string, ModelRole>> = {
  system: 'system',
  developer: 'developer',
  assistant: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** The role under its one name; whatever is unknown speaks for the user. */
export function modelRole(role: unknown): ModelRole {
  return (typeof role === 'string' && Object.hasOwn(ROLES, role) ? ROLES[role] : undefined) ?? 'user';
}

/** A call of a tool that some clients have. */
export interface ScriptedCall {
  readonly tool: string;
  /** What the client declares in its place: a tool that finds tools. (Default: the tool itself) */
  readonly declaredAs?: string;
  /** An object of fields; a text for tools that take free text (`apply_patch` of Codex). */
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** What the scripted model does in one answer: it calls the first tool of a list that the client has, or speaks, by what it was sent. */
export type ScriptStep =
  | { readonly call: readonly ScriptedCall[] }
  | { readonly say: string | ((request: ModelRequest) => string) };

/**
 * An answer of the model. The id is another for each place in the script: clients take answers of one id for parts of one. `inputTokens`: what it
 * says that the request had.
 */
export type ModelReply = { readonly id: string; readonly inputTokens: number } & (
  | { readonly kind: 'call'; readonly call: ScriptedCall }
  | { readonly kind: 'text'; readonly text: string }
);

/** So few that no client compacts. */
const FEW_TOKENS = 100;

/** Every text of a script's step ends like this, so that its place in the script can be read off a conversation. */
const MARK = '[scripted]';

/**
 * The answer to a request. The place in the script is read off the conversation in the request, not counted: clients repeat requests, send
 * some on the side, and resume conversations. A step that the client has no tool for says so and goes on with the next.
 */
export function replyTo(
  request: ModelRequest,
  steps: readonly ScriptStep[],
  inputTokens: number = FEW_TOKENS,
): ModelReply {
  if (request.tools.length === 0) return { id: 'scripted_side', inputTokens, kind: 'text', text: sideAnswer(request) };
  const place = stepsTaken(request);
  const common = { id: `scripted_${place}`, inputTokens };
  const step = steps[place] ?? { say: 'Nothing is left to do.' };
  if ('say' in step) {
    const said = typeof step.say === 'string' ? step.say : step.say(request);
    return { ...common, kind: 'text', text: `${said} ${MARK}` };
  }
  const call = step.call.find(({ tool, declaredAs = tool }) => request.tools.includes(declaredAs));
  if (call) return { ...common, kind: 'call', call };
  const wanted = step.call.map(({ tool }) => tool).join(', ');
  return { ...common, kind: 'text', text: `No tool of the client is one of: ${wanted}. ${MARK}` };
}

function stepsTaken({ parts }: ModelRequest): number {
  return parts.filter(({ role, kind, text }) => kind === 'call' || (role === 'assistant' && text.includes(MARK)))
    .length;
}

/** Gemini CLI asks on the side who speaks next; every client takes a few words for a title. */
function sideAnswer({ wantsJson }: ModelRequest): string {
  return wantsJson ? JSON.stringify({ reasoning: 'The script is done.', next_speaker: 'user' }) : 'Scripted title';
}
