import { sanitizeExcerpt } from './sanitize-excerpt.ts';

const ENDING = ' …';

/**
 * The beginning of a safe text, ended at a sentence where one ends in its second half, else at a word with an ellipsis; at most `maxCharacters`
 * UTF-16 units. A text without blanks is cut between graphemes. Never fails.
 */
export function cutAtWord(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const cut = sanitizeExcerpt(text, maxCharacters - ENDING.length);
  const sentence = /^[\s\S]*[.!?。！？](?=\s)/u.exec(`${cut} `)?.[0] ?? '';
  if (sentence.length > maxCharacters / 2) return sentence;
  const words = /\s/u.test(text.charAt(cut.length)) ? cut : cut.replace(/\s+\S*$/u, '');
  return words.length > maxCharacters / 2 ? words.replace(/[\s,;:([-]+$/u, '') + ENDING : `${cut}…`;
}
