import type { ModelRequest } from './model-request.ts';

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
