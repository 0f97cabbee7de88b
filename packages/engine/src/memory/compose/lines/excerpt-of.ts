import { cuesIn, splitSentences } from '../../../base/text/sentences.ts';
import { chooseLines, type WeighedSentence } from '../choose-lines.ts';
import { LINE_WEIGHTS } from './line-format.ts';
import { EXCERPT_MAX_CHARACTERS, sanitizeExcerpt } from './sanitize-excerpt.ts';

/** Between sentences that do not stand together. */
const GAP = ' … ';

/**
 * The part of a statement that a line shows: its beginning, which says what it is, and of the rest the sentences that answer the question or
 * decide something, whole and in their order. A text without sentences is cut as {@link sanitizeExcerpt} cuts. At most `maxCharacters`
 * UTF-16 units (default 300), safe for a block. Never fails.
 */
export function excerptOf(content: string, question = '', maxCharacters: number = EXCERPT_MAX_CHARACTERS): string {
  const whole = sanitizeExcerpt(content, content.length);
  if (whole.length <= maxCharacters) return whole;
  const [head = '', ...rest] = splitSentences(content).map((text) => sanitizeExcerpt(text, text.length));
  if (head === '' || head.length > maxCharacters) return sanitizeExcerpt(whole, maxCharacters);
  const sentences = weighSentences(rest, question);
  const chosen = chooseLines(sentences, (more) => joined(head, more).length <= maxCharacters);
  if (chosen.length === 0) return sanitizeExcerpt(whole, maxCharacters);
  // Once more as a whole: two sentences that mean nothing alone can spell a marker together.
  return sanitizeExcerpt(joined(head, chosen), maxCharacters);
}

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

/** A head without a full stop is a title: the sentence behind it begins behind a colon. */
function joined(head: string, sentences: readonly WeighedSentence[]): string {
  let text = head;
  let place = -1;
  for (const sentence of sentences) {
    const isNext = sentence.place === place + 1;
    text += isNext ? `${place === -1 && !/[.!?:;]$/u.test(head) ? ':' : ''} ${sentence.text}` : GAP + sentence.text;
    place = sentence.place;
  }
  return text;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}_]{3,}|\d+/gu) ?? []).map((word) => word.replace(/(?:ing|ed|es|s)$/u, '')),
  );
}
