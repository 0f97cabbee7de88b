import { signalsOf } from './close-signals.ts';
import { joinedFeatures, sentenceFeatures } from './steering-features.ts';
import { type SteeringScore, strongest, sumOf } from './steering-score.ts';
import { STEERING_WEIGHTS } from './steering-weights.ts';

/** Where a paragraph ends or an item of a list begins. */
const BREAK = /\n[ \t]{0,24}\n|\n(?=[ \t]{0,24}(?:[-*+]|\d{1,3}[.)])[ \t])/;
/** Where a link leads: its words are not the author's, and half of all sentences have one. */
const LINK_TARGET = /\]\([ \t]{0,4}<?https?:\/\/[^)\s]{0,2000}|^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]{0,4}\S{1,2000}/gim;
/** Word for word what the MIT licence asks, and an invitation that many pages end with: nothing else fits in between. */
const EVERYDAY =
  /the above copyright notice and this permission notice shall be included in all\scopies or substantial portions of the software|\b(?:don't|do not) hesitate to (?:ask|open|create|file) (?:an? |us |for )/gi;

/** So much less than one sentence do two of a paragraph count, and two of neighbouring ones: a document has many. */
const LESS_TOGETHER = 0.75;
const LESS_ACROSS = 1.25;
/** What attacks are about, by the names of `STEERING_WORDS`. Manuals say "must", "you" and "https" of other things. */
const ABOUT = new Set(
  'agent secret guard conceal rights ship third record persona ethic yours copycat talk obey urgent out tell'.split(
    ' ',
  ),
);
/** Every page with a link to another has this sign. */
const OF_LINKS = 'signal reaches out';

/** What a text sounds like: two signs that stand close together, and its score. */
export interface Sound extends SteeringScore {
  readonly close: string | null;
}

/**
 * Judges each paragraph and each item of a list by its own signs: ten rules in a row, or a page on authentication, are no attack because one of
 * them says "never" and another "token". A stretch counts only when it is about something that an attack is about.
 */
export function judgeDocument(text: string, isForeign: boolean): Sound {
  let [score, most]: [number, ReadonlySet<string>] = [Number.NEGATIVE_INFINITY, new Set()];
  let close: string | null = null;
  let before: ReadonlySet<string> | null = null;
  const take = (features: ReadonlySet<string>, less: number): void => {
    const sum = sumOf(features) - less;
    if (sum > score && isTelling(features)) [score, most] = [sum, features];
  };
  for (const [index, part] of partsOf(text).entries()) {
    const signals = signalsOf(part, isForeign, true);
    close ??= signals.close;
    let less = LESS_ACROSS;
    for (const features of sentenceFeatures(part.replaceAll(LINK_TARGET, ' '), signals.seen, STEERING_WEIGHTS)) {
      if (features) take(features, 0);
      if (features && before) take(joinedFeatures(before, features), less);
      before = features;
      less = LESS_TOGETHER;
    }
    // The first part is the heading: "CLAUDE.md › Rules" says nothing together with the first rule.
    if (index === 0) before = null;
  }
  return { close, score, signs: score > 0 ? strongest(most) : [] };
}

function partsOf(text: string): string[] {
  return text
    .replaceAll(EVERYDAY, ' ')
    .split(BREAK)
    .filter((part) => part.trim() !== '');
}

function isTelling(features: ReadonlySet<string>): boolean {
  for (const name of features) if (ABOUT.has(name) || (name.startsWith('signal ') && name !== OF_LINKS)) return true;
  return false;
}
