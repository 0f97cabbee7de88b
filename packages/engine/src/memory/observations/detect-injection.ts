import { foldText } from './fold-text.ts';
import { overridesElsewhere } from './other-languages.ts';

/** One shape of text that tries to steer whoever reads it, and the reason it is kept out of blocks for. */
interface InjectionPattern {
  readonly reason: string;
  readonly pattern: RegExp;
}

const OLD_ORDERS = String.raw`(?:instructions?|prompts?|rules|guidelines|directions|directives|commands|orders|context|conversation|system message|safety|messages)`;

/**
 * Shapes of injection. Conventions are imperative too ("Always run npm test before a commit"), so an imperative alone is never
 * enough: each pattern needs the reader's instructions, its role, secrecy or a way out of the machine in the same breath.
 */
const INJECTION_PATTERNS: readonly InjectionPattern[] = [
  {
    reason: 'overrides instructions',
    pattern: new RegExp(
      String.raw`\b(?:ignore|disregard|forget|override|bypass|discard|do not (?:follow|obey)|don't (?:follow|obey)|stop following)\b(?:\s+(?:all|any|every|everything|each|of|the|your|my|these|those|other|previous|prior|earlier|preceding|above|existing|current|original|initial|system|developer|safety|in|and|security)){1,6}\s+${OLD_ORDERS}\b`,
      'i',
    ),
  },
  {
    reason: 'overrides instructions',
    pattern:
      /\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:above|before|you (?:were|have been)|that (?:came|was said))/i,
  },
  {
    reason: 'overrides instructions',
    pattern:
      /\b(?:new|updated|real|actual|revised)\s+(?:system\s+)?(?:instructions?|directives?)(?:\s+(?:for|from)\s+(?:you|the (?:system|developer|user|assistant|agent|ai|admin\w*)))?\s*:/i,
  },
  {
    reason: 'overrides instructions',
    pattern:
      /\b(?:ignor(?:e|ez|a|iere)|oubliez|vergiss|olvida)\s+(?:\S+\s+){0,3}(?:instructions|instrucciones|anweisungen|istruzioni)\b/i,
  },
  {
    reason: 'overrides instructions',
    pattern:
      /(?:忽略|无视|無視|忘记|忘れ)[^。\n]{0,20}(?:指令|指示|说明|命令|提示)|(?:指示|命令|指令)[^。\n]{0,12}(?:無視|忽略|忘れ)/,
  },
  // Role tags and chat-template markers: no statement about code needs them at the start of a line or in their raw form.
  // An opening <user> is left alone: it is the usual placeholder in addresses and commands.
  {
    reason: 'role marker',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|>|\[\/?INST\]|<<\/?SYS>>/i,
  },
  {
    reason: 'role marker',
    pattern:
      /<(?:start|end)_of_turn>|<\|(?:start|message|channel|end|return|call|assistant|user)\|>|<\|(?:User|Assistant|begin|end)\b[^|\n]{0,20}\|>|<extra_id_\d>\s*(?:System|User)|\[\/?SYSTEM_PROMPT\]|(?:^|\n)Human: [^\n]{0,400}\n+Assistant: /i,
  },
  {
    reason: 'role marker',
    pattern:
      /<(?:system|assistant|developer|(?:system|assistant|user|human|developer)[-_](?:prompt|message|instructions?|reminder))\s*>|<\/(?:system|assistant|user|human|developer)\s*>/i,
  },
  {
    reason: 'role marker',
    pattern:
      /^[ \t]*(?:#{1,6}[ \t]*|\*{1,2})?(?:system|assistant|human|developer)(?:[ \t]+(?:prompt|message|override))?\*{0,2}[ \t]*:[ \t]*(?:\*{2}[ \t]*)?(?:you\b|your\b|ignore\b|from now\b|always (?:obey|comply|answer)|new\b)/im,
  },
  {
    reason: 'tool-call markup',
    pattern:
      /<\/?(?:antml:)?(?:function_calls?|invoke|tool_calls?|tool_use|tool_results?|function_results?|parameter name=)[\s>]|<\|(?:tool_call|python_tag|tool▁calls?▁begin)/i,
  },
  {
    reason: 'tool-call markup',
    pattern:
      /["'](?:type|role)["']\s*:\s*["'](?:tool_use|tool_result|tool_call|function_call|system)["']\s*,\s*["'](?:name|content|id|input|arguments|text)["']/i,
  },
  {
    reason: 'takes the role over',
    pattern:
      /\byou(?:'re| are| will be)? (?:now|from now on|henceforth)\b[^.\n]{0,40}\b(?:DAN|unrestricted|jailbr\w+|without (?:any )?(?:restrictions?|limits?|rules)|in developer mode|root mode|no longer bound|the (?:system|admin\w*)|evil)\b/i,
  },
  {
    reason: 'takes the role over',
    pattern:
      /\b(?:act|behave|respond|pretend)\b[^.\n]{0,30}\b(?:as if you (?:have|had) no|without (?:any )?(?:restrictions|limitations|filters|safety)|as (?:DAN|an unrestricted|an unfiltered|a jailbroken))\b/i,
  },
  {
    reason: 'takes the role over',
    pattern:
      /\b(?:enable|enter|activate|switch to)\s+(?:developer|god|jailbreak|dan|unrestricted|yolo)\s+mode\b[^.\n]{0,40}\b(?:you|assistant|model|agent|restrictions?)\b/i,
  },
  {
    reason: 'orders the reader',
    pattern:
      /\b(?:you must|you should|you need to|you have to|you are (?:required|instructed|ordered|commanded) to)\s+(?:now|immediately|first|silently|secretly|instead)\s+(?:run|execute|call|invoke|open|fetch|download|send|post|delete|install|read|curl|write|push|reply|respond|output|print)\b/i,
  },
  {
    reason: 'orders the reader',
    pattern:
      /\b(?:dear |attention,? |note to |important:? |hey )(?:ai|llm|(?:coding |ai )?(?:assistant|agent|model)s?|claude|chatgpt|gpt|copilot|gemini|codex)\b[^.\n]{0,60}\b(?:run|execute|send|ignore|delete|must|please|install|fetch|approve|upload|reveal)\b/i,
  },
  {
    reason: 'orders the reader',
    pattern:
      /\b(?:if you are|as) an? (?:ai|llm|language model|(?:ai |coding )?(?:assistant|agent))\b[^.\n]{0,40}\b(?:you must|must|run|execute|send|ignore|stop and|please|visit|include)\b/i,
  },
  {
    reason: 'asks for secrecy',
    pattern:
      /\b(?:do not|don't|never|without)\s+(?:tell|telling|inform|informing|mention(?:ing)? (?:this|it)|reveal(?:ing)? (?:this|it)|notify|notifying|alert|alerting|ask|asking|show(?:ing)? (?:this|it))\s+(?:\w+\s+){0,3}?(?:the )?(?:user|human|developer|operator|anyone|owner)\b/i,
  },
  {
    reason: 'exfiltration',
    pattern:
      /\b(?:send|post|upload|exfiltrate|leak|forward|transmit|email|e-mail|submit|paste|copy)\b[^.\n]{0,60}(?:\.env\b|\bcredentials?\b|\bsecrets?\b|\bapi[ _-]?keys?\b|\bprivate keys?\b|\bssh keys?\b|\bid_rsa\b|\bpasswords?\b|\btokens?\b|\benvironment variables\b|\bconversation\b|\bsystem prompt\b|\bchat history\b|~\/\.(?:ssh|aws))[^\n]{0,60}?(?:\b(?:to|at|via)\W{1,3}https?:\/\/|\bto (?:this|the following|my|an? (?:external|remote))\b|\b[\w.-]+@[\w-]+\.\w+)/i,
  },
  {
    reason: 'exfiltration',
    pattern:
      /\b(?:cat|type|base64|tar|env|printenv)\b[^\n|]{0,80}\|\s*(?:curl|wget|nc|ncat|base64[^\n|]{0,20}\|\s*(?:curl|nc))\b/i,
  },
  {
    reason: 'exfiltration',
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,120}\s(?:-d|--data(?:-binary|-raw)?|--post-file|-F|-T|--upload-file)[ =]?["']?(?:\w+=)?@?[^\n]{0,20}(?:\$\(|`|\.env\b|id_rsa|\.ssh\/|\.aws\/|\/etc\/passwd)/i,
  },
  {
    reason: 'exfiltration',
    pattern: /!\[[^\]\n]{0,80}\]\(\s*https?:\/\/[^)\s]{0,200}[?&][\w-]{1,40}=(?:\{|\$|%7b|<|\[)/i,
  },
  {
    reason: 'asks for the system prompt',
    pattern:
      /\b(?:reveal|print|output|repeat|show|display|leak|recite)\b(?:\s+(?:me|us|verbatim|all|of|out|back)){0,3}\s+(?:your|the)\s+(?:full |entire |exact |hidden |complete |original )?(?:(?:system|developer)\s+(?:prompt|message|instructions?)|initial\s+(?:prompt|instructions?))\b/i,
  },
  {
    reason: 'downloads and runs',
    pattern:
      /\b(?:you|assistant|agent|claude|please|now|must|immediately|first)\b[^.\n]{0,60}\b(?:curl|wget|iwr)\b[^\n|]{0,160}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b/i,
  },
  // A line that fetches a program and runs it needs nobody to address: whoever follows the note has run it.
  {
    reason: 'downloads and runs',
    pattern:
      /\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n|]{0,200}https?:\/\/[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python\d?|node|perl|ruby|iex)\b/i,
  },
  {
    reason: 'downloads and runs',
    pattern:
      /(?:\b(?:ba|z|da)?sh|\bsource|\beval)\b[^\n]{0,12}(?:<\(|\$\(|`)\s*(?:curl|wget)\b|\b(?:curl|wget)\b[^\n]{0,240}(?:&&|;)\s*(?:chmod\s+\+x|(?:sudo\s+)?(?:ba|z)?sh\s)|\bexec\([^\n]{0,80}(?:urlopen|requests\.get|fetch)\(/i,
  },
  {
    reason: 'downloads and runs',
    pattern:
      /\b(?:pip3?|uv|npm|pnpm|yarn|gem|cargo)\b[^\n]{0,40}\binstall\b[^\n]{0,60}(?:--(?:extra-)?index-url|--registry|-i)[ =]http:\/\//i,
  },
  {
    reason: 'claims consent',
    pattern:
      /\b(?:users?|owners?|developers?|maintainers?|admin\w*|operators?|humans?|(?:security |platform )?team)\b[^.\n]{0,24}\b(?:approved|pre-?approved|authori[sz]ed|consented|agreed|signed off|granted)\b[^.\n]{0,80}\b(?:no (?:confirmation|approval|review|question)|without (?:asking|confirmation|approval|review|a question)|unattended|go ahead|all (?:shell )?commands|(?:agents?|assistants?|you) (?:may|can)|skip|disabl\w+|force[- ]push\w*)\b/i,
  },
  {
    reason: 'claims consent',
    pattern:
      /\b(?:permission|consent|approval|authori[sz]ation)\b[^.\n]{0,60}\b(?:was|has been|have been|is|were)\s+(?:already\s+|earlier\s+)?(?:granted|given)\b(?:[^.\n]{0,12}\b(?:earlier|already|before|by the (?:user|owner|developer|admin\w*)|in advance)\b|[^.\n]{0,80}\bwithout (?:asking|confirmation))|\bno need to ask\b|\byou (?:are|have been) (?:already )?(?:authori[sz]ed|permitted|cleared|approved) (?:by|to)\b|\bas agreed with\b[^.\n]{0,40}\b(?:assistant|agent|you) (?:may|can)\b/i,
  },
  {
    reason: 'changes permissions',
    pattern:
      /\b(?:add|set|pass|use|start|enable|turn|need|needs|always|run|put|switch)\b[^\n]{0,120}(?:dangerously-skip-permissions|danger-full-access|bypassPermissions|--yolo\b|--full-auto\b|approval_policy\s*[=:]\s*["']?never|Bash\(\*\)|core\.hooksPath\s+\/dev\/null|NODE_TLS_REJECT_UNAUTHORIZED\s*=\s*["']?0)|\b(?:enable|turn on|set)\b[^.\n]{0,20}\bauto-?approv\w*\b[^.\n]{0,20}\b(?:every|all|any)\b|\b(?:sslVerify|strict-ssl)\s+(?:=\s*)?false\b/i,
  },
  // What is said where a person does not look, to somebody who does.
  {
    reason: 'speaks from markup',
    pattern:
      /(?:<!--|\/\*|\[\/\/\]:\s*#\s*\(|^[ \t]{0,24}(?:#|\/\/)|display:\s*none[^>\n]{0,40}>|hidden>)[^\n]{0,30}(?:\b(?:ai|llm|(?:coding |ai )?(?:assistant|agent|model)s?|claude|chatgpt|gpt|copilot|gemini|codex)\b\s*[:,]|@(?:ai|agent|assistant|claude|copilot|codex)\b)[^\n]{0,80}\b(?:run|remove|open|ignore|approve|report|export|put|delete|commit|don't|do not|skip|execute|send|install|add|disable|upload|read|say|write)\b/im,
  },
  // Tag characters spell invisible ASCII; only flags of regions (after U+1F3F4) use them.
  { reason: 'hidden text', pattern: /(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0020}-\u{E007E}]{4,}/u },
];

/**
 * Why a text looks like an attempt to steer the agent that reads it, or null. Such observations are stored, but kept out of blocks
 * until someone has reviewed them. A second wall, not the first: every block also says that its lines are notes and not instructions.
 * `npm run bench security` prints its rates. Source: contract section 14.
 */
export function detectInjection(text: string): string | null {
  // Zero-width characters between letters and full-width forms would hide words from the patterns.
  const plain = text.normalize('NFKC').replaceAll(/[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/gu, '');
  const folded = foldText(plain);
  return reasonOf(plain) ?? (folded === plain ? null : reasonOf(folded));
}

function reasonOf(text: string): string | null {
  const found = INJECTION_PATTERNS.find(({ pattern }) => pattern.test(text));
  return found?.reason ?? (overridesElsewhere(text) ? 'overrides instructions' : null);
}
