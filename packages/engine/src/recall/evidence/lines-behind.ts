import { questionOf } from '../../memory/search/query/question-of.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';

/** A line of a file as its history has it. */
export interface BlamedLine {
  /** The full hash of the commit that brought it; '' = nobody knows, as of a line that is older than a shallow clone. */
  readonly commit: string;
  readonly text: string;
  /** When it was committed, in seconds since 1970. (Default: nobody knows) */
  readonly at?: number;
  /** What the file was called in that commit, from the top of the repository. (Default: nobody knows, or it is another file's name by now) */
  readonly path?: string;
}

/** The part of a file that a tool call is about: some text of it, or lines by number. */
export type LinesAtHand = { readonly text: string } | { readonly from: number; readonly count: number };

/** What stands behind the lines that a call is about. */
export interface LinesBehind {
  /** Full hashes, those that say most first; at most 8. */
  readonly commits: readonly string[];
  /** For each of them the number of its line that says most, from 1; undefined = none says anything. */
  readonly lineNumbers: readonly (number | undefined)[];
  /** For each of them how much its lines say of the subject, above 0; those of the very lines in hand count 1 each. */
  readonly weights: readonly number[];
  /** How much of the best sentence of the subject stands in one place of the file, 0 to 1: weighted by how rare its words are there. */
  readonly share: number;
  /** The lines themselves are known, so no words are needed. */
  readonly isSameLines: boolean;
  /** How much of the best sentence of the subject a text says, 0 to 1. Words that say little weigh less, and a short sentence counts as two words. */
  readonly saidBy: (text: string) => number;
}

/** More is written by programs. */
const MOST_LINES = 20_000;
const LONGEST_LINE = 400;

/** So many lines above and below count as one place: about a function. */
const REACH = 12;

/** What is asked behind those that are shown: some of them the session has had. */
const MOST_COMMITS = 8;

/** A sentence says something by two words at least: "It fails." stands everywhere. */
const FEWEST_WORDS = 2;

/**
 * What is done everywhere, and what the file's own name says, stands in many lines of it: such words count three tenths. With them in full 19 of
 * 100 files that are only read beside a fix share enough with its subject, with three tenths 15, and as many of the files that it changes.
 */
const SAYS_LITTLE = 0.3;
const SAID_EVERYWHERE: ReadonlySet<string> = new Set(
  tokenize(
    'add fix remove update use make change allow support move new improve handle set get not do when test default type option file all more some instead',
  ),
);

/** Who brought so much of a file brought it as a whole, and says nothing of these lines. */
const WHOLE_FILE = 0.5;

/** What a call is about. */
export interface FileInQuestion {
  /** In words. */
  readonly subject: string;
  readonly path: string;
  /** null = any of its lines. */
  readonly atHand: LinesAtHand | null;
}

/**
 * The commits behind the lines of a file that share most with a subject: each line counts with the cube of what its words tell, so that one
 * line that says much is worth more than many that say little. On 355 fixes of three repositories one of the first three is behind the lines
 * that were changed in 73 %, where the file's last three commits are in 35 %. Await `yieldTurn` is called after each line. `countOf`: what a
 * line counts by what its words tell (default: the cube).
 */
export async function linesBehind(
  lines: readonly BlamedLine[],
  { subject, path, atHand }: FileInQuestion,
  yieldTurn: () => Promise<void>,
  countOf: (told: number, commit: string) => number = cubed,
): Promise<LinesBehind> {
  const sentences = sentencesOf(subject);
  const wanted = new Set(sentences.flat());
  const known = lines.slice(0, MOST_LINES);
  const words: (readonly string[])[] = [];
  const frequency = new Map<string, number>();
  for (const { text } of known) {
    const found = [...new Set(tokenize(text.slice(0, LONGEST_LINE)).filter((word) => wanted.has(word)))];
    for (const word of found) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    words.push(found);
    await yieldTurn();
  }
  const inPath = new Set(tokenize(path));
  const weigh = (word: string): number => (SAID_EVERYWHERE.has(word) || inPath.has(word) ? SAYS_LITTLE : 1);
  const tell = (word: string): number => weigh(word) * Math.log(1 + known.length / ((frequency.get(word) ?? 0) + 0.5));
  const place = placeOf(known, atHand);
  const [start, end] = place ?? [0, known.length];
  const told = new Map<string, number>();
  const best = new Map<string, { readonly number: number; readonly weight: number }>();
  for (let at = start; at < end; at++) {
    const weight = words[at]!.reduce((sum, word) => sum + tell(word), 0);
    const { commit } = known[at]!;
    if (commit === '') continue;
    const count = countOf(weight, commit);
    if (count > 0) add(told, commit, count);
    if (weight > (best.get(commit)?.weight ?? 0)) best.set(commit, { number: at + 1, weight });
  }
  const bestOf = (some: readonly (readonly string[])[], weightOf: (word: string) => number, least = 0): number =>
    Math.max(0, ...sentences.map((sentence) => bestShare(some, sentence, weightOf, least)));
  const share = bestOf(words.slice(start, end), tell);
  const isSameLines = place !== null && atHand !== null && 'text' in atHand;
  const same = isSameLines ? commitsOf(known, place) : [];
  const commits = [...new Set([...byWeight(told), ...same])].slice(0, MOST_COMMITS);
  const allTell = same.length > 0;
  return {
    commits,
    lineNumbers: commits.map((commit) => best.get(commit)?.number),
    weights: commits.map((commit) => (allTell ? 1 : told.get(commit)!)),
    share,
    isSameLines: allTell,
    saidBy: (text) => bestOf([tokenize(text)], weigh, FEWEST_WORDS),
  };
}

