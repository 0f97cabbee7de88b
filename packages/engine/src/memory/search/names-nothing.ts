import { questionOf } from './question-of.ts';
import { timesNamedIn } from './named-times.ts';
import { tokenize } from './tokenize.ts';

/** What is said around a question, and words that fit every one. "Error" and "test" are no such words: people look for them. */
const SAID_OF_ANYTHING: ReadonlySet<string> = new Set(
  tokenize(
    'please kindly fix fixes fixed fixing bug bugs bugfix issue issues problem problems help hi hello hey dear all team there thank thanks ' +
      'look take something anything everything wrong broken work works working worked need needs want try asap urgent',
  ),
);

/**
 * Whether a question holds nothing to look for: no word but stop words, greetings and "please fix this", and no time such as "yesterday". `now`:
 * wall-clock ms. Never fails.
 */
export function namesNothing(question: string, now: number): boolean {
  const words = tokenize(questionOf(question));
  return words.every((word) => SAID_OF_ANYTHING.has(word)) && timesNamedIn(question, now).times.length === 0;
}
