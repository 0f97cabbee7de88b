/** What rules are made of. English: another language has no such words here, and its lines count by who said them. */
const CUES: readonly RegExp[] = [
  /\b(?:only|exactly|solely|just one)\b/iu,
  /\b(?:unless|except|exceptions?|otherwise|everything else|all other|anything else|carve-out)\b/iu,
  /\b(?:instead|rather than|not|cannot|without)\b|n't\b/iu,
  /\b(?:never|always|must|any|every|all|each)\b/iu,
  /\b(?:before|after|first|last|then|order|ascending|descending|asc|desc|until|ahead of|precedence)\b/iu,
  /\b(?:inclusive|exclusive|strictly|at most|at least|both|either|regardless|even (?:if|when|though)|whether|whatever)\b/iu,
  /\b(?:deliberate(?:ly)?|keeps?|kept|drops?|dropped|stays?|ignored?|wins?|rejects?|allowed|preserved?|because|so that|on purpose)\b/iu,
  /\d/u,
  /["'`“][^"'`”]{1,60}["'`”]|[<>]=|=>|->|→/u,
  /\b(?:rules?|policy|contract|decision|invariant|canonical|default|convention)\b/iu,
];
const MOST_CUES = 5;

/** How many kinds of words that rules are made of a sentence has, 0 to 5. */
export function cuesIn(sentence: string): number {
  return Math.min(MOST_CUES, CUES.filter((cue) => cue.test(sentence)).length);
}
