import { addToList } from '../../base/lists.ts';
import { splitSentences } from '../../base/text/sentences.ts';

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
  const places = placesOf(given);
  const shared = new Uint16Array(given.length);
  for (const word of words) {
    for (const at of places.get(word) ?? []) {
      shared[at]! += 1;
      if (shared[at]! / words.size >= SAME_WORDS) return true;
    }
  }
  return false;
}

/** Whether a line may say word for word what a given line says: quick to ask, and never no where it does. */
export function mayRepeat(line: string, given: readonly string[]): boolean {
  return contentWords(line).size < FEWEST_WORDS ? given.length > 0 : echoes(line, given);
}

/** The lines that each word stands in. */
type Places = ReadonlyMap<string, readonly number[]>;

/** A session of 60 turns is compared with thousands of lines, sentence by sentence: reading them again each time took seconds. */
const placesByLines = new WeakMap<readonly string[], { readonly places: Places; readonly length: number }>();

function placesOf(lines: readonly string[]): Places {
  const read = placesByLines.get(lines);
  if (read?.length === lines.length) return read.places;
  const places = new Map<string, number[]>();
  lines.forEach((text, at) => {
    for (const word of contentWords(text)) {
      addToList(places, word, at);
    }
  });
  placesByLines.set(lines, { places, length: lines.length });
  return places;
}

/**
 * The lines without the sentences that say again what one of the given lines says. What is left around them ("Nothing else changes.") goes too
 * when it says too little by itself. A sentence with words that the user `brought` is none: a rule that is amended repeats most of the old one.
 */
export function withoutEchoes(
  lines: readonly string[],
  given: readonly string[],
  brought: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (given.length === 0) return lines;
  const told = lines.map(splitSentences);
  const isOld = (sentence: string): boolean => echoes(sentence, given) && !isBrought(sentence, brought);
  const kept = told.map((sentences) => sentences.filter((sentence) => !isOld(sentence)));
  const isRetold = kept.some((sentences, at) => sentences.length < told[at]!.length);
  if (!isRetold) return lines;
  return kept
    .map((sentences) => sentences.filter((sentence) => contentWords(sentence).size >= FEWEST_WORDS).join(' '))
    .filter((line) => line !== '');
}

/** The words of what a user said that no given line has. */
export function broughtWords(texts: readonly string[], given: readonly string[]): ReadonlySet<string> {
  const known = placesOf(given);
  return new Set(texts.flatMap((text) => [...contentWords(text)]).filter((word) => !known.has(word)));
}

/** One new word may be how it is put. */
const FEWEST_BROUGHT = 2;

function isBrought(sentence: string, brought: ReadonlySet<string>): boolean {
  if (brought.size === 0) return false;
  return [...contentWords(sentence)].filter((word) => brought.has(word)).length >= FEWEST_BROUGHT;
}

/** The words of a text that say something, without their endings. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{3,}|\d+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|s)$/u, '')).filter((word) => !FRAMES.has(word)));
}
