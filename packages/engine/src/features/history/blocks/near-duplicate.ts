/** What is kept of a memory to know it again in other words. Plain data. */
export interface MemoryTrace {
  /** Its vector, when the memory came with one. */
  readonly vector?: readonly number[];
  /** Hashes of its words, at most {@link MOST_WORDS}, sorted. */
  readonly words: readonly number[];
}

/** Enough for statements of some 800 characters; of longer ones a part is compared. */
const MOST_WORDS = 128;

/** 32-bit FNV-1a: spreads well, and needs neither a library nor a call that waits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** What to keep of a memory. */
export function traceOf(text: string, vector?: readonly number[]): MemoryTrace {
  const words = new Set((text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map(hashText));
  // The smallest hashes, not the first words: of two texts with the same words the same ones stay.
  const kept = [...words].sort((a, b) => a - b).slice(0, MOST_WORDS);
  return vector === undefined ? { words: kept } : { vector, words: kept };
}

/** How alike two memories are, 0 to 1: the cosine of their vectors where both have one of the same length, else the share of words in common. */
export function likeness(a: MemoryTrace, b: MemoryTrace): number {
  if (a.vector && b.vector && a.vector.length === b.vector.length) return Math.max(0, cosine(a.vector, b.vector));
  const other = new Set(b.words);
  const common = a.words.filter((word) => other.has(word)).length;
  const all = a.words.length + b.words.length - common;
  return all === 0 ? 0 : common / all;
}

/** Share of the words of a text that another one has, 0 to 1. */
export function containment(part: MemoryTrace, whole: MemoryTrace): number {
  const known = new Set(whole.words);
  return part.words.length === 0 ? 0 : part.words.filter((word) => known.has(word)).length / part.words.length;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (const [at, value] of a.entries()) {
    dot += value * b[at]!;
    lengthA += value * value;
    lengthB += b[at]! * b[at]!;
  }
  return lengthA === 0 || lengthB === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB);
}
