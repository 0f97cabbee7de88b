/**
 * How a user took what the agent had proposed. `amended`: with a change, which counts then. `open`: the answer says neither yes nor no, so
 * what was proposed was neither settled nor refused.
 */
export type AnswerStanding = 'confirmed' | 'amended' | 'refused' | 'open';

const LEAD = String.raw`^[\s"'*_(–—-]*(?:(?:hm+|ok so|oh|ah|well|so|and|hey|actually)[,.!…\s–—-]+)?`;

const REFUSES = new RegExp(
  `${LEAD}(?:no\\b(?! (?:problem|worries|objections?|complaints?|notes))|nope\\b|nah\\b|not (?:quite|exactly|really|yet|that|so fast|like that)\\b|don'?t\\b|do not\\b|please don'?t\\b|wrong\\b|incorrect\\b|stop\\b|careful\\b|hold on\\b|wait\\b|undo\\b|revert\\b|never\\b|neither\\b|that(?:'s| is| was)(?: exactly)? (?:the wrong|wrong|not|incorrect|backwards|what broke|what we can't|exactly what we can)|this is (?:wrong|not)|we tried\\b|i(?:'d| would) rather not\\b|i said\\b|you (?:misunderstood|misread|missed|forgot)\\b|almost\\b|close\\b)`,
  'iu',
);

const CONFIRMS = new RegExp(
  `${LEAD}(?:(?:mostly |exactly |yeah,? |yes,? )?(?:yes|yep|yup|yeah|ya|sure|right|correct|exactly|precisely|agreed?|sounds (?:good|right|great|fine)|perfect|great|good|nice|excellent|lovely|fine|ok|okay|k|lgtm|ship it|go (?:ahead|for it)|do (?:it|that|so)|please do|approved|confirmed|deal|absolutely|definitely|of course|makes sense|works for me|no (?:objections?|complaints?|notes)|👍|✅)(?![\\p{L}'])|that(?:'s| is) (?:it|right|correct|the (?:rule|plan|policy|one)|fine|good|what i (?:want|meant))|all (?:unchanged|good|correct)|[\\p{L} ]{2,30} (?:is|are|stands?) (?:right|correct|fine|good)\\b)`,
  'iu',
);

/** A yes with a condition. Looked for at its beginning: what comes later is another matter. */
const AMENDS =
  /\b(?:but|except|however|only|though|although|unless|with (?:one|two|a|the) \w+|one (?:change|correction|precision|thing|tweak|exception)|two (?:changes|corrections|things)|instead|not all|and also|also|plus|just (?:make|don't|keep|use))\b/iu;
const OPENING_CHARACTERS = 160;

/** How an answer takes what it answers. English; an answer in another language is `open`. Never fails. */
export function judgeAnswer(answer: string): AnswerStanding {
  if (CONFIRMS.test(answer)) return AMENDS.test(answer.slice(0, OPENING_CHARACTERS)) ? 'amended' : 'confirmed';
  return REFUSES.test(answer) ? 'refused' : 'open';
}
