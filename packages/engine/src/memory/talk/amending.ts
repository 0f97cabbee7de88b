import { splitSentences } from '../../base/text/sentences.ts';
import { judgeAnswer, readExchange } from './exchange.ts';

/** Says that something which was settled is settled anew. English. */
const AMENDS =
  /\bamend(?:ment|ments|s|ed|ing)?\b|\bsupersed(?:e|es|ed|ing)\b|\b(?:replac|overrid|overrul|revers|revok|rescind|revis|relax|tighten)\w* (?:the|our|that|this|what) (?:(?:earlier|previous|original|old|former|last) )?(?:\w+ )?(?:rule|decision|policy|agreement|we (?:settled|decided|agreed))|\b(?:earlier|previous|original|old) (?:\w+ )?(?:rule|decision|policy|agreement) (?:no longer|is (?:out|gone|wrong|replaced|dead|off)|does(?:n't| not) (?:hold|apply))|\bno longer (?:holds|applies|the rule)\b|\b(?:new|revised|updated|changed) (?:rule|decision|policy)\b|\bchange of (?:plan|mind|policy)\b|\bwe(?:['’]ve| have)? changed our minds?\b|\bwe(?:'re| are) (?:changing|reversing|revisiting|walking back) (?:the|our|what|that)\b|\bscrap (?:the|our|that) (?:\w+ )?(?:rule|decision|policy|plan)\b|\bwhat we (?:settled|decided|agreed)(?: on)? (?:last|before|earlier|back|in|was)\b/iu;

/** A user orders what an agent only reports of its work: "changed the rule for tests". */
const USER_AMENDS =
  /\b(?:change|update|adjust|loosen) (?:the|our|that|this) (?:[\w-]+ ){0,2}(?:(?:rule|decision|agreement)s?(?: (?:for|on|about|of|to|that)\b|\s?[:,–—])|polic(?:y|ies)(?: (?:for|on|about)\b|\s?[:,–—]))/iu;

/** Within a talk it may be about the talk itself. */
const OPENING_AMENDS = /\bI(?:['’]ve| have)? changed my mind\b/iu;

/** "That" is what the talk begins with, or what the agent then finds. */
const CHANGES_THAT = /\blet(?:['’]?s| us) change (?:that|this|it)\s?[:,–—]/iu;

/** What the agent asks or offers is of this talk; what it only tells stood before. */
const OFFERS =
  /\?|\b(?:I|we)(?:['’](?:d|ll)| would| could| can| will| should)\b|\bshall (?:I|we)\b|\b(?:propos|suggest|plan)/iu;

/** Whether a talk says in so many words that it changes what was settled: the user does, or the agent without being refused. */
export function saysAmending(contents: readonly string[]): boolean {
  return contents.some((content, index) => {
    const { agent, user } = readExchange(content);
    const isRefused = user !== '' && judgeAnswer(user) === 'refused';
    return (
      (!isRefused && states(agent, [AMENDS])) ||
      states(user, index === 0 ? [AMENDS, USER_AMENDS, OPENING_AMENDS] : [AMENDS, USER_AMENDS]) ||
      (isOfEarlier(agent, index) && states(user, [CHANGES_THAT]))
    );
  });
}

/** Whether "that" stood before the talk. */
const isOfEarlier = (agent: string, index: number): boolean => index === 0 || (index === 1 && !OFFERS.test(agent));

function states(text: string, patterns: readonly RegExp[]): boolean {
  return splitSentences(text).some(
    (sentence) => !sentence.endsWith('?') && patterns.some((pattern) => pattern.test(sentence)),
  );
}

/** An order to set something to another value: "Raise it to 1000". */
const RESETS =
  /(?:^|[.;:,!–—]\s+|\b(?:please|so|now|and|then|let['’]s)\s+)(?:raise|lower|increase|decrease|reduce|bump|cut|extend|shorten|change|set|move) (?:it|that|this|them|the (?:[\w-]+ ){1,3}?)\s?(?:from \S*\d\S* (?:[\p{L}%]+ )?)?(?:up |down |back )?to \S*\d/iu;

/** The value until then: "was 500 euros", "from 500". */
const HELD = /\b(?:was|were|used to be|has been|stood at|is|are|from)(?: \p{L}+){0,2} \D{0,2}(\d+(?:[.,]\d+)*)/giu;

/**
 * The values that the first exchange of a talk says held until then, when it orders another one: "the limit was 500 euros. Raise it to 1000".
 * By itself that changes nothing that was settled, unless an earlier talk says the value.
 */
export function replacedValues(first: string): readonly string[] {
  const { user } = readExchange(first);
  if (!splitSentences(user).some((sentence) => !sentence.endsWith('?') && RESETS.test(sentence))) return [];
  return [...user.matchAll(HELD)].flatMap(([, value]) => value ?? []);
}

/** Whether a text says a value, not as a part of another one. */
export function namesValue(text: string, value: string): boolean {
  return text.split(/[^\d.,]+/u).some((number) => number.replace(/[.,]+$/u, '') === value);
}

/** Whether a talk may change what was settled before. What it changes is not told here. */
export function soundsAmending(contents: readonly string[]): boolean {
  return saysAmending(contents) || replacedValues(contents[0] ?? '').length > 0;
}
