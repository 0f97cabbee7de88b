import type { CaptureEvent, PromptEvent } from '../capture-event.ts';
import { type CapturedStatement, refuseStatement } from '../captured-statement.ts';
import { contentWords } from '../echoes.ts';
import { capital, ended, proseSentences } from '../prose-sentences.ts';
import { stripOwnText } from '../strip-own-text.ts';
import { detectStated } from './detect-stated.ts';
import { isPassing } from './ruling-weight.ts';

/** A user who says so blames nobody else for what is done anew. English. */
export const OWN_MISTAKE: RegExp =
  /\bi(?:['’]m| was| am) (?:wrong|mistaken)\b|\bmy (?:mistake|bad)\b|\bi (?:mixed|confused|misread|misremembered|misspoke|mistyped)\b|\bsecond thoughts?\b|\b(?:i|we)(?:['’]ve| have)? changed (?:my|our) minds?\b/iu;

/** Who says so takes back what he said before. */
const TAKES_BACK = new RegExp(
  String.raw`${OWN_MISTAKE.source}|\bscratch that\b|\b(?:wait|sorry|oops)[,.!]? (?:no|not)\b|^no[,.!]? wait\b|\bafter all\b|\b(?:is|are) out\s*(?:[:;,.–—]|$)`,
  'iu',
);

/** By itself it may bring anything else. */
const ACTUALLY = /^(?:(?:h+m+|ah|oh|ok(?:ay)?|no|wait|so|but)[,.!…]*\s+)*actually\b/iu;

/** What held until then: "750 ms instead of 200 ms". */
const IN_PLACE_OF = /\b(?:instead of|rather than|in place of|not)\s+((?:\S+\s+){0,2}?\S*\d\S*)/giu;

/** So much of a statement says the sentence that takes it back again; where only "actually" says that it does, the second. */
const SAME_MATTER = [0.25, 0.5] as const;
const FEWEST_SHARED = 2;

/** What happens is no rule, and neither is what it should be. */
const TELLS = /\b(?:is|are|was|were|does|did|do|has|have|ca|wo)n['’]t\b|\b(?:still|yet)\b/iu;

const LEAD =
  /^(?:(?:sorry|oops|wait|no|hm+|actually|ah|oh|ok(?:ay)?|so|but|and|please|scratch that|my (?:mistake|bad)|correction|on second thoughts?|i(?:['’]m| was| am) (?:wrong|mistaken)(?: again)?)\b[\s,.:;!–—-]*)+/iu;

/**
 * Statements without those that their user took back later in the same session. What was said in their place is among them, and names what it
 * replaces. Statements in their order, from events in theirs.
 */
export function withoutTakenBack(
  statements: readonly CapturedStatement[],
  events: readonly CaptureEvent[],
): readonly CapturedStatement[] {
  return events.reduce(
    (standing, event) => (event.type === 'prompt' ? afterPrompt(standing, event) : standing),
    statements,
  );
}

function afterPrompt(standing: readonly CapturedStatement[], prompt: PromptEvent): readonly CapturedStatement[] {
  const { seq } = prompt;
  if (seq === null) return standing;
  const sentences = proseSentences(stripOwnText(prompt.text)).filter(({ isQuestion }) => !isQuestion);
  const isTakenBack = sentences.some(({ text }) => TAKES_BACK.test(text));
  const own = standing.filter((statement) => statement.seq === seq);
  const replaced = new Map<CapturedStatement, CapturedStatement>();
  for (const statement of standing) {
    if (statement.seq === null || statement.seq >= seq) continue;
    const instead = sentences
      .filter(({ text }) => changes(statement.content, text, isTakenBack))
      .flatMap(({ text }) => inPlaceOf(statement, text, prompt, own))[0];
    if (instead !== undefined) replaced.set(statement, instead);
  }
  return replaced.size === 0 ? standing : withReplaced(standing, replaced);
}

function changes(statement: string, sentence: string, isTakenBack: boolean): boolean {
  const [some, most] = SAME_MATTER;
  if (ACTUALLY.test(sentence) && isSameMatter(statement, sentence, most)) return true;
  return isSameMatter(statement, sentence, some) && (isTakenBack || namesHeld(statement, sentence));
}

/** Each new statement once, where the last one that it replaces stood or where it stands already. */
function withReplaced(
  standing: readonly CapturedStatement[],
  replaced: ReadonlyMap<CapturedStatement, CapturedStatement>,
): readonly CapturedStatement[] {
  const contentsOf = (content: string): readonly string[] =>
    [...replaced].flatMap(([old, fresh]) => (fresh.content === content ? [old.content, ...(old.replaces ?? [])] : []));
  const left = standing.filter((statement) => !replaced.has(statement));
  const fresh = [...new Map([...replaced.values()].map((one) => [one.content, one])).values()];
  const added = fresh.filter(({ content }) => !left.some((statement) => statement.content === content));
  return [...left, ...added].map((statement) => {
    const replaces = contentsOf(statement.content);
    return replaces.length === 0 ? statement : { ...statement, replaces };
  });
}

/** What the prompt states of the same, or else the sentence itself; [] when it lays nothing down. */
function inPlaceOf(
  old: CapturedStatement,
  sentence: string,
  prompt: PromptEvent,
  own: readonly CapturedStatement[],
): readonly CapturedStatement[] {
  const known = own.find(({ content }) => isSameMatter(old.content, content, SAME_MATTER[0]));
  if (known !== undefined) return [known];
  const text = sentence.replace(LEAD, '');
  const [stated] = detectStated({ ...prompt, text: text.replace(/^not [^:]{2,40}:\s*/iu, '') });
  if (stated !== undefined) return [stated];
  const content = capital(ended(text));
  const brings = [...contentWords(content)].some((word) => !contentWords(old.content).has(word));
  if (!brings || TELLS.test(content) || isPassing(content) || refuseStatement(content) !== null) return [];
  return [{ detector: 'correction', kind: old.kind, content, paths: old.paths, at: prompt.at, seq: prompt.seq }];
}

function isSameMatter(statement: string, sentence: string, least: number): boolean {
  const words = contentWords(statement);
  const said = contentWords(sentence);
  const shared = [...words].filter((word) => said.has(word)).length;
  return shared >= FEWEST_SHARED && shared >= words.size * least;
}

/** Whether a sentence puts something in the place of a value that a statement lays down. */
function namesHeld(statement: string, sentence: string): boolean {
  const laidDown = contentWords(statement.replaceAll(IN_PLACE_OF, ''));
  return [...sentence.matchAll(IN_PLACE_OF)].some(([, value = '']) =>
    [...contentWords(value)].some((word) => /\d/u.test(word) && laidDown.has(word)),
  );
}
