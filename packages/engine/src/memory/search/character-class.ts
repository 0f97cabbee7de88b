/** What a character is to the tokenizer. Plain numbers: the scan looks one up for every character of every text. */
export const OTHER = 0;
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 3;
export const JOINER = 4;
export const CJK = 5;

export type CharacterClass = typeof OTHER | typeof LOWER | typeof UPPER | typeof DIGIT | typeof JOINER | typeof CJK;

const CJK_LETTER = /^(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]$/u;
const UPPER_LETTER = /^[\p{Lu}\p{Lt}]$/u;
const NUMBER = /^\p{N}$/u;
/** Combining marks belong to the word they stand in: without them Indic and Hebrew words fall apart. */
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;

const UNKNOWN = 255;

/** Filled on first sight of each character: 64 KiB once, then one array read instead of four regular expressions. */
const basicPlane = new Uint8Array(0x1_0000).fill(UNKNOWN);

export function characterClass(codePoint: number): CharacterClass {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = basicPlane[codePoint]!;
  if (known !== UNKNOWN) return known as CharacterClass;
  return (basicPlane[codePoint] = classify(codePoint));
}

function classify(codePoint: number): CharacterClass {
  const character = String.fromCodePoint(codePoint);
  if (character === '_' || character === '-') return JOINER;
  if (CJK_LETTER.test(character)) return CJK;
  if (UPPER_LETTER.test(character)) return UPPER;
  if (NUMBER.test(character)) return DIGIT;
  return LETTER_OR_MARK.test(character) ? LOWER : OTHER;
}
