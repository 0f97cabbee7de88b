/**
 * Removes what a reader would not see: terminal escapes, control characters, bidi overrides, zero-width runs,
 * tag characters and stacked marks. Works by an allow-list: every default-ignorable code point goes unless it
 * stands where a script or an emoji needs it, so the next invisible character that Unicode adds goes as well.
 */

const ESC = String.fromCodePoint(0x1b);
const BEL = String.fromCodePoint(0x07);
const CSI = String.fromCodePoint(0x9b);

// Whole sequences, not only the escape character: "[31m" left behind would be noise, and an OSC payload is text
// that a terminal hides. An unterminated OSC keeps its text; its escape character falls to SEPARATORS.
const TERMINAL_ESCAPES = new RegExp(
  `(?:${ESC}\\[|${CSI})[0-?]*[ -/]*[@-~]|${ESC}\\][^${ESC}${BEL}]*(?:${BEL}|${ESC}\\\\)|${ESC}[ -/]*[0-Z^-~]`,
  'gu',
);

const UNPAIRED_SURROGATES = /\p{Surrogate}/gu;

// Every line break that any renderer knows (LF, CR, VT, FF, NEL, U+2028, U+2029, FS…US) is a control or a
// separator, and so is every kind of blank; the braille blank alone is classed as a symbol.
const SEPARATORS = /[\p{Control}\p{Separator}\u2800]+/gu;

// The three flags that are written with tag characters: England, Scotland, Wales. Any other tag is a hidden letter.
const TAG_FLAG =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}';
const KEYCAP = '[0-9#*]\\u{FE0F}?\\u{20E3}';
// One variation selector a symbol, and joiners only between two symbols. The longest emoji of Unicode 16 has
// three joiners; eight leave room and keep a chain far below the length of an excerpt.
const EMOJI =
  '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\u{FE0E}\\u{FE0F}])?(?:\\u{200D}\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\u{FE0F})?){0,8}';
// Scripts whose spelling needs the zero-width joiner or non-joiner: one, and only after one of their letters.
const JOINING_SCRIPTS =
  'Arab Syrc Mong Nkoo Mand Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Thaa Phag'.replaceAll(
    /\w+ ?/g,
    (script) => `\\p{scx=${script.trim()}}`,
  );
const NEEDED_JOINER = `(?<=[${JOINING_SCRIPTS}])(?<!\\p{Default_Ignorable_Code_Point})[\\u{200C}\\u{200D}]`;

const KEPT_OR_IGNORABLE = new RegExp(
  `(${TAG_FLAG}|${KEYCAP}|${EMOJI}|${NEEDED_JOINER})|[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\u{FFF9}-\\u{FFFB}]`,
  'gu',
);

// Four marks on one letter is what the most laden living spelling needs (Hebrew with cantillation); Zalgo text has dozens.
const STACKED_MARKS = /([\p{Mark}\u200c\u200d]{4})[\p{Mark}\u200c\u200d]+/gu;

/**
 * The visible text of an untrusted string, on one line: no control character, no line break of any kind, no invisible
 * character that a script or an emoji does not need, at most four marks in a row, unpaired surrogates as U+FFFD,
 * blanks collapsed and trimmed. Never fails. Source: contract 14.
 */
export function stripHiddenText(text: string): string {
  return text
    .replace(UNPAIRED_SURROGATES, '\uFFFD')
    .replace(TERMINAL_ESCAPES, '')
    .replace(SEPARATORS, ' ')
    .replace(KEPT_OR_IGNORABLE, (_match, kept: string | undefined) => kept ?? '')
    .replace(STACKED_MARKS, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(/^[\p{Mark}\s\u200c\u200d]+/u, '');
}
