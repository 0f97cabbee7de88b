import type { CaptureDetector } from '../captured-statement.ts';

/** A way in which people state what holds from now on. */
export interface StatementPattern {
  readonly detector: Extract<CaptureDetector, 'explicit' | 'decision' | 'convention' | 'correction'>;
  /** What it matches is stated; a group named `rest` is the statement, else the whole sentence is. */
  readonly pattern: RegExp;
}

function patternsOf(detector: StatementPattern['detector'], ...shapes: readonly string[]): StatementPattern[] {
  return shapes.map((shape) => ({ detector, pattern: new RegExp(shape, 'iu') }));
}

// English. Each shape needs more than one sign that the sentence outlives the task: "always" alone is in half of all bug reports.

/** How sentences of chats begin. */
const LEAD = String.raw`^(?:(?:ok(?:ay)?|also|and|so|but|btw|by the way|hey|hi|right|alright|yes|yeah|great|thanks|thank you|fyi|important|rule|note|reminder|one more thing|another thing|in general|generally|please|pls|just)[,.:!]*\s+)*`;

/** The places that a rule is about: more than the task at hand. */
const PLACE = String.raw`(?:this|our|the) (?:whole |entire )?(?:repo|repository|project|codebase|code base|code|monorepo|team|organi[sz]ation|company|package|service|app|application|library|workspace)`;

/** Verbs that begin a rule for whoever works on code. */
const RULE_VERB = String.raw`(?:use|run|call|write|put|keep|add|commit|push|merge|import|export|name|prefer|avoid|check|test|format|lint|validate|escape|wrap|log|store|return|throw|catch|handle|document|update|bump|pin|squash|rebase|create|open|ask|read|set|pass|declare|define|mock|delete|remove|edit|modify|touch|change|hardcode|hard-code|install|deploy|release|expose|include|follow|make|leave|start|stop|rely|depend|generate|regenerate|mutate|swallow|ignore|disable|skip|embed|inject|go|do|build|pull|fetch|have|assume|invent|hand-edit|force-push|store|send|share|cache|sort|round|convert|encode|sign|verify|seed|migrate|order|quote|prefix|suffix|inherit|extend|implement|register|subscribe|publish|emit|reuse|copy|duplicate|co-locate|colocate|split|batch|retry|cite|link|mention|reference|apply)`;

/** "From now on" in other languages, which is a rule by itself. */
const FROM_NOW_ON =
  "отныне|впредь|відтепер|надалі|bundan (?:sonra|böyle)|từ (?:giờ|nay)(?: trở đi)?|अब से|आगे से|vanaf nu|voortaan|ab (?:jetzt|sofort)|künftig|à partir de maintenant|dorénavant|a partir de ahora|de ahora en adelante|a partir de agora|daqui (?:pra|para a) frente|d[’']ora in (?:poi|avanti)|od teraz|od tej pory";

/** What is said of what stopped working since, or may come. */
const REPORTS = 'geht|funktioniert|werkt|falla|funciona|fonctionne|marche|vielleicht|misschien|quizás|peut-être|можно';

/** In these it may also be "later": only with what is forbidden or ordered. */
const FORBIDS_OR_ORDERS = [
  '(?:以后|今后|从现在起|从今以后)[^?？吗]{0,40}?(?:不要|别(?![的人])|不准|不许|禁止|必须|一律|都要|都用|只能|永远)[^?？]{2,}$',
  '(?:больше )?никогда(?: больше)? не \\p{L}{2,}(?:й|(?<!л)и|ь)(?:те)?(?!\\p{L}).*$',
  '(?:більше )?ніколи(?: більше)? не \\p{L}{2,}(?:й|(?<!л)и|ь)(?:те)?(?!\\p{L}).*$',
  '(?:앞으로|이제부터)(?:는)?\\s.{2,60}(?:지 ?마(?:세요|라|)|말(?:자|아|고|것)|금지|하자|해야 ?(?:해|돼|함|한다)|해 ?주세요)[.!]?$',
  '(?:今後|これから)は?.{2,60}(?:しないで|禁止|してください|すること)[^?？]*$',
];

