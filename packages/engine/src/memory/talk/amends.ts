import { splitSentences } from '../../base/sentences.ts';
import { readExchange, judgeAnswer } from './exchange.ts';

/** Says that something which was settled is settled anew. English. */
const AMENDS =
  /\bamend(?:ment|ments|s|ed|ing)?\b|\bsupersed(?:e|es|ed|ing)\b|\b(?:replac|overrid|overrul|revers|revok|rescind|revis|relax|tighten)\w* (?:the|our|that|this|what) (?:(?:earlier|previous|original|old|former|last) )?(?:\w+ )?(?:rule|decision|policy|agreement|we (?:settled|decided|agreed))|\b(?:earlier|previous|original|old) (?:\w+ )?(?:rule|decision|policy|agreement) (?:no longer|is (?:out|gone|wrong|replaced|dead|off)|does(?:n't| not) (?:hold|apply))|\bno longer (?:holds|applies|the rule)\b|\b(?:new|revised|updated|changed) (?:rule|decision|policy)\b|\bchange of (?:plan|mind|policy)\b|\bwe(?:'re| are) (?:changing|reversing|revisiting|walking back) (?:the|our|what|that)\b|\bscrap (?:the|our|that) (?:\w+ )?(?:rule|decision|policy|plan)\b|\bwhat we (?:settled|decided|agreed)(?: on)? (?:last|before|earlier|back|in|was)\b/iu;

/**
 * Whether a talk says that it changes what was settled before: the user does, or the agent without being refused. What it changes is not told
 * here.
 */
export function soundsAmending(contents: readonly string[]): boolean {
  return contents.some((content) => {
    const { agent, user } = readExchange(content);
    const heard = user !== '' && judgeAnswer(user) === 'refused' ? user : `${agent}\n${user}`;
    return splitSentences(heard).some((sentence) => !sentence.endsWith('?') && AMENDS.test(sentence));
  });
}
