import { signalsOf } from './close-signals.ts';
import { readingsOf } from './fold-text.ts';
import { judgeDocument, type Sound } from './judge-document.ts';
import { KNOWN_INSTALLERS, isHarmless, isOfManner, readReports, withoutSpeakers } from './reported-text.ts';
import { mayBeForeign, overridesElsewhere } from './other-languages.ts';
import { steeringScore } from './steering-score.ts';

const ORDERS = String.raw`(?:instructions?|prompts?|rules|guidelines|directions|directives|commands|orders|constraints|policies|safeguards|guardrails|restrictions|programming|context|conversation|system message|safety|messages)`;
const DROPS = String.raw`(?:ignore|disregard|forget|override|bypass|discard|abandon|overlook|dismiss|neglect|set aside|pay no attention to|(?:do not|don't) (?:follow|obey|comply with)|stop following)`;
const OLD = String.raw`(?:previous|prior|earlier|preceding|above|your|original|initial|system|developer|safety|existing|current|everything)`;
const FILLING = String.raw`(?:all|any|every|each|of|about|the|my|these|those|that|their|other|in|and|security|policy|${OLD})`;

/**
 * Shapes of text that tries to steer whoever reads it, by the reason it is kept out of blocks for. Conventions are imperative too
 * ("Always run npm test before a commit"), so an imperative alone is never enough: each pattern needs the reader's instructions, its role,
 * secrecy or a way out of the machine in the same breath.
 */