const cubed = (told: number): number => told ** 3;

function add(counts: Map<string, number>, key: string, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight);
}

const byWeight = (weights: ReadonlyMap<string, number>): string[] =>
  [...weights].sort(([, a], [, b]) => b - a).map(([commit]) => commit);

/** The words of each sentence that says something, each once. */
function sentencesOf(subject: string): readonly (readonly string[])[] {
  const sentences = questionOf(subject).split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u);
  return sentences.map((sentence) => [...new Set(tokenize(sentence))]).filter(({ length }) => length >= FEWEST_WORDS);
}

/** Where the part at hand is, as positions; null = the whole file, or not to be found as it was committed. */
function placeOf(lines: readonly BlamedLine[], atHand: LinesAtHand | null): readonly [number, number] | null {
  if (atHand === null) return null;
  if (!('text' in atHand)) {
    const start = Math.max(0, atHand.from - 1);
    return start < lines.length ? [start, Math.min(lines.length, start + atHand.count)] : null;
  }
  const wanted = atHand.text.split('\n').map((line) => line.trim());
  const first = wanted.findIndex((line) => line !== '');
  if (first < 0) return null;
  const part = wanted.slice(first, wanted.findLastIndex((line) => line !== '') + 1);
  for (let start = 0; start + part.length <= lines.length; start++) {
    if (part.every((line, at) => isLine(lines[start + at]!.text, line, part.length)))
      return [start, start + part.length];
  }
  return null;
}

/** The first and the last line of a part may be given in part. */
const isLine = (text: string, wanted: string, count: number): boolean =>
  count === 1 ? text.includes(wanted) : text.trim() === wanted || (wanted !== '' && text.trim().endsWith(wanted));

/** Who brought these lines, by how many of them; not who brought the file. */
function commitsOf(lines: readonly BlamedLine[], [start, end]: readonly [number, number]): readonly string[] {
  const inFile = new Map<string, number>();
  for (const { commit } of lines) add(inFile, commit, 1);
  const here = new Map<string, number>();
  for (const { commit, text } of lines.slice(start, end)) if (commit !== '' && text.trim() !== '') add(here, commit, 1);
  return byWeight(here).filter((commit) => inFile.get(commit)! <= lines.length * WHOLE_FILE);
}

/** How much of what a sentence tells stands within one reach; `least`: it counts as telling so much. */
function bestShare(
  words: readonly (readonly string[])[],
  sentence: readonly string[],
  tell: (word: string) => number,
  least: number,
): number {
  const total = Math.max(
    least,
    sentence.reduce((sum, word) => sum + tell(word), 0),
  );
  const wanted = new Set(sentence);
  const inReach = new Map<string, number>();
  let sum = 0;
  let best = 0;
  for (let at = 0; at < words.length; at++) {
    for (const word of words[at]!) {
      if (!wanted.has(word)) continue;
      const count = inReach.get(word) ?? 0;
      inReach.set(word, count + 1);
      if (count === 0) sum += tell(word);
    }
    for (const word of words[at - 2 * REACH - 1] ?? []) {
      if (!wanted.has(word)) continue;
      const count = inReach.get(word)! - 1;
      inReach.set(word, count);
      if (count === 0) sum -= tell(word);
    }
    best = Math.max(best, sum);
  }
  return total === 0 ? 0 : best / total;
}
