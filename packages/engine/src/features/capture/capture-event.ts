/** What a session's events tell capture, in their order. */
export type CaptureEvent = PromptEvent | AnswerEvent | CommandEvent | EditEvent;

interface Occurrence {
  /** ISO-8601 UTC. */
  readonly at: string;
  /** The number of the activity that tells it; null = it is none. */
  readonly seq: number | null;
}

/** What the user wrote. */
export interface PromptEvent extends Occurrence {
  readonly type: 'prompt';
  readonly text: string;
}

/** What the agent told its user: the last message of a turn, without its thoughts and tool calls. */
export interface AnswerEvent extends Occurrence {
  readonly type: 'answer';
  readonly text: string;
}

/** A command that ended. */
export interface CommandEvent extends Occurrence {
  readonly type: 'command';
  readonly command: string;
  readonly kind: 'test' | 'build' | 'check';
  readonly succeeded: boolean;
  /** What it said, as far as it is known. */
  readonly output?: string;
}

/** A file that was changed. */
export interface EditEvent extends Occurrence {
  readonly type: 'edit';
  readonly path: string;
  /** What was replaced by what, when the tool says so. */
  readonly replaced?: { readonly before: string; readonly after: string };
}
