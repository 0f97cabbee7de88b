import { stripVTControlCharacters } from 'node:util';

// Control characters, and the marks that turn the direction of text.
const HIDDEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Text from memory as it may be printed: nothing in it moves the cursor, sets a colour or title, hides text or turns it around.
 * Line feeds and tabs stay.
 */
export function printableText(text: string): string {
  return stripVTControlCharacters(text).replace(HIDDEN, (mark) => (mark === '\n' || mark === '\t' ? mark : ''));
}

/** As {@link printableText}, on one line and at most `characters` long. */
export function printableLine(text: string, characters: number): string {
  const line = printableText(text).replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= characters
    ? line
    : `${letters
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`;
}

// JSON escapes C0 by itself; these it prints as they are, and some terminals act on them.
const UNESCAPED = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** JSON on one line that is safe to print and parses back to the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNESCAPED, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What an error says, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
