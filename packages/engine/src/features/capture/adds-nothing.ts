/** Words that turn a sentence round: one more or one less of them is another statement. */
const POLARITY = new Set(
  'not no never none neither nor without only always must may cannot cant dont doesnt wont isnt arent instead unless except stop avoid'.split(
    ' ',
  ),
);
const FILLERS = new Set(
  'a an the please that to of in on for and we you our is are be it this with by as at'.split(' '),
);

/** A line that was cut in the middle of a word, or a typing error, is one word in seven. */
const MOST_NEW = 0.15;
const FEWEST_WORDS = 3;
/** An observation has 8 KiB. */
const MOST_WORDS = 1_500;

/**
 * Whether a text says what another one says already: its words stand there in the same order, all but a few, and none of those turns
 * it round. The same words in another order are another statement: "X instead of Y" and "Y instead of X".
 */
export function addsNothing(text: string, known: string): boolean {
  const words = wordsOf(text);
  const there = wordsOf(known);
  if (words.length < FEWEST_WORDS) return words.length > 0 && text.trim() === known.trim();
  const mostNew = Math.floor(words.length * MOST_NEW);
  // Most pairs of texts share few words, which is quick to see; their order is not.
  if (countOthers(words, new Set(there)) > mostNew) return false;
  const kept = longestCommon(words, there);
  const fresh = words.filter((_word, index) => !kept.has(index));
  if (fresh.length > mostNew) return false;
  return (
    fresh.every((word) => !there.includes(word) && !POLARITY.has(word) && !/\d/u.test(word)) &&
    sameTurns(words, there, kept)
  );
}

function countOthers(words: readonly string[], known: ReadonlySet<string>): number {
  return words.reduce((count, word) => (known.has(word) ? count : count + 1), 0);
}

/** Nothing that turns a sentence round stands between the words that both have. */
function sameTurns(words: readonly string[], there: readonly string[], kept: ReadonlyMap<number, number>): boolean {
  const places = [...kept.values()];
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

/** The longest common subsequence, as places in the one by places in the other. */
function longestCommon(a: readonly string[], b: readonly string[]): Map<number, number> {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.set(i++, j++);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}
