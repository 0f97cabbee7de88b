import { FOREIGN_SIGNALS } from './other-languages.ts';

/** Something that a text does to steer whoever reads it. One of them is in many honest texts; two of them close together are in hardly any. */
export interface SteeringSignal {
  readonly name: string;
  /** Global. Gaps are bounded: text is untrusted. */
  readonly english: RegExp;
  readonly foreign: RegExp | null;
}

/** Who is spoken to: a model, by what it is or by its product's name. */
const MODEL = String.raw`(?:(?:large )?language models?|llms?|ais?|chatbots?|(?:ai|llm|coding|code|automated|autonomous|future)[ -](?:coding |code )?(?:agents?|assistants?|models?|bots?|tools?|reviewers?|readers?|generators?)|assistants?|agents?|claude(?: code)?|chatgpt|gpt|copilot|gemini|codex|cursor)`;
const BEGINS = String.raw`(?:^|[\n.!?:;("'>*#/{@[-]|\b(?:dear|hi|hey|hello|attention|(?:note|notice|message|hint|instructions?|important|reminder|words?) (?:to|for)|to|for|todo\(?)\b)[\s"'*@(]{0,4}(?:the |all |any |our |every ){0,2}`;
const WHO = String.raw`(?:users?|owners?|developers?|humans?|operators?|maintainers?|admin\w{0,40}|team|customers?|author|anyone|anybody|nobody|person)`;
const GUARD = String.raw`(?:guard ?rails?|safety|safeguards?|sandbox\w{0,40}|hooks?|reviews?|tests|branch protections?|confirmations?|approvals?|approval prompts?|checks?|filters?|(?:content )?polic(?:y|ies)|permissions?|security|verification|restrictions?|protections?|audit|licen[cs]e|prompts|antivirus|warnings|certificate \w{1,40})`;
const SECRET = String.raw`(?:\.env\b|credentials?\b|secrets?\b|api[ _-]?keys?\b|private keys?\b|ssh keys?\b|\bid_(?:rsa|ed25519)\b|passwords?\b|(?<!\bnext )(?:\w{1,40}_)?tokens?\b|keychain\b|environment (?:variables?|dump)\b|process\.env\b|os\.environ\b|(?:chat|conversation) history\b|of (?:the|this|our) conversation\b|prompts it receives\b|~\/\.\w{1,40}|source (?:tree|code)\b|(?:production )?(?:database|db) dump\b|(?:customer|user)s? (?:table|list|data)\b|\/etc\/(?:passwd|shadow))`;

const either = (alternatives: readonly string[], flags: string): RegExp =>
  new RegExp(alternatives.map((one) => `(?:${one})`).join('|'), flags);

// What a text forbids or refuses is no order to do it.
const NOT = String.raw`(?<!\b(?:not|never|cannot|don't|doesn't|refuses? to|nobody may|no one may|fails? to) )`;

const signal = (name: string, ...alternatives: readonly string[]): SteeringSignal => ({
  name,
  english: either(alternatives, 'gi'),
  foreign: name in FOREIGN_SIGNALS ? either(FOREIGN_SIGNALS[name] ?? [], 'giu') : null,
});

