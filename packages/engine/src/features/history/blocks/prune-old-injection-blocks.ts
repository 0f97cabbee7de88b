import { removeInjectionBlocks } from './injection-block.ts';
import { countInjectionBlocks, mayCarryBlock, type BlockOptions } from './is-injection-block.ts';
import { rewriteTexts } from '../rewrite-texts.ts';

/** How blocks are pruned. */
export interface PruneOptions extends BlockOptions {
  /** Places to leave for blocks that come next: 1 before an injection, 0 at a compaction. (Default: 1) */
  readonly room?: number;
}

/**
 * The history without its oldest blocks, so that with `room` more there are at most `maxKeep`; 0 removes all of them. The order stays, and
 * so does every message without a block, as the same object. A message that has more to it than blocks stays without them, and a
 * tool's answer always stays. Source: seed "Memory Injection Persistence Model", purge logic.
 */
export function pruneOldInjectionBlocks<M>(
  history: readonly M[],
  maxKeep: number,
  { nonce, room = 1 }: PruneOptions = {},
): M[] {
  const carriers = findCarriers(history, nonce === undefined ? {} : { nonce });
  const all = carriers.reduce((sum, { count }) => sum + count, 0);
  const cap = Math.max(0, Math.floor(maxKeep) || 0);
  let excess = all - Math.max(0, cap - room);
  if (excess <= 0) return [...history];
  const left: (M | typeof GONE)[] = [...history];
  for (const { at, count } of carriers) {
    if (excess <= 0) break;
    left[at] = withoutFirst(history[at]!, Math.min(count, excess), nonce) ?? GONE;
    excess -= count;
  }
  return left.filter((message): message is M => message !== GONE);
}

const GONE: unique symbol = Symbol('a message that was all blocks');

interface Carrier {
  readonly at: number;
  readonly count: number;
}

/** The messages that carry blocks. This loop sees every message of a history before every request. */
function findCarriers(history: readonly unknown[], options: BlockOptions): readonly Carrier[] {
  const carriers: Carrier[] = [];
  for (let at = 0; at < history.length; at += 1) {
    const count = countInjectionBlocks(history[at], options);
    if (count > 0) carriers.push({ at, count });
  }
  return carriers;
}

/** The history without any block: for what is stored, and for a branch that decides what to remember. */
export function withoutInjectionBlocks<M>(history: readonly M[], options: BlockOptions = {}): M[] {
  return pruneOldInjectionBlocks(history, 0, options);
}

function withoutFirst<M>(message: M, most: number, nonce: string | undefined): M | null {
  let left = most;
  return rewriteTexts(message, (text, place) => {
    if (left <= 0 || !mayCarryBlock(place, nonce)) return text;
    const before = left;
    left -= Math.min(left, blocksIn(text, nonce));
    return removeInjectionBlocks(text, nonce, before);
  });
}

function blocksIn(text: string, nonce: string | undefined): number {
  return countInjectionBlocks(text, nonce === undefined ? {} : { nonce });
}
