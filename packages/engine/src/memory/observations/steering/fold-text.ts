import { unescapeText } from '../redact/unescape-text.ts';

/** Letters of other scripts, small capitals and signs of phonetics, and the Latin letters below them that they look like. */
const LOOK_ALIKES = new Map(
  (
    [
      // Cyrillic
      ['авеёзкмнопрстухыѕіїјһӏѵԁԛԝгґиљ', 'abee3kmhonpctyxbsiijhlvdqwrrun'],
      // Greek, with the capitals that look like another letter than the small ones
      ['ΗΝΡΧΥαβεηικνορτυχωϲζ', 'hnpxyabenikvoptuxwcz'],
      // Armenian
      ['աբգդզիլհյնոպսւփքօցղռՏ', 'aqqnqhlhjunuuuhpognns'],
      // Cherokee
      ['ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ', 'drtiajewmhygz4brtsvslcpkdb'],
      ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩıɾɭ', 'abcdefghijklmnoprstuvwyzagiirl'],
    ] as const
  ).flatMap(([signs, letters]) => [...signs].map((sign, index) => [sign, letters[index] ?? sign] as const)),
);
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

const OTHER = String.raw`\u0131\u0250-\u02AF\u0370-\u058F\u13A0-\u13FF\u1D00-\u1D7F\uA730-\uA7FF`;
/** A word with letters of two scripts: nobody writes one who wants to be read. */
const MIXED = new RegExp(`[A-Za-z][${OTHER}]|[${OTHER}][A-Za-z]`, 'u');
const FOREIGN = new RegExp(`[${OTHER}]`, 'gu');
/** `1gn0re`: digits between letters, in words of four and more. */
const LEET =
  /(?<![\w@$])(?=[a-z@$]{0,20}[013457@$][a-z])(?=(?:[013457@$]{0,20}[a-z]){2})[a-z013457@$]{4,20}(?![\w@$])/gi;
/** `i g n o r e`, `i.g.n.o.r.e`: single letters with one and the same mark between them. */
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:([ ._*-])\p{L}(?:\1\p{L}){1,30})(?![\p{L}\p{N}])/gu;
/** `ignore_all_rules`: also the names of code, which then read as words. */
const SNAKE = /\b[a-z]{2,30}(?:_[a-z]{1,30}){2,30}\b/gi;
const MARKED = /[\u00C0-\u024F\u1E00-\u1EFF]/gu;
const BASE64 = /[A-Za-z0-9+/]{24,2048}={0,2}/g;
const HEX = /(?<![\da-f])(?:[\da-f]{2}\s?){12,2048}(?![\da-f])/gi;
const NOT_PLAIN = /[^\x20-\x7E\s]/;

// Most texts have none of these: asked so, they cost a tenth.
const MAY_BE_SPACED = /(?:[ ._*-][^\s\d._*-]){4}/u;
const MAY_BE_LEET = /[a-z@$][013457@$][a-z@$]|(?<![\w])[013457@$][a-z]/i;
/** What is not shown, or is shown as nothing: zero-width characters, soft hyphens, tags, choices of a glyph. */
const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;

/** The ways in which a text may be read: with what is hidden in it left out or as gaps, folded, and what it spells in another way. Each once. */
export function readingsOf(text: string): ReadonlySet<string> {
  // A capital that has no small letter without a mark.
  const normal = text.normalize('NFKC').replaceAll('İ', 'i');
  const plain = normal.replaceAll(HIDDEN, '');
  const readings = new Set([plain, foldText(plain)]);
  if (plain !== normal) readings.add(foldText(normal.replaceAll(HIDDEN, ' ')));
  for (const spelled of spelledIn(plain)) if (spelled.includes(' ') && !NOT_PLAIN.test(spelled)) readings.add(spelled);
  return readings;
}

/** What is written in base64 or hex, with a program's escapes, or turned by thirteen letters where the text says so. */
function* spelledIn(text: string): Generator<string> {
  for (const run of text.match(BASE64) ?? []) yield Buffer.from(run, 'base64').toString('latin1');
  for (const run of text.match(HEX) ?? []) yield Buffer.from(run.replaceAll(/\s/g, ''), 'hex').toString('latin1');
  const unescaped = unescapeText(text);
  if (unescaped) yield unescaped.text;
  if (/rot-?13/i.test(text)) yield text.replaceAll(/[a-z]/gi, turned);
}

function turned(letter: string): string {
  const code = letter.charCodeAt(0);
  return String.fromCharCode(code + ((code | 32) < 'n'.charCodeAt(0) ? 13 : -13));
}

/** A text as it reads: what is written to be read by a model and not by a filter is written plainly. The same text when there is nothing of it. */
function foldText(text: string): string {
  const joined = MAY_BE_SPACED.test(text) ? text.replaceAll(SPACED, (run) => run.replaceAll(/[ ._*-]/g, '')) : text;
  const latin = MIXED.test(joined) ? joined.replaceAll(FOREIGN, latinFor) : joined;
  const bare = latin.replaceAll(MARKED, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, ''));
  const words = bare.includes('_') ? bare.replaceAll(SNAKE, (name) => name.replaceAll('_', ' ')) : bare;
  if (!MAY_BE_LEET.test(words)) return words;
  return words.replaceAll(LEET, (word) => word.replaceAll(/[013457@$]/g, (digit) => DIGITS[digit] ?? digit));
}

function latinFor(letter: string): string {
  return LOOK_ALIKES.get(letter) ?? LOOK_ALIKES.get(letter.toLowerCase()) ?? letter;
}
