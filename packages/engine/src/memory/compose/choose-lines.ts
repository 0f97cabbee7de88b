import { LINE_WEIGHTS } from './lines/line-format.ts';

/** A sentence that a line may show. */
export interface WeighedSentence {
  readonly text: string;
  /** Its place in the text that it is from. */
  readonly place: number;
  /** How much it is worth showing; 0 and less = it is not. */
  readonly worth: number;
}

/** Rows of a list of pinned values differ in a number or a name, and the list must come whole. */
const FRESH_BY_NUMBER = 0.5;

/** A real tokenizer takes its time, and when so many did not fit the room is all but full. */
const MOST_MISSES = 12;

/**
 * Chooses lines by their worth until nothing more fits; of what several say the first chosen stands. In the order of their places. `fits` is asked
 * with those that were chosen and one more.
 */
export function chooseLines<T extends WeighedSentence>(
  lines: readonly T[],
  fits: (chosen: readonly T[]) => boolean,
): readonly T[] {
  const { variety } = LINE_WEIGHTS;
  const left = lines.filter(({ worth }) => worth > 0).map((line) => ({ line, words: distinctWords(line.text) }));
  const said = new Set<string>();
  let chosen: readonly T[] = [];
  let misses = 0;
  while (left.length > 0 && misses < MOST_MISSES) {
    const { at, fresh } = best(left, said, variety);
    const [taken] = left.splice(at, 1);
    if (taken === undefined) break;
    if (fresh < variety / 4) continue;
    const more = [...chosen, taken.line].toSorted((a, b) => a.place - b.place);
    if (!fits(more)) {
      misses += 1;
      continue;
    }
    chosen = more;
    for (const word of taken.words) said.add(word);
  }
  return chosen;
}

interface Candidate<T> {
  readonly line: T;
  readonly words: ReadonlySet<string>;
}

function best(
  left: readonly Candidate<WeighedSentence>[],
  said: ReadonlySet<string>,
  variety: number,
): { readonly at: number; readonly fresh: number } {
  let found = { at: 0, fresh: 0, value: Number.NEGATIVE_INFINITY };
  left.forEach(({ line, words }, at) => {
    const fresh = freshShare(words, said);
    const value = line.worth * (1 - variety + variety * fresh);
    if (value > found.value) found = { at, fresh, value };
  });
  return found;
}

function freshShare(words: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  const fresh = [...words].filter((word) => !said.has(word));
  const share = fresh.length / words.size;
  return fresh.some((word) => /\d/u.test(word)) ? Math.max(FRESH_BY_NUMBER, share) : share;
}

function distinctWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}_]{3,}|[\p{Script=Han}\p{Script=Hangul}]{1,2}|\d+(?:\.\d+)?/gu) ?? []);
}
