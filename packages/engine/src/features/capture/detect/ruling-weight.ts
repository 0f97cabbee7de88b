import { cuesIn } from '../../../base/text/sentences.ts';

// English. What rules are made of, and what only the task at hand is made of; found on the development half of bench/capture.

/** Signs by what each of them weighs. */
type Cues = Readonly<Record<number, readonly RegExp[]>>;

/** A rule says how far it goes, what it puts aside, why it is so. */
const LASTS: Cues = {
  3: [
    /\b(?:from now on|going forward|as a rule|(?:so|the) (?:\w+ )?(?:policy|rule) is|in this codebase|in this repo)\b|^final(?:ly)?:/iu,
  ],
  1: [
    /^(?:keep|leave|sticks?|stays?|\d+)\b/iu,
    /\b(?:only|exactly|solely|exclusively|at (?:most|least)|max(?:imum)?|min(?:imum)?|up to|no more than|per (?!se\b)\p{L}+)\b/iu,
    /\b(?:never|always|ever|every(?:where|thing|body|one)?|each|all|any(?:where|thing|body|one)?|nobody|no one|nothing)\b/iu,
    /\b(?:except|exceptions?|unless|otherwise|whichever|regardless|both|even (?:if|when)|w\/o|without|until)\b/iu,
    /\b(?:instead of|rather than|as opposed to|other way round|in place of)\b|,\s*(?:but )?(?:and )?not\b| and not\b|\bnot\b[^.]{2,60}\bbut\b/iu,
    /(?<![\w.])(?:0x[\da-f]+|\d+(?:[.,]\d+)*)\s?(?:%|[a-zµ]{1,3}\b|hours?|minutes?|seconds?|days?|weeks?|months?|years?|times|attempts?|requests?|rows?|frames?)|\b(?:exactly|at|pin(?:ned)?|stays?|to|is|than|and) v?\d/iu,
    /\b(?:must|has to|have to|had to|needs? to|requires?|demands?|shall|shouldn'?t|should not|mustn'?t|don'?t (?:ever|let|touch)|can'?t|cannot|may not|(?:is|are)n'?t allowed|not (?:ok|allowed)|stays?|stuck on|no longer)\b/iu,
    /\b(?:because|since|so that|legally?|on purpose|deliberate(?:ly)?|the (?:whole )?point|by law|the law|regulations?|audit(?:ors?)?|compliance|certified|contract|spec(?:ification)?s?|datasheet|terms of service|security review)\b/iu,
    /[,.(–—-]\s*(?:otherwise|or|and|because|we|they|it|the|that|those|these|one|an?|last)\b[^.]{0,60}\b(?:would|will|won'?t|expects?|wants?|rejects?|requires?|needs?|chokes?|breaks?|broke|leaks?|dies?|crash(?:es)?|starves?|starved|explode[sd]?|isn'?t|aren'?t|doesn'?t|don'?t|bites?|bit(?:ten)?|got|had|tried|means?|kills?|lasts?|checks?|returns?|scream)\b/iu,
    /(?:[,(–—-]|\.\s)\s*(?:those|these|that|they|it|this)(?:'s| is| are|'re)\b|\bor (?:we|it|they)\b/iu,
    /^(?:\S+\s){0,4}(?:we|our|nobody|nothing|customers?|clients?|users?|they)\b(?:'ve|'re)?(?: (?:all|have|do|already|also|still))* (?:don'?t|do not|never|always|only|pin|use|keep|give|accept|allow|support|ship|store|run|write|log|treat|count|send|push|pull|name|version|own|exclude|include|convert|report|sort|refund|charge|round|deploy|release|keep|name|moving|stay|stick|switched|agreed)\b/iu,
    /\b(?:no|zero) [a-z][\w-]*(?: [\w-]+){0,3} (?:in|on|for|at|after|before|anywhere|ever|here|w\/o|without)\b|\b(?:policy|rule|convention|contract|invariant|threshold|cut-?off|default|order(?:ing)?)\b[^.]{0,40}(?:\b(?:is|are|matters)\b|=|:)|\bmatters?\b/iu,
    /\b(?:before|after|first|second|third|last|wins?|then)\b[^.]{2,80}(?:,|;|\band\b|->|→)[^.]{0,60}\b(?:after|before|second|third|last|then|wins?)\b|->|→|\bwins?\b/iu,
    /\b(?:late events?|prod(?:uction)?|timestamps?|retr(?:y|ies)|amounts|errors are|(?:null|missing|empty) (?:and|or|is|are|=)|deterministic|idempoten\w+)\b/iu,
  ],
};

/** Instructions for now, reports, feelings, looks. */
const PASSES: Cues = {
  3: [
    /^(?:(?:ok(?:ay)?|and|so|now|then|also|please|pls|just|first|next|good|great|thanks|yes|hey|hm+)[,.:!]*\s+)*(?:can|could|would|will) (?:you|u|we|i)\b/iu,
    /\b(?:maybe|perhaps|idk|i guess|i think|not sure|wondering|what if|suppose|in theory|if we ever|might|lol|whatever|looks? (?:off|wrong|good|like)|(?:is|are|be) fine|^not worth|seems|unless i'm|no idea|hmm+$)\b/iu,
    /\b(?:fails|failed|failing|broken|crashe[sd]|is (?:red|blank|wrong|slow|off)|inconsistent\w*|complain\w*|suddenly|behaving|drifted|takes? forever|shows up|jitters?|vanish\w*|doesn'?t work|not working|stuck at|wants to destroy|still (?:the same|failing)|expected:|actual:|error:|exception|warning:|step \d|only took|took \d|after step)\b/iu,
    /\b(?:this pr|for now|right now|today|yesterday|this morning|last week|tonight|just this once|not now|(?:ok|do (?:it|that)|that) later)\b|\b(?:above|below)\b/iu,
    /\bline \d+|\b(?:other|wrong|right|second|first) (?:file|one|branch|button|test)\b|^not that\b|\bi meant\b|\bi asked\b|\byou (?:keep|always|forgot|didn'?t|deleted)\b/iu,
    /^(?:whoa|wow|wtf|why|what|how|where|who|when(?:'s| is| do| did| will)|which (?:of|one|is)|is|are|does|do we|did)\b|\b(?<!but )(?:touch|change|edit|modify) (?:anything|nothing|everything)\b|\bjust make\b/iu,
    // Who tells of himself, or of how it feels, lays nothing down.
    /\b(?:i|i'm|i’m|i've|i’ve|i'll|my|me|you(?! (?:can'?t|cannot|must|may not|have to|need to)\b)|your|you're|you’re)\b(?<!\btold you)/iu,
    /\b(?:probably|usually|typically|often|theoretically|ideally|generally|essentially|definitely|feels?|sounds?|wonder\w*|imagine|highlights?|interesting|curious|thanks|gotcha|makes? (?:\w+ )?sense|makes me|rings a bell|trade-?off|regression|edge case|speaking of|on a related note|in particular|could|would be|would need|just wanted|good to (?:know|keep)|to know|intuition|help(?:s|ful)?|consider|vague\w*|technically|actually|a bit|mindful)\b/iu,
    /\bas a user i want\b|\bthe docs say\b|\bstackoverflow\b|\bmy old company\b|\bacceptance:/iu,
  ],
  2: [
    /^(?:(?:ok(?:ay)?|and|so|now|then|also|please|pls|just|first|next|good|great|thanks|yes|hey|hm+|instead of \w+ing[^,]*,)[,.:!]*\s+)*(?:fix|add|rename|remove|delete|run|rerun|retry it|update|check|find|look|show|write|deploy|push|commit|merge|revert|undo|test|measure|open|read|explain|list|translate|document|refactor|implement|build|try|flash|profile|bisect|summari[sz]e|continue|go on|generate|install|upgrade|bump|squash|kill|print|let me|let's|give|tell|ask|rewrite|unnest|call it|put (?:it|that) back|only (?:show|display|print)|i(?:'d)? (?:want|need|would like)|it should)\b/iu,
    /\b(?:buttons?|padding|margins?|fonts?|logos?|colou?rs?|icons?|screenshot|modal|tooltip|label|header|blue|red|px)\b|\b\d+px\b/iu,
    /^(?:(?:but |or |and )?(?:even )?if\b|something like|like\b|since\b[^,]*$|and with\b|must have \w+)|\b(?:must|should|may) have (?:been|\w+ed)\b/iu,
    // Nor does who tells of what happened.
    /\b(?:was|were|did|had|ran|came|went|saw|noticed|found|mentioned|remember|recall|seemed|happened|landed|flagged|emitted|paged|introduced|reminds?|used to|originally|recently|historically)\b/iu,
    /\bthe (?:bug|problem|cause|issue|error)\b|\b(?:too|otherwise) (?:stiff|good|long|short|fine)\b|\bso far\b|\bstill open\b/iu,
  ],
};

/** Who answers a question says what to do, and "it" stands in the question; by itself such a sentence is for now. */
const ALONE_PASSES: Cues = {
  2: [
    /^(?:(?:and|but|so|because|yeah|plus|essentially|exactly)[, ]+)?(?:it|that|this|they|those|these|there|such|here)(?:'s|’s|'re|\b)/iu,
    /^(?:(?:ok(?:ay)?|and|so|now|then|also|please|pls|just|first|next|good|great|thanks|yes|hey|hm+)[,.:!]*\s+)*(?:create|move|make|sort|drop|put|take|change|replace|start|stop|do|use the|go back)\b/iu,
  ],
  1: [
    // Who asks for a favour means this once.
    /\b(?:please|pls)\b/iu,
  ],
};

/**
 * How much a sentence reads like something that outlives its session: one for each sign of a rule, less for each sign that it means the task at
 * hand. Below 1 nothing speaks for it; 3 and more speak for themselves. A question has none.
 */
export function rulingWeight(sentence: string): number {
  return QUESTION.test(sentence)
    ? -1
    : sum(LASTS, sentence) - sum(PASSES, mainPart(sentence)) - sum(ALONE_PASSES, sentence);
}

/** Whether a sentence says of itself that it is laid down for longer: "from now on", "as a rule". */
export function isLaidDown(sentence: string): boolean {
  return LASTS[3]!.some((sign) => sign.test(sentence));
}

/** The same for a sentence that answers a proposal or a question: between two who know what they talk about, fewer words decide. */
export function answerWeight(sentence: string): number {
  return QUESTION.test(sentence)
    ? -1
    : sum(LASTS, sentence) - sum(PASSES, mainPart(sentence)) + (cuesIn(sentence) > 0 ? 1 : 0);
}

const QUESTION = /[?？]["')\]]*$/u;

/** Whether a sentence tells of the task at hand, of its speaker or of what happened, whatever else it says. */
export function isPassing(sentence: string): boolean {
  return sum(PASSES, mainPart(sentence)) >= 3;
}

/** What would go wrong otherwise is no report of what went wrong. */
function mainPart(sentence: string): string {
  return sentence.split(/,?\s+(?:otherwise|because|or we)\b/iu, 1)[0] ?? '';
}

function sum(cues: Cues, sentence: string): number {
  return Object.entries(cues).reduce(
    (weight, [worth, signs]) => weight + Number(worth) * signs.filter((sign) => sign.test(sentence)).length,
    0,
  );
}
