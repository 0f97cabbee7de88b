import { toolCallEvents, type CaptureEvent, type ToolCallEnd } from '@inkling/engine/capture';
import { isRecord, textOf } from '../../base/record.ts';

export const TRANSCRIPT_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'copilot-cli', 'cursor'] as const;

export type TranscriptAgent = (typeof TRANSCRIPT_AGENTS)[number];

/** One session as its transcript tells it. */
export interface Transcript {
  readonly sessionId: string;
  /** Where the agent worked; null = the transcript does not say. */
  readonly directory: string | null;
  /** What the agent called the session; '' = it has no name. */
  readonly title: string;
  readonly events: readonly CaptureEvent[];
  /** ISO-8601 UTC, of the last record with a time; null = none has one. */
  readonly endedAt: string | null;
}

/** Reads one transcript, record by record. Whatever a record holds, it never fails: formats change from version to version. */
export interface TranscriptReader {
  accept(record: unknown): void;
  finish(): Transcript;
}

/** The text of a message's content: a text, a list of texts or of parts with a `text` that is no thought. '' when there is none. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (isRecord(part) ? (part['thought'] === true ? '' : textOf(part['text'])) : textOf(part)))
    .filter((text) => text !== '')
    .join('\n');
}

/** Tool calls of a transcript that wait for their results. */
export type ToolCalls = ReturnType<typeof createToolCalls>;

// An agent has a handful of calls open at once; a transcript that was cut has more.
const MOST_OPEN = 1_000;

/** Puts calls and results together. */
export function createToolCalls() {
  const open = new Map<string, { readonly name: string; readonly input: unknown }>();
  return {
    called(id: string, name: string, input: unknown): void {
      if (open.size < MOST_OPEN) open.set(id, { name, input });
    },
    /** What the call and its end tell; [] for a result without a call. */
    answered(id: string, result: Required<ToolCallEnd>): CaptureEvent[] {
      const call = open.get(id);
      open.delete(id);
      return call ? toolCallEvents(call.name, call.input, result) : [];
    },
  };
}
