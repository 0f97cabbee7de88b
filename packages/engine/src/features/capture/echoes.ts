import { splitSentences } from '../../base/sentences.ts';

/** Below this a line says too little to be told from another. */
const FEWEST_WORDS = 4;

/** An agent that retells what it was given brings words of its own. */
const SAME_WORDS = 0.55;

/** How it is introduced, "According to our notes from earlier sessions … so I will follow that", and what any sentence is built with. */
const FRAMES: ReadonlySet<string> = new Set(
  'understood accord earlier session previous note memory remember recall follow keep know that this with from will have been since also what when which would should the and for are was ha had these those where who could must may can its our you your they them their than then rather because into onto not only but any all one per'.split(
    ' ',
  ),
);

/** Whether a line says again, in these or in other words, what one of the given lines says: most of its content words stand there. */
export function echoes(line: string, given: readonly string[]): boolean {
  if (given.length === 0) return false;
  const words = contentWords(line);
  if (words.size < FEWEST_WORDS) return false;
  return given.some((text) => {
    const there = contentWords(text);
    let shared = 0;
    for (const word of words) if (there.has(word)) shared += 1;
    return shared / words.size >= SAME_WORDS;
  });
}

/**
 * The lines without the sentences that say again what one of the given lines says. What is left around them ("Nothing else changes.") goes too
 * when it says too little by itself.
 */
export function withoutEchoes(lines: readonly string[], given: readonly string[]): readonly string[] {
  if (given.length === 0) return lines;
  const told = lines.map(splitSentences);
  const kept = told.map((sentences) => sentences.filter((sentence) => !echoes(sentence, given)));
  const isRetold = kept.some((sentences, at) => sentences.length < told[at]!.length);
  if (!isRetold) return lines;
  return kept
    .map((sentences) => sentences.filter((sentence) => contentWords(sentence).size >= FEWEST_WORDS).join(' '))
    .filter((line) => line !== '');
}

function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{3,}|\d+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|s)$/u, '')).filter((word) => !FRAMES.has(word)));
}
