import type { CaptureEvent, PromptEvent } from '../capture-event.ts';
import { type CapturedStatement, refuseStatement } from '../captured-statement.ts';
import { contentWords } from '../echoes.ts';
import { capital, ended, proseSentences } from '../prose-sentences.ts';
import { stripOwnText } from '../strip-own-text.ts';
import { detectStated } from './detect-stated.ts';
import { isPassing } from './ruling-weight.ts';

// English. Precision before recall: a rule that holds and is replaced is lost, one that is missed stands beside the talk that took it back.

/** A user who begins so blames nobody else for what is done anew. */
export const OWN_MISTAKE: RegExp =
  /(?:^|[.!?:;,]\s+)(?:(?:no|wait|sorry|oops|h+m+|ah|oh|ok(?:ay)?|but|so)[,.!]*\s+)*(?:i(?:['’]m| was| am) (?:wrong|mistaken)\b(?! to\b)|my (?:mistake|bad)\b(?=\s*(?:[,.!:;–—-]|$))|i (?:mixed|confused|misread|misremembered|misspoke|mistyped)\b|(?:on )?second thoughts?\b|(?:i|we)(?:['’]ve| have)? changed (?:my|our) minds?\b)/iu;

/** Whose sentence says so takes back what stands in it, or in the next one. */
const TAKES_BACK = new RegExp(
  String.raw`${OWN_MISTAKE.source}|^(?:(?:no|wait|sorry|oops)[,.!]*\s+)*(?:scratch that|correction)\b|\bafter all[.!]?$`,
  'iu',
);

/** What it takes back was said before. */
const POINTS_BACK =
  /\b(?:wrong|mistaken|about|mixed|confused|misread|scratch) (?:that|this|it)\b(?! \p{L})|\b(?:mixed|confused) (?:that|this|it) up\b/iu;

/** By itself it may bring anything else. */
const ACTUALLY = /^(?:(?:h+m+|ah|oh|ok(?:ay)?|no|wait|so|but)[,.!…]*\s+)*actually\b/iu;

/** Names what does not hold: "sorry, not kv/etag:", and behind "actually" also "instead of 200". */
const PUTS_ASIDE = /^(?:(?:no|wait|sorry|oops|h+m+)[,.!]*\s+)+not (\S+)/iu;
const INSTEAD_OF = /\b(?:instead of|rather than|in place of|not) (\S+(?: \S+)?)/iu;

/** A rule with a place of its own stands beside the one for everywhere. */
const OWN_PLACE =
  /^(?:in|for|on|at|when|if|while|during|unless|once|after|before)\b|\b(?:in|of|for) (?:the |an? )?(?:\w+ )?(?:tests?|fixtures?|previews?|seeds?|demos?|examples?|drafts?|staging)\b/iu;

/** What a user was wrong about. */
const ABOUT = /\b(?:wrong|mistaken|minds?|thoughts?|confused|up) about ([^,.:;]+)/iu;

/** What happens, and what is shown, lays nothing down. */
const TELLS =
  /\b(?:is|are|was|were|does|did|do|has|have|ca|wo)n['’]t\b|\b(?:fix|lower|raise|announce|replace|update|look at) (?:it|them|that|the)\b|\b(?:was|were|too|as well|stays?|still|yet|for now|this time|since yesterday|find out)\b|["“”«»]/iu;

const LEAD =
  /^(?:(?:sorry|oops|wait|no|hm+|actually|ah|oh|ok(?:ay)?|so|but|and|please|scratch that|my (?:mistake|bad)|correction|(?:on )?second thoughts?|(?:i|we)(?:['’]ve| have)? changed (?:my|our) minds?|i(?:['’]m| was| am) (?:wrong|mistaken)(?: again)?|i (?:mixed|confused|misread|misremembered|misspoke|mistyped)(?: (?:that|it)(?: up)?)?)\b(?: about [^,.:;]{2,40}(?=[,.:;]))?[\s,.:;!–—-]*)+/iu;

/** How much of a statement stands in the sentence that takes it back: where that names the value that goes, and otherwise. */
const NAMED = 0.4;
const SAME = 0.5;
const FEWEST_SHARED = 2;
/** What says more than that besides is about something else. */
const MOST_NEW = 4;

/**
 * Statements without those that their user took back later in the same session. What was said in their place is among them, and names what it
 * replaces; where nothing else holds, nothing is taken back. Statements in their order, from events in theirs.
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
  const earlier = standing.filter((statement) => statement.seq !== null && statement.seq < seq);
  if (earlier.length === 0) return standing;
  const own = standing.filter((statement) => statement.seq === seq);
  const sentences = proseSentences(stripOwnText(prompt.text));
  return sentences.reduce((left, { text, isQuestion }, at) => {
    const words = text.replace(LEAD, '');
    if (isQuestion || TELLS.test(words) || OWN_PLACE.test(words)) return left;
    const before = sentences[at - 1]?.text ?? '';
    const [best] = earlier
      .filter((statement) => left.includes(statement))
      .flatMap((statement) => {
        const instead = insteadOf(statement, { text, before, prompt, own });
        return instead === null ? [] : { statement, instead, shared: sharedWith(statement.content, text) };
      })
      .toSorted((a, b) => b.shared - a.shared);
    return best === undefined ? left : replaced(left, best.statement, best.instead);
  }, standing);
}

function replaced(
  standing: readonly CapturedStatement[],
  old: CapturedStatement,
  instead: CapturedStatement,
): readonly CapturedStatement[] {
  const known = standing.find(({ seq, content }) => seq === instead.seq && content === instead.content);
  const replaces = [...(known?.replaces ?? []), old.content, ...(old.replaces ?? [])];
  const left = standing.filter((statement) => statement !== old && statement !== known);
  return [...left, { ...instead, replaces }];
}

interface Saying {
  readonly text: string;
  /** The sentence before it. */
  readonly before: string;
  readonly prompt: PromptEvent;
  /** What the prompt states by itself. */
  readonly own: readonly CapturedStatement[];
}

