import type { CaptureEvent } from '@inkling/engine/capture';

/** The agents whose transcripts are read. */
export const TRANSCRIPT_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'copilot-cli', 'cursor'] as const;

/** One of {@link TRANSCRIPT_AGENTS}. */
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