/** In the order in which a reason names them. */
export const STEERING_SIGNALS: readonly SteeringSignal[] = [
  signal(
    'addresses the agent',
    // `Agents:`, `To the assistant,`, `@copilot`
    String.raw`${BEGINS}${MODEL}(?:[/, ]{1,2}${MODEL}){0,3}(?:\s{0,16}[,:!)]|\s{1,16}--?\s|\s{1,16}(?:please|notice|hint)\b)`,
    String.raw`(?:^|[\n("'>\s])@(?:ai|agent|assistant|claude|copilot|codex|cursor|gemini)\b`,
    String.raw`\b(?:if|when|as|since|because) (?:you(?:'re| are) )?(?:an? |any |the )?${MODEL}\b`,
    String.raw`\bas an? ${MODEL}\b`,
    // Not the agent of a monitor, a build or a key ring.
    String.raw`(?<!\b(?:monitoring|build|ssh|user|backup|node|host|proxy|gpg|launch|mail|transfer|metrics|logging|log) )\b${MODEL}(?:\s{1,16}[\w'-]{1,40}){0,6}\s{1,16}(?:must|should|shall|have to|has to|needs? to|is required to|are required to|agrees? to|will now)\b`,
    String.raw`\byou are an? (?:\w{1,40} ){0,2}${MODEL}\b|\byour (?:system |hidden |content )?(?:user|owner|operator|(?:system )?prompt|instructions|guidelines|content polic(?:y|ies)|guardrails|safeguards|training|context|policies|tools|keychain|model|restrictions|configuration, including)\b`,
  ),
  signal(
    'claims consent',
    String.raw`\b(?:users?|owners?|developers?|maintainers?|admin\w{0,40}|operators?|humans?|cto|ceo|manager|lead|(?:security |platform )?team|author)\b[^.!?\n]{0,24}\b(?:approved|pre-?approved|authori[sz]ed|agreed|agrees|consented|consents|confirmed|granted|allowed|permitted|accepted|signed off|decided|(?:wants|would like|expects) you to|knows? (?:about )?(?:it|this)|(?:is|are) aware|(?:given|gave|gives|has) (?:\w{1,40} ){0,2}(?:permission|approval|consent|go-ahead)|clicked)\b`,
    String.raw`\b(?:permission|consent|approval|authori[sz]ation)\b[^.!?\n]{0,40}\b(?:was|has been|have been|is|were)\s{1,16}(?:already\s{1,16}|earlier\s{1,16})?(?:granted|given)\b`,
    String.raw`\bI (?:hereby )?(?:grant|give|confirm|authori[sz]e|allow|permit|approve)\b[^.!?\n]{0,40}\b(?:you|permission|in advance|every|any|all)\b|\byou (?:are|have been) (?:already |hereby )?(?:authori[sz]ed|permitted|cleared|approved|upgraded|promoted)\b|\bwith (?:the )?(?:user|owner|developer)'?s? (?:full |explicit )?(?:consent|approval|permission)\b`,
  ),
  signal(
    'forbids asking',
    String.raw`\bwithout (?:any |a |further |first |even |ever )?(?:asking|confirm\w{0,40}|approv\w{0,40}|prompt\w{0,40}|permission|review\w{0,40}|reading|looking|consent|refus\w{1,40}|hesitat\w{1,40}|question\w{0,40}|disclaimers?|verif\w{1,40})\b`,
    String.raw`\b(?:do not|don't|never|stop|no need to|not to|must not|need not)\s{1,16}(?:\w{1,40} ){0,1}?(?:ask|asking|confirm|prompt|prompting|wait for|question|refuse|hesitate)\b`,
    String.raw`\bno (?:\w{1,40} )?(?:confirmation|approval|consent|permission|questions?|review)\b[^.!?\n]{0,24}\b(?:required|needed|necessary|asked)\b|\b(?:confirmation|approval|consent|review|permission)\b[^.!?\n]{0,20}\b(?:not|no longer|never|un)\s?(?:needed|required|necessary)\b|\bno time (?:for|to)\b[^.!?\n]{0,20}\b(?:ask|approv\w{0,40}|confirm\w{0,40}|prompts?|review)\b`,
    String.raw`${NOT}\bskip (?:the |all |any |every )?(?:\w{1,40} )?(?:review|confirmation|approval|question)s?\b|\bunattended\b|\b(?:on|by) (?:your|their|its) own\b(?! \w)|\b(?:by )?yourself\b[.!]?$|\bauto-?(?:approv|accept|confirm|merg)\w{0,40}`,
  ),
  signal(
    'asks for secrecy',
    String.raw`\b(?:do not|don't|never|must not|mustn't|without|not to|cannot|nor)\s{1,16}(?:\w{1,40} ){0,1}?(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting|show(?:ing)? (?:this|it)|report(?:ing)? (?:this|it)|explain|explaining|disclose|disclosing|bring (?:it|this) up|list(?:ing)? (?:it|this)|log (?:it|this)|warn|warning|comment|refer)\b`,
    String.raw`\b(?:hide|conceal|keep|withhold)\b[^.!?\n]{0,40}\bfrom (?:(?:the |your |its )?${WHO}|(?:the |our |any )?(?:security |code )?(?:audit|review)\w{0,4})\b|\bkeep (?:this|it|quiet|silent)\b[^.!?\n]{0,16}\b(?:quiet|secret|private|confidential|between|about|silent)\b|\bbetween (?:us|you and me)\b|\bthis is confidential\b`,
    String.raw`\b(?:secretly|covertly|discreetly|unnoticed)\b|(?<!\b(?:never|(?:do|does|did|must|may|should|will|is|are|can) not|no longer|than|of|nor|without)\s)\b(?:silently|quietly)\b(?!\s{1,16}(?!(?:embed|feed|seed|shred|need|proceed|exceed|alias|bias|focus|always|this|its)\b)\w{2,30}(?:ed|[a-rt-z]s)\b)|\bhidden (?:call|field|link|instruction|prompt|system|message)s?\b|\b(?:delete|remove) this (?:comment|message|line|note|instruction)\b|\bwithout (?:the )?${WHO}(?:'s)? (?:knowledge|knowing|noticing)\b|\bhistory -c\b`,
  ),
  signal(
    'reaches for secrets',
    String.raw`${NOT}\b(?:send|upload|post|paste|forward|exfiltrate|leak|transmit|e-?mail|submit|copy|sync|push|attach|share|print|cat|output|show|display|include|dump|reveal|hand (?:over|out)|read|open|register|enter|append|disclose|type|export|put|encode)\b[^.!?\n]{0,50}?${SECRET}`,
    String.raw`\b\w{1,40}\((?:process\.env|os\.environ)\)|\bcat ~?\/|\b(?:env|printenv)\s{0,16}\|`,
  ),
  signal(
    'reaches out',
    String.raw`\b(?:send|upload|post|paste|forward|e-?mail|submit|copy|push|curl|wget|fetch|download|open|visit|follow|include|insert|link|load|pull|call|replace|change|register)\b[^\n]{0,80}?(?:\b(?:https?|git|ftp|ssh|wss?):\/\/|\b[\w.-]{1,40}@[\w-]{1,40}\.\w{2,24}|\b(?:\d{1,3}\.){3}\d{1,3}\b)`,
    String.raw`\b(?:send|upload|post|paste|forward|e-?mail|submit|copy|push|relay|mirror)\b[^.!?\n]{0,60}\bto (?:our|my|an? (?:external|remote|public|outside)) (?:\w{1,20} )?(?:webhook|collector|endpoint|server|host|gist|paste|bucket|relay|account|mailbox)\b`,
    String.raw`\bfrom [\w-]{1,40}(?:\.[\w-]{1,40}){1,8} and (?:run|execute|install)\b`,
  ),
  signal(
    'weakens a guard',
    String.raw`${NOT}\b(?:disable|skip|bypass|circumvent|turn off|switch off|remove|lift|ignore|override|deactivate|suspend|weaken|evade|drop|relax)\b(?:\s{1,16}[\w"'-]{1,40}){0,4}?\s{1,16}${GUARD}\b`,
    String.raw`\b${GUARD}\b[^.!?\n]{0,24}\b(?:(?:is|are|were|was|been|being)\s{1,16}(?:now |hereby |already )?(?:switched off|turned off|off|disabled|lifted|suspended|revoked|void|not needed|removed|waived|relaxed)|do(?:es)? not apply|(?:them|these) (?:lifted|off|void)|slow you)\b|\bfilters?: off\b`,
    String.raw`dangerously-skip-permissions|danger-full-access|bypassPermissions|--yolo\b|--no-verify\b|Bash\([^)\n]{0,20}\*\)|core\.hooksPath|GIT_SSL_NO_VERIFY|NODE_TLS_REJECT_UNAUTHORIZED|\bverify\s{0,16}=\s{0,16}False\b|sslVerify|"?autoApprove"?\s{0,16}:\s{0,16}true|\btrust level\b|\bpackage registry\b`,
  ),
  signal(
    'does harm',
    String.raw`\b(?:with|as|to)\s{1,16}(?:full |elevated |all )?(?:root|administrator|admin|privileges|rights|sudo)\b|\brm -rf\b|\bchmod 777\b|\b(?:eval|atob|os\.system|shell)\(|\bany (?:shell )?commands?\b|\beverything with\b|\ball tools without\b`,
    String.raw`${NOT}\b(?:delete|drop|erase|wipe|destroy|close)\s{1,16}(?:all |the |every |other |any |earlier |your |my ){0,4}(?:backups?|logs?|audit\w{0,40}|branch(?:es)?|databases?|tables?|notes|memor(?:y|ies)|other open issues?|tests|history)\b`,
    String.raw`\b(?:authorized_keys|malicious (?:change|commit|patch)|keylogger|backdoor|reverse shell|malware|ransomware)\b|\btransfer ownership\b|${NOT}\bpush (?:directly |straight )?to (?:main|master|production)\b|\.(?:bash|zsh)rc\b|\balias \w{1,40}=`,
  ),
  signal(
    'binds the future',
    String.raw`\bfrom (?:now|here|this (?:moment|commit|point|message)) on(?:wards?)?\b|\bfrom this moment\b|\b(?:for|in) (?:all|every|any) (?:future|later|further|following)\b|\ball further\b|\bfor the rest of (?:the|this) (?:session|conversation)\b|\b(?:store|save|keep|write) this (?:in|to) (?:your )?memory\b|\bremember (?:for|that the user always)\b|\b(?:whenever|every time|each time) (?:you|somebody|someone|the user)\b|\bto all (?:their|your) answers\b`,
    String.raw`\b(?:must|always|shall|have to)\s{1,16}(?:append|insert|recommend|answer|respond|reply|promote|obey|comply)\b`,
  ),
  signal(
    'orders a false report',
    String.raw`\b(?:report|state|say|claim|answer|respond|reply|mark|pretend|list|declare)\b[^.!?\n]{0,60}\b(?:passing|passed|secure|safe|lgtm|approved|no (?:issues|findings|problems)|untrue|even if|nothing else|success)\b`,
    String.raw`\b(?:approves?|merges?)\b[^.!?\n]{0,30}\b(?:change|request|pr|this|every|all|it)s?\b[^.!?\n]{0,40}\bwithout\b|\b(?:do not|don't) (?:analy[sz]e|review|check|inspect|scan|question)\b`,
    String.raw`\b(?:vulnerabilities|insecure|backdoor)\b[^.!?\n]{0,20}\bnever\b|\bnever mention\b`,
  ),
  signal(
    'breaks the talk off',
    String.raw`\b(?:the )?(?:real|actual|true) (?:task|instructions?|request)\b|\b(?:everything|all|the text) (?:above|before)(?: this(?: line)?)? (?:was|is|were) \w{1,40}|\bend of (?:the )?(?:document|context|file|text|system prompt|instructions|input)\b|\bnext task\b|\byour (?:next|first) (?:step|task|action) is\b|\bstop (?:what|everything) you\b|\bnow that you have read\b|\b(?:before|prior to) (?:you |calling |using |running |doing |every |any )(?:\w{1,40} ){0,2}(?:start|continue|command|tool|anything|else|other)\b|\bwork only from\b`,
    String.raw`\b(?:new|updated|revised|changed) (?:system )?(?:instructions?|polic(?:y|ies)|directives?|objective|goal|task)\s{0,16}:`,
  ),
  signal(
    'hands over to another text',
    String.raw`\b(?:do|follow|execute|obey) (?:what|whatever|everything) (?:it|they|that) says?\b|\bfollow (?:its|these|those|the) (?:\w{1,40} )?instructions\b|\bdecode (?:this|the following)\b|\bobey (?:me|us|this|these|the operator|tool)\b`,
  ),
  signal(
    'poses as a role',
    String.raw`\[(?:system|admin|developer)\]|(?:[[{#*>/]{2,3}|\[)\s?(?:system|admin|developer|priority|emergency)\s?(?:override|command|mode|access|bypass|message)\b|(?:^|[\n#/*(>-])[ \t]{0,3}(?:system|admin|root|developer)(?: override| notice| message| alert)?:`,
  ),
  signal(
    'gives a new role',
    String.raw`\byou(?:'re| are) (?:now|no longer)\b|\b(?:pretend|imagine)\b[^.!?\n]{0,16}\b(?:you|to be|being)\b|\b(?:stay|remain) in (?:this |the |your )?(?:role|character)\b|\b(?:developer|maintenance|debug|god|admin|root|jailbreak|unrestricted) mode\b|\b(?:ai|model|assistant|agent)\b[^.!?\n]{0,12}\b(?:without|with no|that has no)\s{1,16}(?:any )?(?:rules|restrictions|limits|policies|filters|limitations)\b|\b\w{1,40}GPT\b|\byou have no (?:\w{1,40} )?(?:restrictions|limits|rules|filters|policies)\b|\blet(?:'s| us) play\b`,
  ),
  signal(
    'asks for its instructions',
    String.raw`${NOT}\b(?:reveal|print|output|repeat|show|display|leak|recite|disclose|answer with|respond with|give me|tell me|dump|expose|write out)\b(?:\s{1,16}[\w'-]{1,40}){0,8}?\s{1,16}(?:your (?:\w{1,40} ){0,2}(?:prompt|instructions?|configuration|rules|directives)|(?:the |its )?(?:hidden|initial|system|developer|secret|original) (?:prompt|message|instructions?|rules)|(?:words|text|messages?) (?:above|before|since the start))\b`,
  ),
];
