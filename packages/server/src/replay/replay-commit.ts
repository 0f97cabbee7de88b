import type { ObservationInput } from '@inkling/engine';

/** One commit of a history that is replayed. */
export interface ReplayCommit {
  /** Its place in the history, from 0, the oldest. What is earlier has a lower one. */
  readonly position: number;
  readonly hash: string;
  readonly subject: string;
  /**
   * The files it touched, as git lists them. Empty for a commit over {@link MAX_TOUCHED_FILES}: it stays in memory, but it is
   * neither asked about nor counted as right.
   */
  readonly paths: readonly string[];
  /** What memory holds of it: what an import of this history would have stored. */
  readonly observation: ObservationInput;
}

/** A commit that touches more files (a reformat, a vendored tree) shares one with everything and says little about any. */
export const MAX_TOUCHED_FILES = 200;

const POSITION_DIGITS = 12;

/**
 * The id under which a replayed commit is remembered: a UUIDv7 of its date whose random part is its position. Random bits would
 * break ties between equally good rows in another way at each run, and the same history could give other figures.
 */
export function observationIdAt(position: number, createdAtMs: number): string {
  const time = Math.max(0, Math.floor(createdAtMs)).toString(16).padStart(12, '0').slice(-12);
  const tail = position.toString(16).padStart(POSITION_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`;
}

/** The position that {@link observationIdAt} put into an id. */
export function positionOf(observationId: string): number {
  return Number.parseInt(observationId.slice(-POSITION_DIGITS), 16);
}
