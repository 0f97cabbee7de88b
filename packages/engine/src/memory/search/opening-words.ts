import type { SearchQuery } from './search.ts';
import type { SearchSettings } from './search-settings.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * How much more the word at a place (1 = first) of the query's text counts: 1 + openingWords ÷ place. A title names its subject first
 * ("parser: keep comments"). A text that begins with a stop word is a question or a sentence, whose subject may stand anywhere;
 * and where files are hinted, they say what it is about.
 */
export function openingEmphasis(
  { openingWords }: SearchSettings,
  { text, paths = [] }: SearchQuery,
): (place: number) => number {
  const isTitle = paths.length === 0 && !STOP_WORDS.has(firstWordOf(text));
  return isTitle ? (place) => 1 + openingWords / place : () => 1;
}

function firstWordOf(text: string): string {
  return text.match(/[\p{L}\p{N}]+/u)?.[0].toLowerCase() ?? '';
}