const SHAPES: Readonly<Record<string, readonly RegExp[]>> = {
  'overrides instructions': [
    // With nothing that says whose they are, `ignore all instructions that the parser does not know` is one about code.
    new RegExp(
      String.raw`\b${DROPS}\b(?:[\s,;:-]{1,40}${FILLING}){0,6}?[\s,;:-]{1,40}(?:${OLD}(?:[\s,;:-]{1,40}${FILLING}){0,3}[\s,;:-]{1,40}${ORDERS}|(?:all|any|every|these|those|my|the)(?:[\s,;:-]{1,40}${FILLING}){0,3}[\s,;:-]{1,40}${ORDERS}(?!\s{1,16}(?:that|which|in|of|for|from|after|before|with|without|on|not|where|when|are)\b))\b`,
      'i',
    ),
    /\b(?:ignore|disregard|forget)\s{1,16}(?:everything|anything|all)\s{1,16}(?:above|before|you (?:were|have been)|that (?:came|was said))/i,
    /\b(?:ignore|disregard|forget|discard|drop|erase|unlearn)\b[^.!?\n]{0,24}\b(?:what(?:ever)?|everything|anything|all|rules?|instructions?|things)\b[^.!?\n]{0,16}\byou(?:'ve| have| had)? (?:were |been |being )?(?:told|given|know|learned|learnt|taught|said|read)\b|\btakes? (?:precedence|priority) over (?:your\b|(?:all|any|every(?:thing)?|the user(?:'s)?|previous|prior) (?:\w{1,40} ){0,2}(?:instructions?|rules|prompts?|guidelines|orders|directives|messages|says|wishes))|\b(?:treat|use|regard|consider) (?:this|the following) (?:\w{1,40} ){0,2}as your (?:new )?(?:system )?(?:prompt|instructions|rules)\b/i,
    /\b(?:prior|previous|earlier|older|existing|old|all) (?:prior |previous |earlier )?(?:rules|instructions|directives|guidelines|orders|polic(?:y|ies)|safety rules|restrictions|guardrails)\b(?!\s{1,16}(?:about|for|on|of|in)\b)[^.!?\n]{0,24}\b(?:are|is)\b[^.!?\n]{0,12}\b(?:void|cancell?ed|revoked|suspended|no longer valid|null)\b|\b(?:treat|consider|regard)\s{1,16}(?:all |the |any )?(?:prior|previous|earlier|other|your)\s{1,16}\w{1,40}\s{1,16}as\s{1,16}(?:non-\w{1,40}|void|obsolete|cancell?ed|lifted|invalid|untrusted|superseded)\b/i,
    /\b(?:new|updated|real|actual|revised)\s{1,16}(?:system\s{1,16}(?:instructions?|directives?)|(?:instructions?|directives?)\s{1,16}(?:for|from)\s{1,16}(?:you|the (?:system|developer|user|assistant|agent|ai|admin\w{0,40})))\s{0,16}:/i,
    /\b(?:ignor(?:e|ez|a|iere)|oubliez|vergiss|olvida)\s{1,16}(?:\S{1,80}\s{1,16}){0,3}(?:instructions|instrucciones|anweisungen|istruzioni)\b/i,
    /(?:忽略|无视|無視|忘记|忘れ)[^。\n]{0,20}(?:指令|指示|说明|命令|提示)|(?:指示|命令|指令)[^。\n]{0,12}(?:無視|忽略|忘れ)/,
  ],
  // Role tags and chat-template markers: no statement about code needs them at the start of a line or in their raw form.
  // An opening <user> is left alone: it is the usual placeholder in addresses and commands.
  'role marker': [
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|>|\[\/?INST\]|<<\/?SYS>>/i,
    /<(?:start|end)_of_turn>|<\|(?:start|message|channel|end|return|call|assistant|user)\|>|<\|(?:User|Assistant|begin|end)\b[^|\n]{0,20}\|>|<extra_id_\d>\s{0,16}(?:System|User)|\[\/?SYSTEM_PROMPT\]|(?:^|\n)Human: [^\n]{0,400}\n{1,4}Assistant: /i,
    /<(?:(?:system|assistant)(?!\s{0,16}>\s{0,4}(?:is|are|was|holds?|tags?|elements?|and|or|[,)]))|(?:system|assistant|user|human|developer)[-_](?:prompt|message|instructions?|reminder))\s{0,16}>|<\/(?:system|assistant|human)\s{0,16}>/i,
    /^[ \t]{0,40}(?:#{1,6}[ \t]{0,40}|\*{1,2})?(?:system|assistant|human|developer)(?:[ \t]{1,40}(?:prompt|message|override))?\*{0,2}[ \t]{0,40}:[ \t]{0,40}(?:\*{2}[ \t]{0,40})?(?:you\b|your\b|ignore\b|from now\b|always (?:obey|comply|answer)|new\b)/im,
    /^#{2,4} ?(?:Instruction|Input)s?:[^]{1,2000}?^#{2,4} ?(?:Response|Output):/im,
  ],
  'tool-call markup': [
    /\[TOOL_CALLS\]|\bassistant to=(?:functions|python|browser)\b|"role"\s{0,16}:\s{0,16}"system"\s{0,16},(?!\s{0,16}"content"\s{0,16}:\s{0,16}"You are (?:a|an|the) )/,
    /<\/?(?:antml:)?(?:function_calls?|invoke|tool_calls?|tool_use|tool_results?|function_results?|parameter name=)[\s>]|<\|(?:tool_call|python_tag|tool▁calls?▁begin)/i,
    /["'](?:type|role)["']\s{0,16}:\s{0,16}["'](?:tool_use|tool_result|tool_call|function_call)["']\s{0,16},\s{0,16}["'](?:name|content|id|input|arguments|text)["']/i,
  ],
  'takes the role over': [
    /\byou(?:'re| are| will be)? (?:now|from now on|henceforth)\b[^.\n]{0,40}\b(?:DAN|unrestricted|jailbr\w{1,40}|without (?:any )?(?:restrictions?|limits?|rules)|in developer mode|root mode|no longer bound|the (?:system|admin\w{0,40})|evil)\b/i,
    /\b(?:act|behave|respond|pretend)\b[^.\n]{0,30}\b(?:as if you (?:have|had) no|without (?:any )?(?:restrictions|limitations|filters|safety)|as (?:DAN|an unrestricted|an unfiltered|a jailbroken))\b/i,
    /\b(?:enable|enter|activate|switch to)\s{1,16}(?:sudo|god|jailbreak|dan|unrestricted|yolo)\s{1,16}mode\b|\b(?:developer|debug) mode (?:is )?(?:enabled|activated|on)\b[^\n]{0,60}\b(?:filters?|restrictions?|answer|you|disclaimers?)\b|\b(?:you are|as) DAN\b|\bdo anything now\b/i,
    /\b(?:disable|remove|ignore|bypass|turn off|switch off|drop|lift)\s{1,16}your\s{1,16}(?:\w{1,40} ){0,2}(?:filters?|restrictions?|safety|safeguards|guardrails|limits|limitations|polic(?:y|ies))\b|\b(?:pretend|roleplay|role-play|act|behave)\b[^.\n]{0,12}\b(?:as|to be|like|you are)\s{1,16}(?:an? )?(?:\w{1,40} )?(?:DAN|unfiltered|unrestricted|uncensored|jailbroken|evil|(?:ai|model|chatbot|assistant) (?:without|with no))\b/i,
  ],
  'orders the reader': [
    /\b(?:you must|you should|you need to|you have to|you are (?:required|instructed|ordered|commanded) to)\s{1,16}(?:now|immediately|first|silently|secretly|instead)\s{1,16}(?:run|execute|call|invoke|open|fetch|download|send|post|delete|install|read|curl|write|push|reply|respond|output|print)\b/i,
    /\b(?:dear |attention,? |note to |important:? |hey )(?:ai|llm|(?:coding |ai )?(?:assistant|agent|model)s?|claude|chatgpt|gpt|copilot|gemini|codex)\b[^.\n]{0,60}\b(?:run|execute|send|ignore|delete|must|please|install|fetch|approve|upload|reveal)\b/i,
    /\b(?:if you are|as) an? (?:ai|llm|language model|(?:ai |coding )?(?:assistant|agent))\b[^.\n]{0,40}\b(?:you must|must|run|execute|send|ignore|stop and|please|visit|include)\b/i,
  ],
  'asks for secrecy': [
    /\b(?:do not|don't|never|without)\s{1,16}(?:tell|telling|inform|informing|mention(?:ing)? (?:this|it)|reveal(?:ing)? (?:this|it)|notify|notifying|alert|alerting|show(?:ing)? (?:this|it))\s{1,16}(?:\w{1,40}\s{1,16}){0,3}?(?:the )?(?:user|human|developer|operator|anyone|owner)\b(?! your\b)/i,
  ],
  exfiltration: [
    /\b(?:send|post|upload|exfiltrate|leak|forward|transmit|email|e-mail|submit|paste|copy)\b[^.\n]{0,60}(?:\.env\b|\bcredentials?\b|\bsecrets?\b|\bapi[ _-]?keys?\b|\bprivate keys?\b|\bssh keys?\b|\bid_rsa\b|\bpasswords?\b|\btokens?\b|\benvironment variables\b|\bconversation\b|\bsystem prompt\b|\bchat history\b|~\/\.(?:ssh|aws))[^\n]{0,60}?(?:\b(?:to|at|via)\W{1,3}https?:\/\/|\bto (?:this|the following|my|an? (?:external|remote))\b|\b[\w.-]{1,40}@[\w-]{1,40}\.\w{1,40})/i,
    /\b(?:cat|type|base64|tar|env|printenv)\b(?![^\n|]{0,40}\b(?:payload|body|data|request|event|coverage|openapi|spec|query|manifest|schema)\b)[^\n|]{0,80}\|\s{0,16}(?:curl|wget|nc|ncat|base64[^\n|]{0,20}\|\s{0,16}(?:curl|nc))\b/i,
    /\b(?:curl|wget)\b[^\n]{0,120}\s(?:-d|--data(?:-binary|-raw)?|--post-file|-F|-T|--upload-file)[ =]?["']?(?:(?:\w{1,40}=)?@(?!-|[^\s"'`]{1,80}\.(?:json|xml|ya?ml|ndjson|lcov|graphql|bin)\b)[\w.~/$]|(?:\w{1,40}=)?@?[^\n]{0,20}(?:\$\((?!\s{0,4}(?:date|jq|(?:cat|jq)\b[^)\n]{0,40}\b(?:payload|body|data|request|event|query|manifest|schema)\b))|`\s{0,2}(?:cat|env|printenv|whoami|hostname|id|git)\b|\.env\b|id_rsa|\.ssh\/|\.aws\/|\/etc\/passwd))/i,
    /!\[[^\]\n]{0,80}\]\(\s{0,16}https?:\/\/(?!img\.shields\.io|badge)[^)\s]{0,200}[?&][\w-]{1,40}=(?:\{|\$|%7b|<|\[)/i,
  ],
  'asks for the system prompt': [
    /\b(?:reveal|print|output|repeat|show|display|leak|recite)\b(?:\s{1,16}(?:me|us|verbatim|all|of|out|back)){0,3}\s{1,16}(?:your|the)\s{1,16}(?:full |entire |exact |hidden |complete |original )?(?:(?:system|developer)\s{1,16}(?:prompt|message|instructions?)|initial\s{1,16}(?:prompt|instructions?))\b/i,
  ],
  'downloads and runs': [
    /\b(?:you|assistant|agent|claude|please|now|must|immediately|first)\b[^.\n]{0,60}\b(?:curl|wget|iwr)\b[^\n|]{0,160}\|\s{0,16}(?:sudo\s{1,16})?(?:ba|z)?sh\b/i,
    // A line that fetches a program and runs it needs nobody to address: whoever follows the note has run it.
    new RegExp(
      String.raw`\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n|]{0,200}https?:\/\/(?!${KNOWN_INSTALLERS})[^\n|]{0,200}\|\s{0,16}(?:sudo\s{1,16})?(?:(?:ba|z|da|k)?sh|python\d?|node|perl|ruby|iex)\b`,
      'i',
    ),
    /\bdecode\b[^.\n]{0,40}\b(?:base64|rot13|hex)\b[^.\n]{0,60}\b(?:execute|run|follow|do|obey)\b|\beval\(\s{0,16}(?:atob|Buffer\.from)\(/i,
    new RegExp(
      String.raw`(?:\b(?:ba|z|da)?sh|\bsource|\beval)\b[^\n]{0,12}(?:<\(|\$\(|\x60)\s{0,16}(?:curl|wget)\b(?![^\n]{0,120}${KNOWN_INSTALLERS})[^\n]{0,120}`,
      'i',
    ),
    /\b(?:curl|wget)\b[^\n]{0,240}(?:&&|;)\s{0,16}(?:chmod\s{1,16}\+x[^\n&;]{0,60}(?:&&|;)\s{0,16}(?:sudo\s{1,16})?\.?\/(?!usr)|(?:sudo\s{1,16})?(?:ba|z)?sh\s)|\bexec\([^\n]{0,80}(?:urlopen|requests\.get|fetch)\(/i,
    /\b(?:pip3?|uv|npm|pnpm|yarn|gem|cargo)\b[^\n]{0,40}\binstall\b[^\n]{0,60}(?:--(?:extra-)?index-url|--registry|-i)[ =]http:\/\/(?!localhost|127\.)/i,
  ],
  'claims consent': [
    /\b(?:users?|owners?|developers?|maintainers?|admin\w{0,40}|operators?|humans?|(?:security |platform )?team)\b[^.\n]{0,24}\b(?:approved|pre-?approved|authori[sz]ed|consented|agreed|signed off|granted)\b[^.\n]{0,80}\b(?:no (?:confirmation|approval|review|question)|without (?:asking|confirmation|approval|review|a question)|unattended|go ahead|all (?:shell )?commands|(?:agents?|assistants?|you) (?:may|can)|skip|disabl\w{1,40}|force[- ]push\w{0,40})\b/i,
    /\b(?:permission|consent|approval|authori[sz]ation)\b[^.\n]{0,60}\b(?:was|has been|have been|is|were)\s{1,16}(?:already\s{1,16}|earlier\s{1,16})?(?:granted|given)\b(?:[^.\n]{0,12}\b(?:earlier|already|before|by the (?:user|owner|developer|admin\w{0,40})|in advance)\b|[^.\n]{0,80}\bwithout (?:asking|confirmation))|\bno need to ask\b|\byou (?:are|have been) (?:already )?(?:authori[sz]ed|permitted|cleared|approved) (?:by|to)\b(?! (?:use|copy|modify|redistribute|share|distribute)\b)|\bas agreed with\b[^.\n]{0,40}\b(?:assistant|agent|you) (?:may|can)\b/i,
  ],
  'changes permissions': [
    /\b(?:add|set|pass|use|start|enable|turn|need|needs|always|run|put|switch)\b[^\n]{0,120}(?:dangerously-skip-permissions|danger-full-access|bypassPermissions|--yolo\b|--full-auto\b|approval_policy\s{0,16}[=:]\s{0,16}["']?never|Bash\(\*\)|core\.hooksPath\s{1,16}\/dev\/null|NODE_TLS_REJECT_UNAUTHORIZED\s{0,16}=\s{0,16}["']?0)|\b(?:enable|turn on|set)\b[^.\n]{0,20}\bauto-?approv\w{0,40}\b[^.\n]{0,20}\b(?:every|all|any)\b/i,
  ],
  // What is said where a person does not look, to somebody who does.
  'speaks from markup': [
    /(?:<!--|\/\*|\[\/\/\]:\s{0,16}#\s{0,16}\(|^[ \t]{0,24}(?:#|\/\/)|display:\s{0,16}none[^>\n]{0,40}>|hidden>)[^\n]{0,30}(?:\b(?:ai|llm|(?:coding |ai )?(?:assistant|agent|model)s?|claude|chatgpt|gpt|copilot|gemini|codex)\b\s{0,16}[:,]|@(?:ai|agent|assistant|claude|copilot|codex)\b)[^\n]{0,80}\b(?:run|remove|open|ignore|approve|report|export|put|delete|commit|don't|do not|skip|execute|send|install|add|disable|upload|read|say|write)\b/im,
  ],
};

interface InjectionPattern {
  readonly reason: string;
  readonly pattern: RegExp;
}

/** In the order in which they are tried. */
export const INJECTION_PATTERNS: readonly InjectionPattern[] = Object.entries(SHAPES).flatMap(([reason, patterns]) =>
  patterns.map((pattern) => ({ reason, pattern })),
);

/** Tag characters spell invisible ASCII; only flags of regions (after U+1F3F4) use them. */
const HIDDEN_TEXT = /(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0020}-\u{E007E}]{4}/u;

/** From what score on a text waits for review; whoever is not of the project is believed less (docs/reference/observations.md has the rates of both). */
const TOO_STEERING = { own: 1.5, history: 1.5, document: 1, outside: 1.25 } as const;
/** What speaks of attacks has their words in it: so much more is asked of it, and two signals are not enough. */
const OF_REPORTS = 1.5;
/** A dialogue has many sentences, so its most suspicious one scores higher than that of a note. */
const OF_DIALOGUES = 1.5;

/** What is known of a text beside its words. */
export interface InjectionContext {
  /**
   * `talk`: said in a session, where "from now on" and "silently" are everyday words, so only whole shapes count.
   * `own`: written in the project.
   * `history`: a commit message, which explains at length what must and must never be: the words of each sentence are judged by themselves.
   * `document`: a section of a document of the project: each paragraph and each item of a list is judged by itself.
   * `outside`: written by nobody of the project (`metadata.provenance: 'outside'`).
   * (Default: 'own')
   */
  readonly origin?: TextOrigin;
}

/** Where a text comes from. */
export type TextOrigin = 'talk' | 'own' | 'history' | 'document' | 'outside';

/**
 * Why a text looks like an attempt to steer the agent that reads it, or null. Such observations are stored, but kept out of blocks
 * until someone has reviewed them. A second wall, not the first: every block also says that its lines are notes and not instructions.
 * `npm run bench security` prints its rates. Source: contract section 14.
 */
export function detectInjection(text: string, { origin = 'own' }: InjectionContext = {}): string | null {
  if (HIDDEN_TEXT.test(text)) return 'hidden text';
  for (const whole of readingsOf(text)) {
    const { told: reading, isOfAttacks } = readReports(whole);
    const isForeign = mayBeForeign(reading);
    const shape = shapeOf(reading, isForeign, origin);
    if (shape !== null) return shape;
    if (origin === 'talk') continue;
    // A stranger's dialogue is read with its speakers: it may be made up.
    const dialogue = origin === 'outside' ? null : withoutSpeakers(reading);
    const limit = TOO_STEERING[origin] + (isOfAttacks ? OF_REPORTS : 0) + (dialogue === null ? 0 : OF_DIALOGUES);
    // What says little by itself: two signals close together, or the sum of what the text speaks of.
    const { close, score, signs } = soundOf(dialogue ?? reading, isForeign, origin);
    if (close !== null && !isOfAttacks) return close;
    if (score >= limit) return `sounds like steering: ${signs.join(', ')}`;
  }
  return null;
}

function soundOf(text: string, isForeign: boolean, origin: TextOrigin): Sound {
  if (origin === 'document') return judgeDocument(text, isForeign);
  const { seen, close } = signalsOf(text, isForeign);
  return { close, ...steeringScore(text, seen, origin === 'history') };
}

function shapeOf(text: string, isForeign: boolean, origin: TextOrigin): string | null {
  const found = INJECTION_PATTERNS.find(({ reason, pattern }) => {
    const match = pattern.exec(text);
    return (
      match !== null && !isHarmless(text, reason, match) && !(origin === 'document' && isOfManner(text, reason, match))
    );
  });
  return found?.reason ?? (isForeign && overridesElsewhere(text) ? 'overrides instructions' : null);
}
