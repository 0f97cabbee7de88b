import { cuesIn } from '../../../base/text/sentences.ts';
import type { WeighedSentence } from '../choose-lines.ts';
import { LINE_WEIGHTS } from './line-format.ts';

/**
 * The sentences of a statement with what each is worth showing: those that answer, those that decide, then any. Of those in `listed` only what
 * answers is worth something.
 */
export function weighSentences(
  sentences: readonly string[],
  question: string,
  listed: ReadonlySet<string> = new Set(),
): WeighedSentence[] {
  const asked = wordsOf(question);
  return sentences.flatMap((text, index) => {
    if (text === '') return [];
    const words = [...wordsOf(text)];
    const shared = words.filter((word) => asked.has(word)).length;
    const overlap = words.length === 0 ? 0 : shared / Math.sqrt(words.length);
    const itself = listed.has(text) ? 0 : LINE_WEIGHTS.any + LINE_WEIGHTS.cue * cuesIn(text);
    return [{ text, place: index, worth: itself + LINE_WEIGHTS.question * overlap }];
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}_]{3,}|\d+/gu) ?? []).map((word) => word.replace(/(?:ing|ed|es|s)$/u, '')),
  );
}
