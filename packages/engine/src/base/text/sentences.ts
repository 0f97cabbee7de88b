/** A title, a version, a domain name or an abbreviation ends no sentence: what follows a full stop must begin one. */
const END = /(?<=[.!?]["'”’)\]]{0,2}|;)\s+(?=["'“‘`(*[]{0,2}[\p{Lu}\d`])|(?<=;)\s+|(?<=[。！？])/u;

const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|Mr|Mrs|Ms|Dr|No|Fig|Eq|resp|incl|excl)\.$/u;

/** The sentences of a text, in their order; a line ends one, and so does a semicolon. Never fails. */
export function splitSentences(text: string): string[] {
  return text.split(/\n+/u).flatMap((line) => joinAbbreviated(line.split(END)));
}

function joinAbbreviated(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts.map((text) => text.replaceAll(/\s+/gu, ' ').trim()).filter((text) => text !== '')) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATED.test(before)) sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}

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
