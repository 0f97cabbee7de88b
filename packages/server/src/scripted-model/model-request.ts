/** Who speaks, as the request says it; `model` and `function` are told as `assistant` and `tool`. */
export type ModelRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

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