/** A contrast or a reason: what makes a choice a decision. */
const CONTRAST = String.raw`(?:instead of|rather than|over|and not|, not|not|because|since|as opposed to|in favou?r of|from now on|going forward|everywhere|for (?:all|every|everything|new))`;

export const STATEMENT_PATTERNS: readonly StatementPattern[] = [
  // Asked to be remembered.
  ...patternsOf(
    'explicit',
    String.raw`${LEAD}(?:i(?:'d| would) like you to |i want you to |you (?:should|must|need to) |can you |could you )?(?:remember|memori[sz]e|keep in mind|bear in mind|don't forget|do not forget|never forget|make a note|take note|note for (?:the future|later|future sessions))(?: of)?(?: this| the following)?(?: for (?:the future|later|next time|future sessions|future reference))?\s*(?::|,|–|—|-|\bthat\b)\s*(?<rest>.+)$`,
    String.raw`${LEAD}(?:can you |could you )?(?:save|add|store|put|write|commit)(?: this| that| it| the following)? (?:to|in|into) (?:your |the |project |long-term )*memory\s*(?::|,|–|—|-|\bthat\b)\s*(?<rest>.+)$`,
    String.raw`${LEAD}(?:for (?:the future|future (?:sessions|reference|work))|for next time)\s*(?::|,|–|—|-)\s*(?<rest>.+)$`,
    String.raw`${LEAD}remember to (?<rest>(?:always|never|every time|(?:${RULE_VERB})\b.+\b(?:before|after|whenever|every time|each time|for every|on every)\b).*)$`,
  ),
  // Corrections of what the agent did.
  ...patternsOf(
    'correction',
    String.raw`^(?:no|nope|nah|wrong|not quite|stop|wait|hold on|actually|hmm|that's (?:wrong|not right|incorrect)|that is (?:wrong|not right|incorrect))\s*[,.!:;–—-]+\s*(?:please\s+)?(?<rest>(?:use|call|run|import|prefer|write|name|store|we (?:use|call|run|put|name|prefer|never|always|don't|do not)|don't|do not|never|always)\b.+?(?:${CONTRAST}|[,;:–—] ?(?:we |please )?(?:use|call|run|import|go|put|write)\b|\b(?:in|for) ${PLACE}).*)$`,
    String.raw`${LEAD}(?<rest>(?:don't|do not|stop|quit|never) (?:use|using|call|calling|import|importing|run|running|write|writing|mock|mocking)\b.+?[,;:–—-]\s*(?:instead,? |rather,? |just )?(?:use|call|import|run|prefer|go with|write)\b.+)$`,
    String.raw`${LEAD}(?:as )?i(?:'ve| have)?(?: already| just)? (?:told|asked) you(?: before| already| last time| several times| twice)* (?:(?<not>not|never) to|to) (?<rest>(?:always |never )?(?:use|run|call|prefer|commit|push|import|edit|touch|mock|write)\b.+)$`,
  ),
  // Decisions.
  ...patternsOf(
    'decision',
    String.raw`${LEAD}(?:as (?:discussed|agreed), )?(?:we|the team|team)(?:'ve| have| all)?(?: just| finally| already| now| all| recently)* (?:decided|agreed|settled|opted)\b (?:on|to|that|against|for|not to|in favou?r of)\b.+$`,
    String.raw`${LEAD}(?:the |our )?(?:final |architecture |design |team )?decision(?: is| was| made)?\s*(?::|–|—|-|\bto\b|\bthat\b)\s*(?<rest>.+)$`,
    String.raw`${LEAD}we(?:['’]ve| have)? changed our minds? (?:about|on) .{3,100}?[:;,–—] .+$`,
    String.raw`${LEAD}change (?:the|our) (?:[\w-]+ )?(?:rule|decision|policy) (?:for|about|on) [^:]{3,80}: (?!it\b|they\b|the (?:tests?|build)\b).+$`,
    String.raw`${LEAD}(?:let's|lets|we'll|we will|we're going to|we are going to|we should) (?:go|stick|stay) with .+?\s?${CONTRAST}\b.+$`,
    String.raw`${LEAD}we(?:'re| are)? (?:chose|picked|selected|went with|going with|sticking with|standardi[sz]ed on|standardi[sz]ing on)\b.+?\s?${CONTRAST}\b.+$`,
    String.raw`${LEAD}we(?:'ve| have|'re| are)?(?: just| already| recently| now)* (?:standardi[sz]ed on|dropped support for|dropping support for|no longer (?:support|use|maintain|need|ship)|don't support|do not support|(?:switched|migrated|moved|switching|migrating|moving) (?:away )?from\b.+\bto|(?:switched|migrated|switching|migrating) to|moved away from|stopped using|won't support|will not support|(?:deprecated|are deprecating)) .+$`,
  ),
  // Rules.
  ...patternsOf(
    'convention',
    String.raw`${LEAD}(?:(?:from now on|going forward|in (?:the )?future|(?:in|for|across) ${PLACE}|when (?:you|we)\b[^,]{3,80}|before (?:you |we )?[^,]{3,80}|after (?:you |we )?[^,]{3,80}|for [^,]{3,60}|on [^,]{3,40})[,:]?\s+){0,3}(?:always|never|do not ever|don't ever) (?:again )?${RULE_VERB}\b.+$`,
    String.raw`${LEAD}(?:(?:in|for|across) ${PLACE}[,:]?\s+)?(?:we|you (?:should|must|need to|have to)|everyone (?:should|must)|agents? (?:should|must)|developers (?:should|must)|[\p{L} ]{3,40} (?:should|must)) (?:always|never) (?:${RULE_VERB}|be)\b.+$`,
    String.raw`${LEAD}(?:from now on|going forward|for all (?:future|new) (?:work|changes|prs|pull requests|commits|code|files|tests|features))[,:]?\s+(?<rest>.+)$`,
    String.raw`${LEAD}(?:our|the (?:project|team|repo|house)(?:'s)?|project|team|repo|coding|house) (?:\w+ )?(?:convention|rule|policy|standard|style|guideline)s?(?: (?:here|in ${PLACE}))?\s*(?:is|are|says?|requires?|:|–|—)\s*(?:to |that )?.+$`,
    String.raw`${LEAD}(?:in ${PLACE},? we (?:only |always |never |exclusively |don't |do not )?(?:use|prefer|follow|require|avoid|write|put|keep|name|run|call|store|commit)|we (?:only |always |never |exclusively |don't |do not )?(?:use|prefer|follow|require|avoid|write|put|keep|name|run|call|store|commit)\b.+\b(?:in|across|throughout) ${PLACE})\b.*$`,
    String.raw`${LEAD}we (?:only |exclusively |strictly |generally )?(?:use|prefer|avoid|don't use|do not use)\b.+?(?:instead of|rather than|over|and not|, not|and never|, never|; use|, use|exclusively|everywhere|for everything|by convention|for all|for every)\b.+$`,
    String.raw`^(?:${FROM_NOW_ON})(?![\p{L}])(?!.*(?<!\p{L})(?:${REPORTS})(?!\p{L}))[,:]?\s+.+$`,
    ...FORBIDS_OR_ORDERS.map((shape) => `^(?:[^,，.]{0,12}[,，] ?)?${shape}`),
    String.raw`${LEAD}(?:strongly )?(?:prefer|favou?r) .+ (?:over|to|instead of|rather than) .+$`,
    String.raw`${LEAD}(?:make|be) sure (?:to|that you|you) (?:always|never) .+$|${LEAD}[\p{L}\d\x60 _./-]{3,60} must (?:always|never) .+$`,
  ),
];
