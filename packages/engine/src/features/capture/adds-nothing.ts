/** Words that turn a sentence round: one more or one less of them is another statement. */
const POLARITY = new Set(
  'not no never none neither nor without only always must may cannot cant dont doesnt wont isnt arent instead unless except stop avoid'.split(
    ' ',
  ),
);
const FILLERS = new Set(
  'a an the please that to of in on for and we you our is are be it this with by as at'.split(' '),
);

const FEWEST_WORDS = 3;
/** What is left of a word where a part of the text was taken out. */
const LONGEST_PIECE = 2;
/** An observation has 8 KiB. */
const MOST_WORDS = 1_500;

/**
 * Whether a text says what another one says already: its words stand there in the same order, and none of what it leaves out turns it round.
 * A text that was cut out of another begins or ends within a word. One word in place of another is another statement, "on Wednesdays" for "on
 * Tuesdays", and so are the same words in another order, "X instead of Y" for "Y instead of X".
 */
export function addsNothing(text: string, known: string): boolean {
  const words = wordsOf(text);
  if (words.length < FEWEST_WORDS) return words.length > 0 && text.trim() === known.trim();
  const there = wordsOf(known);
  const places = placesIn(there, words);
  return places !== null && sameTurns(words, there, places);
}

/** Where words stand in others, in their order; null when they do not. */
function placesIn(there: readonly string[], words: readonly string[]): readonly number[] | null {
  const places: number[] = [];
  for (const [index, word] of words.entries()) {
    // A number is no part of another.
    const isPart = !/\d/u.test(word);
    const mayBeEnd = isPart && (index === 0 || word.length <= LONGEST_PIECE);
    const mayBeBeginning = isPart && index === words.length - 1;
    const isSaid = (other: string): boolean =>
      other === word || (mayBeEnd && other.endsWith(word)) || (mayBeBeginning && other.startsWith(word));
    const from = (places.at(-1) ?? -1) + 1;
    const place = there.findIndex((other, at) => at >= from && isSaid(other));
    if (place < 0) return null;
    places.push(place);
  }
  return places;
}

/** Nothing that turns a sentence round stands between the words that both have. */
function sameTurns(words: readonly string[], there: readonly string[], places: readonly number[]): boolean {
  const [first, last] = [places[0] ?? 0, places.at(-1) ?? 0];
  // The word before counts too: "never use X" says the opposite of "use X".
  const passage = there.slice(Math.max(0, first - 1), last + 1).filter((word) => POLARITY.has(word));
  return passage.length === words.filter((word) => POLARITY.has(word)).length;
}

/** Who says "no," or "from now on" before a sentence says the sentence. */
const LEADS =
  /^(?:[\s>*"'`-]*(?:(?:no|nope|yes|ok|okay|wait|stop|actually|wrong|right)\s*[,.:;!–—-]|(?:from now on|going forward|remember(?: that)?|note(?: that)?|keep in mind(?: that)?|please|also|and|so)\b[,:–—-]*)\s*)+/iu;

/** The lines that were read last: each text is compared with all lines that its session was given. */
let read = new Map<string, readonly string[]>();
const MOST_READ = 2_000;
const LONGEST_READ = 1_000;

function wordsOf(text: string): readonly string[] {
  const known = read.get(text);
  if (known !== undefined) return known;
  const words = readWords(text);
  if (read.size >= MOST_READ) read = new Map();
  if (text.length <= LONGEST_READ) read.set(text, words);
  return words;
}

function readWords(text: string): string[] {
  const words =
    text
      .replace(LEADS, '')
      .toLowerCase()
      .replaceAll(/['’]/gu, '')
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word)).slice(0, MOST_WORDS);
}