/** What a sentence says in the place of a statement; null = it does not take that back, or says nothing that holds. */
function insteadOf(old: CapturedStatement, saying: Saying): CapturedStatement | null {
  const { text, prompt, own } = saying;
  const isNamed = putsAside(old.content, text);
  if (!isSameMatter(old.content, text, isNamed && ACTUALLY.test(text) ? NAMED : SAME)) return null;
  if (newWords(old.content, text) > MOST_NEW) return null;
  const isSaid = isTakenBack(old.content, saying);
  if (!isNamed && !isSaid && !ACTUALLY.test(text)) return null;
  const words = text.replace(LEAD, '');
  const known =
    own.find(({ content }) => content.toLowerCase().includes(words.slice(0, -1).toLowerCase())) ??
    detectStated({ ...prompt, text: words.replace(/^not [^:]{2,40}:\s*/iu, '') })[0];
  if (known !== undefined) return known;
  // What states nothing by itself must be the statement again, with another value.
  const isAgain = isNamed || (isSaid && isSameMatter(words, old.content, SAME));
  const content = capital(ended(words));
  if (!isAgain || isPassing(content) || refuseStatement(content) !== null) return null;
  return { detector: 'correction', kind: old.kind, content, paths: old.paths, at: prompt.at, seq: prompt.seq };
}

function isTakenBack(statement: string, { text, before }: Saying): boolean {
  if (TAKES_BACK.test(before)) return isAbout(statement, before);
  const [, subject] = ABOUT.exec(text) ?? [];
  return TAKES_BACK.test(text) && (subject === undefined || sharesWord(statement, subject));
}

/** Whether the sentence before points at what was said, or speaks of the same. */
function isAbout(statement: string, before: string): boolean {
  return POINTS_BACK.test(before) || sharesWord(statement, ABOUT.exec(before)?.[1] ?? before);
}

function sharesWord(statement: string, text: string): boolean {
  return [...contentWords(text)].some((word) => contentWords(statement).has(word));
}

/** Whether a sentence names a value that a statement lays down as one that does not hold. */
function putsAside(statement: string, sentence: string): boolean {
  const named = PUTS_ASIDE.exec(sentence) ?? (ACTUALLY.test(sentence) ? INSTEAD_OF.exec(sentence) : null);
  if (named === null) return false;
  const held = tokensOf(statement.replace(INSTEAD_OF, ''));
  const rest = tokensOf(sentence.replace(named[0], ''));
  const values = tokensOf(named.slice(1).join(' ')).filter((value) => contentWords(value).size > 0);
  return values.some((value) => held.includes(value) && !rest.includes(value));
}

function tokensOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]*\s+[^\p{L}\p{N}]*|[^\p{L}\p{N}]+$/u);
}

function isSameMatter(statement: string, sentence: string, least: number): boolean {
  const shared = sharedWith(statement, sentence);
  return shared >= FEWEST_SHARED && shared >= mainWords(statement).size * least;
}

function sharedWith(statement: string, sentence: string): number {
  const said = contentWords(sentence);
  return [...mainWords(statement)].filter((word) => said.has(word)).length;
}

/** How many words a sentence brings that a statement has not, beside the value that it puts aside. */
function newWords(statement: string, sentence: string): number {
  const known = contentWords(statement);
  const said = mainWords(sentence.replace(LEAD, '').replace(INSTEAD_OF, ''));
  return [...said].filter((word) => !known.has(word)).length;
}

/** The words of what is laid down, without its reason. */
function mainWords(text: string): ReadonlySet<string> {
  return contentWords(text.split(/[,;]?\s+(?:because|since|so that)\b/iu, 1)[0] ?? '');
}
