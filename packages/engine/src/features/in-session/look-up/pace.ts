/** How many blocks an epoch of a session has had, for how many tool calls. */
export interface Pace {
  calls: number;
  /** Blocks that came with tool calls. */
  hints: number;
  /** All of them: with its start and with prompts too. */
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
  /** The user asks. (Default: a tool is called) */
  readonly isPrompt?: boolean;
  /** It is only what comes whatever the pace: what was stated of the very file that is edited, or of the same error. (Default: it is not) */
  readonly isUnpaced?: boolean;
}

export const createPace = (): Pace => ({ calls: 0, hints: 0, blocks: 0, files: new Set() });

/**
 * The blocks that stand in a context at most, as `max_injected_blocks_in_history`: hosts that let nobody remove a message get no more of them
 * unasked before they compact.
 */
export const MOST_BLOCKS = 3;

/** What a prompt finds beyond them needs so much more than the block before. */
const RISE = 0.1;

/** Files that an epoch remembers. */
const MOST_FILES = 1000;

/**
 * Whether an event may get a block. Silence is normal: tool calls get what is left of `mostBlocks`, at most every third of them, the first
 * aside, one block for a file and one more for the very lines that are changed. What a user asks, what was stated of the file that is edited, and
 * the same error come beyond that too, and need more each time.
 */
export function allowsBlock(
  { calls, hints, blocks, files }: Pace,
  file: string | null,
  evidence: Evidence,
  mostBlocks: number = MOST_BLOCKS,
): boolean {
  if (evidence.isPrompt || evidence.isUnpaced) return evidence.margin >= RISE * Math.max(0, blocks - mostBlocks + 1);
  if (blocks >= mostBlocks || 3 * hints >= calls) return false;
  if (file !== null && files.has(keyOf(file, evidence))) return false;
  return evidence.margin >= 0;
}

/** Whether anything that could be found for the next call might be shown: else nothing is asked. */
export function mightAllowBlock(pace: Pace, file: string | null, mostBlocks: number): boolean {
  const next = { ...pace, calls: pace.calls + 1 };
  return [true, false].some((isSameLines) => allowsBlock(next, file, { margin: 1, isSameLines }, mostBlocks));
}

/** Counts a block that was given; null = nobody knows for what. */
export function noteBlock(pace: Pace, file: string | null, evidence: Evidence | null): void {
  pace.blocks += 1;
  if (evidence === null || evidence.isPrompt) return;
  pace.hints += 1;
  if (file === null || evidence.isUnpaced) return;
  pace.files.add(keyOf(file, evidence));
  for (const oldest of pace.files) {
    if (pace.files.size <= MOST_FILES) return;
    pace.files.delete(oldest);
  }
}

const keyOf = (file: string, { isSameLines }: Evidence): string => `${isSameLines ? 'lines' : 'file'} ${file}`;
