import type { ObservationKind } from '../../memory/observations/observation.ts';

/** What found a statement. */
export type CaptureDetector =
  | 'explicit'
  | 'decision'
  | 'convention'
  | 'correction'
  | 'ruling'
  | 'answer'
  | 'confirmation'
  | 'recap'
  | 'error-fix'
  | 'pasted-error'
  | 'repeated-edit'
  | 'session-summary'
  | 'extractor';

/** Something that a session learned, before it is an observation. */
export interface CapturedStatement {
  readonly detector: CaptureDetector;
  readonly kind: ObservationKind;
  readonly content: string;
  /** Files that it is about; [] = none is named. */
  readonly paths: readonly string[];
  /** ISO-8601 UTC. When it was said or seen. */
  readonly at: string;
  /** The activity that it comes from; null = none, or several. */
  readonly seq: number | null;
  /** What its user had stated before in the same conversation, and took back by it. (Default: nothing) */
  readonly replaces?: readonly string[];
  /** Of `extractor`: the service and the model that said so. */
  readonly modelId?: string;
  /** Of `extractor`: the activities that tell what it rests on. */
  readonly passages?: readonly number[];
}

/** Nobody but the one who said it knows what these words mean tomorrow. */
const LOCAL: readonly RegExp[] = [
  /\b(?:for now|right now|just this once|this time|this once|temporarily|for the moment|at the moment|for today|today|tomorrow|tonight|for this (?:task|one|pr|commit|change|session)|in this (?:session|task|conversation|chat|pr|commit|branch))\b/iu,
  /\b(?:here|these|those|above|below|aforementioned)\b/iu,
  // "this" with a place is a rule about the place; anything else of "this" was pointed at.
  /\bthis\b(?! (?:whole |entire )?(?:repo|repository|project|codebase|code base|monorepo|team|organi[sz]ation|company|package|service|app|application|library|workspace)\b)/iu,
  /(?<!\b(?:agreed|decided|settled|sure|so|remember|mind|forget|means|ensure|such) )\bthat\b(?=\s*(?:$|[.,;!)]|instead|again|way\b|one\b|approach|thing|file|function|method|test|line|error|change|bug|button|page|part|stuff))/iu,
  /\b(?:option|approach|variant|idea|solution) (?:[a-d]|\d|one|two|three)\b|\b(?:the )?(?:first|second|third|last|former|latter|other) (?:one|option|approach|version|variant|idea|solution)\b|\b(?:yours|mine)\b/iu,
  // What "it" is was said before, unless the sentence is long enough to say it itself.
  /^(?:\S+\s){0,3}(?:it|them|him|her)\b/iu,
];

/** No rule. */
const DOUBTFUL: readonly RegExp[] = [
  /^(?:maybe|perhaps|possibly|i (?:think|guess|wonder|suppose|believe|doubt|feel)|what if|suppose|imagine|if we|let's see|not sure|wondering|should we|do we|could we)\b/iu,
  /\b(?:haven't|have not|hasn't|not yet|still|almost|nearly) (?:yet )?(?:decided|agreed|settled)\b|\b(?:not|never) (?:decided|agreed|settled)\b/iu,
  /^you (?:always|never|keep|kept)\b/iu,
  /\blol\b|\bjk\b|\bkidding\b/iu,
];

/** "It always fails": what happens, and no rule about it. */
const BEHAVES =
  /(?<!\b(?:must|should) )\b(?:always|never) (?:again|mind|know|knew|known|get|gets|got|see|sees|seen|had|have|has|hit|hits|fail|fails|failed|crash|crashes|return|returns|returned|happen|happens|happened|seem|seems|end|ends|run into|runs into|work|works|worked|been|was|were|is|are|forget|forgets|forgot|lose|loses|lost|tried|heard|liked|wanted|understood|used to|reaches|resolves|finishes|fires|triggers|terminates|completes|shows|renders|loads|called|updated|rendered|executed|reached|cleared|closed|released|resolved|set|invoked)\b(?! (?:to|up) (?:use|run)\b)/iu;

/** A reason at the end may point at what the sentence says: ", those are the test stores". */
const REASON = /[,(–—-]+\s*(?:those|these|that|they|it)(?:'s|’s| is| are|'re)\b[^.]*/giu;

const MOST_WORDS = 60;
const FEWEST_WORDS = 3;
const FEWEST_CHARACTERS = 12;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Why a sentence is no statement that outlives its prompt; null = nothing speaks against it. */
export function refuseStatement(content: string): 'local' | 'doubtful' | 'behaviour' | 'length' | null {
  // Two characters of a script without blanks are a word.
  const unspaced = content.match(UNSPACED)?.length ?? 0;
  const words = content.split(/\s+/u).length + unspaced / 2;
  if (words < FEWEST_WORDS || words > MOST_WORDS || content.length + unspaced < FEWEST_CHARACTERS) return 'length';
  const main = content.replaceAll(REASON, '');
  if (LOCAL.some((pattern) => pattern.test(main))) return 'local';
  if (DOUBTFUL.some((pattern) => pattern.test(content))) return 'doubtful';
  return BEHAVES.test(content) ? 'behaviour' : null;
}
