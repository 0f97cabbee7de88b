/** How many blocks an epoch of a session has had, for how many tool calls. */
export interface Pace {
  calls: number;
  blocks: number;
  /** Files that a block came for. */
  readonly files: Set<string>;
}

/** How good what was found is. */
export interface Evidence {
  /** By how much it is over what the first block needs; below 0 it is not enough. */
  readonly margin: number;
  /** It is about the very lines in hand. */
  readonly isSameLines: boolean;
}

export const createPace = (): Pace => ({ calls: 0, blocks: 0, files: new Set() });

/** From the fourth block on each needs so much more than the one before. */
const RISE = 0.1;
const BLOCKS_BEFORE_RISE = 3;

/** Files that an epoch remembers. */
const MOST_FILES = 1000;

/**
 * Whether an event may get a block. Silence is normal: at most a third of an epoch's calls, the first aside, one block for a file and one more
 * for the very lines that are changed.
 */
export function allowsBlock({ calls, blocks, files }: Pace, file: string | null, evidence: Evidence): boolean {
  if (3 * blocks >= calls) return false;
  if (file !== null && files.has(keyOf(file, evidence))) return false;
  return evidence.margin >= RISE * Math.max(0, blocks - BLOCKS_BEFORE_RISE + 1);
}

/** Counts a block that was given. */
export function noteBlock(pace: Pace, file: string | null, evidence: Evidence): void {
  pace.blocks += 1;
  if (file === null) return;
  pace.files.add(keyOf(file, evidence));
  for (const oldest of pace.files) {
    if (pace.files.size <= MOST_FILES) return;
    pace.files.delete(oldest);
  }
}

const keyOf = (file: string, { isSameLines }: Evidence): string => `${isSameLines ? 'lines' : 'file'} ${file}`;
