import type { FeedCursor } from '../memory/observations/change-feed.ts';

/** What a snapshot says of itself beside its index. */
export interface SnapshotNote {
  /** The scope's key: a file under another scope's name is not taken for it. */
  readonly scope: string;
  /** All changes before it, less the overlap, are in the index. */
  readonly cursor: FeedCursor;
}

export const writeNote = (note: SnapshotNote): string => JSON.stringify(note);

/** Null when it is none. Its checksum was right, so it is either whole or of something else. */
export function parseNote(text: string): SnapshotNote | null {
  const note = parse(text) as Partial<SnapshotNote> | null;
  const isWhole = typeof note?.scope === 'string' && typeof note.cursor?.updatedAt === 'string';
  return isWhole ? (note as SnapshotNote) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
