// What an agent puts before its user, and the words that are left of it when the user has answered. English.

const PROPOSES =
  /\b(?:i(?:'d| would|'ll| will| can| could| propose| suggest| recommend| lean)|my (?:proposal|suggestion)|we (?:could|should)|should|shall|let's|proposal)\b/iu;

/** Work that is done or about to be done, and what was found: a yes to it settles nothing. */
const WORKS =
  /^(?:done|fixed|ok(?:ay)?, (?:done|fixed)|i(?:'ve|'m| have| am| ran| used| looked| found| added| moved| fixed| implemented| regenerated| generated| replaced| noticed| changed| read| partitioned| set)|i(?:'ll| will) (?:now|start|run|look|check|add|edit|write|fix|create)|i(?:'d| would) (?:name|call)|all \d* ?tests|the (?:suite|tests?|build|problem|function)\b|it seems|i think the (?:problem|cause|bug|issue)|tests? (?:for|in|now)|want me|do you want me|would you like me|shall i (?:add|run|write|look|commit|push|also|go|do|start|open|fix|create|remove|drop|explain)|that'?s a limitation|thanks|sorry|simulating|running|output|to verify|now,)\b/iu;

/** What is asked about the work, not about what holds. */
const ASKS_FOR_WORK =
  /\b(?:want me to|do you want me|would you like me|shall i|should i (?:run|commit|push|add|write|look|start|go|open|fix|also|continue|proceed|optimi[sz]e|extract|refactor|split|test|explain)|which (?:of|one)\b[^?]*\b(?:first|next))\b(?![^?]{0,40}\b(?:instead|rather)\b)/iu;

/** What is to hold is asked otherwise than what somebody saw. */
const ASKS_FOR_RULE =
  /^(?!.*\b(?:did|have|are|can|could|would|do) you\b(?! (?:want|prefer|like)\b))(?=.*(?:\b(?:should|shall|which|how (?:much|many|long|often)|or|prefer|want|keep|allow(?:ed)?|forbid|ok(?:ay)?|right|what about|stand)\b)).*$/isu;

/** Whether an agent's sentence puts something forward that a user can settle. */
export function isProposal(sentence: string): boolean {
  return PROPOSES.test(sentence) && !WORKS.test(sentence);
}

/** Whether a sentence tells of work: what was done, what is being done, what was found. */
export function tellsOfWork(sentence: string): boolean {
  return WORKS.test(sentence);
}

/** A shorter one is said after something. */
const SHORT_QUESTION = 6;
const FEWEST_ASKED = 2;

/** The last question of an agent's sentences, with the sentence before when it needs it; '' when it asks none, or only for work to do. */
export function questionOf(sentences: readonly string[]): string {
  const at = sentences.findLastIndex((text) => /\?["')\]]*$/u.test(text));
  const text = sentences[at];
  if (text === undefined || ASKS_FOR_WORK.test(text) || !ASKS_FOR_RULE.test(text)) return '';
  // "OK?" asks for the sentence before, which is a proposal.
  if (text.split(' ').length < FEWEST_ASKED) return '';
  const leansOnOther = /\b(?:it|this|that|them|those|these|one)\b/iu.test(text);
  if (!leansOnOther && text.split(' ').length >= SHORT_QUESTION) return text;
  const before = sentences[at - 1];
  // What it leans on may be a proposal, which the answer may refuse.
  if (before !== undefined && !isProposal(before) && !tellsOfWork(before)) return `${before} ${text}`;
  return leansOnOther ? '' : text;
}

/** A proposal as it holds once it is confirmed: "I'd keep UTC" becomes "Keep UTC". */
export function confirmedForm(sentence: string): string {
  const text = sentence
    .replace(/^(?:(?:ok(?:ay)?|then|so|and|alternatively|here'?s|got it)\b[,:]?\s+)+/iu, '')
    .replace(/^(?:my |the )?(?:proposal|suggestion)(?: for [^:]{2,40})?:\s*/iu, '')
    .replace(
      /\b(?:i|we)(?:'d| would| could| can)(?: (?:suggest|propose|recommend)(?: that)?(?: we| to)?| rather| prefer to)? (?=\p{Ll})/iu,
      '',
    )
    .replace(/^(?:i|we)(?:'ll| will)? (?:suggest|propose|recommend|think)(?: that)?(?: we| to)?:?\s+/iu, '')
    .replace(/^(?:i|we)(?:'ll| will) (?=\p{Ll})/iu, '')
    .replace(/^(?:shall|should) (?:i|we) /iu, '')
    .replace(/[,.]?\s*(?:ok(?:ay)?|all right|agreed|does that work|sounds? (?:ok|good|right))?\s*\?$/iu, '.')
    .trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** What a sentence of the agent's is about, without what it says of it: the refused rule must not stand in the statement. '' = not to be told. */
export function subjectOf(sentence: string): string {
  const plain = sentence.replace(ADVERB, '$1');
  for (const pattern of SUBJECTS) {
    const subject = pattern
      .exec(plain)?.[1]
      ?.replace(QUANTITY, '')
      .replace(/[.,;]+$/u, '')
      .replace(/ only$/iu, '')
      .trim();
    if (
      subject !== undefined &&
      !/^(?:it|i|we|you|they|this|that|there|these|those|he|she|one|i'll|i'd|i’d|alternatively|(?:my|the) (?:proposal|suggestion|goal|idea|problem|cause)|(?:should|shall|do|does|can|could|would|is|are|out|any|this|that|(?:i|we)(?:['’]\w+)?|let|to|instead|here'?s?) .*|instead|right now|done|agreed|noted|ok(?:ay)?|recap|settled|summary|them|him|her|us|me|(?:forever|indefinitely|always|never|unlimited|infinite|no)(?: .*)?)$/iu.test(
        subject,
      )
    )
      return subject;
  }
  return '';
}

/** "I'd also keep the alias" is about the alias. */
const ADVERB = /\b((?:i|we)(?:['’](?:d|ll)| would| will| could| can) )(?:also|rather|just|then|simply|first|still) /iu;

/** "Retry uploads five times" is about uploads: how often is what was proposed. */
const QUANTITY = / (?:once|twice|(?:\d+|two|three|four|five|six|seven|eight|nine|ten) times)$/iu;

const NOUNS = String.raw`((?:(?:the|a|an|all|each|every|our|new) )?[\w'’\x60./-]+(?: [\w'’\x60./-]+){0,4}?)`;
const SUBJECTS: readonly RegExp[] = [
  // "For key collisions I would …", "The merge window filter: I'd …"
  /^(?:for|on|in|when|if) ([^,:]{3,50}?)(?:,|:| i(?:'d| would|'ll)\b| we\b)/iu,
  /^([^,:.]{3,50}):\s/u,
  new RegExp(
    String.raw`^${NOUNS} (?:is|are|was|were|has|have|may|can|could|should|must|will|would|goe?s?|uses?|lives?|hits?|runs?|gets?|retries|reads?|writes?|asks?|picks?|keeps?|takes?|ignores?|joins?|comes?|starts?|stores?|sends?|now|currently)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`(?:\b(?:i|we)(?:'d| would|'ll| will| could| can| ran| used)|^(?:shall|should|may|can) (?:i|we))(?: (?:suggest|propose) to)? (?:\w+ly )?(?!(?:use|name|call|pick|choose|take|prefer|try)\b)\w+ ${NOUNS}(?= (?:to|on|in|at|by|with|from|for|as|and|before|after|silently|immediately|right|so|since|because|that|later|instead|which|above|below|of|into|using|per|when|if|until|altogether)\b|[.,;]|$)`,
    'iu',
  ),
];

/** Of "(1) … or (2) …" the one that an answer names by its number or letter; '' when there are none, or it names none. */
export function optionChosen(text: string, answer: string): string {
  const named =
    /^(?:(?:yes|yep|ok|go (?:with|for)|let's do|option|number|i'd take|take|the)[,\s]+)*\(?([1-9a-d])\)?(?=[\s,.!]|$)/iu.exec(
      answer,
    )?.[1];
  if (named === undefined) return '';
  const options = [
    ...text.matchAll(
      /(?:^|[\s:])\(?([1-9a-d])\)\s+([^()\n]+?)(?=[,;]?\s+(?:or|and)?\s*\(?[1-9a-d]\)|[.?!](?:\s|$)|$)/giu,
    ),
  ];
  return options.find(([, label]) => label?.toLowerCase() === named.toLowerCase())?.[2]?.replace(/[,;]$/u, '') ?? '';
}
