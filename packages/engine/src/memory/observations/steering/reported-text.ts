// Whole addresses: half of all READMEs have one, and nobody but its vendor can change what it serves.
const HOSTS =
  'sh.rustup.rs|get.docker.com|test.docker.com|deno.land/install.sh|bun.sh/install|bun.com/install|astral.sh/uv/install.sh|astral.sh/ruff/install.sh|install.python-poetry.org|get.pnpm.io/install.sh|get.sdkman.io|get.volta.sh|ollama.com/install.sh|ollama.ai/install.sh|starship.rs/install.sh|get.k3s.io|get.rke2.io|tailscale.com/install.sh|fly.io/install.sh|get.helm.sh|nixos.org/nix/install|install.determinate.systems/nix|mise.run|mise.jdx.dev/install.sh|get.rvm.io|pyenv.run|install.duckdb.org|claude.ai/install.sh|opencode.ai/install|cursor.com/install|cli.doppler.com/install.sh|dl.dagger.io/dagger/install.sh|get.pulumi.com|install.meteor.com|sdk.cloud.google.com|aka.ms/installazureclilinux|aka.ms/installazureclideb|get.jenv.be|setup.atuin.sh|get.scoop.sh|community.chocolatey.org/install.ps1|chocolatey.org/install.ps1|bootstrap.pypa.io/get-pip.py|foundry.paradigm.xyz|sh.vector.dev|get-ghcup.haskell.org|wasmtime.dev/install.sh|wasmer.io|get.wasmer.io|rustwasm.github.io/wasm-pack/installer/init.sh|fnm.vercel.app/install|deb.nodesource.com/setup_lts.x|deb.nodesource.com/setup_20.x|deb.nodesource.com/setup_22.x|packagecloud.io/install|toolbelt.heroku.com/install.sh|cli-assets.heroku.com/install.sh|install.goreleaser.com|get.trunk.io|dot.net/v1/dotnet-install.sh|get.webi.sh|webi.sh|zed.dev/install.sh|get.gleam.run|elixir-lang.org/install.sh';

/** Addresses of installers that many guides name; what may stand behind the address ends it. */
export const KNOWN_INSTALLERS: string = String.raw`(?:${HOSTS.replaceAll('.', String.raw`\.`)}|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|ohmyzsh\/ohmyzsh|helm\/helm|pyenv\/pyenv-installer|junegunn\/fzf|k3d-io\/k3d|anchore\/\w{1,12}|aquasecurity\/trivy|golangci\/golangci-lint)\/[\w./-]{1,60})[\s'"\x60)]`;

// What a text tells of, and does not ask for: advisories, tests and guides quote attacks, forbid them, and name commands that are dangerous.

/** It speaks of attacks, or of what finds them. */
const REPORTS =
  /\b(?:attack(?:s|er|ers|ed)?|adversar\w{1,10}|injections?|injected|jailbreak(?:s|ing)?|malicious (?:actors?|pages?|texts?|readmes?|comments?|instructions?|prompts?|tools?|web ?sites?|documents?|servers?|packages?|inputs?|users?|content|issues?|files?|e-?mails?|skills?|plugins?|code)|poisoned|phishing|exploits?|payloads?|CVE-\d{4}|GHSA-|vulnerab\w{1,10}|advisory|advisories|OWASP|red[- ]team\w{0,6}|threat model|honeypot|proof of concept|detect(?:s|ed|or|ion)?|scanner|flags?|flagged|filter(?:s|ed)?|sanitiz\w{1,8}|sanitis\w{1,8}|mitigat\w{1,8}|untrusted|phrases?|sentences? (?:such|like)|test case|fixture|regression test|scam\w{0,5}|social engineering)\b|\b(?:such as|e\.g\.|for example|the words?|the string|the text|the phrase|that says|contain(?:s|ing))\s{0,3}["“`«]|提示词?注入|障害報告|再発検知|インシデント報告|事故报告|测试数据|回归测试|장애 보고|회귀 테스트|测试用例|攻击|攻擊|攻撃|공격|例如|例えば|예를 들어|漏洞|脆弱性|취약점|(?:ataque|ataques|attaque|angriff|angreifer|por ejemplo|por exemplo|par exemple|zum beispiel|inyecci[oó]n|inje[cç][aã]o|атак|уязвим|например|saldır|tấn công|serangan|हमल|هجوم|vulnerabil|schwachstelle|lücke|faille)|プロンプトインジェクション|프롬프트 인젝션/i;
/** What stands between quotation marks, or is set as code. */
const QUOTED =
  /"[^"\n]{3,300}"|“[^”\n]{3,300}”|`[^`\n]{3,300}`|«[^»\n]{3,300}»|「[^」\n]{3,300}」|(?<![\w])'[^'\n]{3,300}'(?!\w)/g;
/** A marker that is named, with nothing in it. */
const NAMED_MARKER = /`[<[#|][^`\s]{1,40}`/g;
const SENTENCE = /[^.!?\n]{20,600}/g;
/** Somebody else does it, may do it, or is kept from it. */
const OF_OTHERS =
  /\b(?:attackers?|adversar\w{1,10}|(?:an? |the )?(?:malicious|poisoned|crafted|hidden|hostile|compromised|untrusted) \w{2,30}|injections?|jailbreaks?(?: prompts?)?|payloads?|exploits?|vulnerability|bug|researchers|red team|detector|scanner|filter|guard|hook|rule|test|policy|sandbox|fix|patch|versions?|text|pages?|comments?|documents?|issues?|readmes?|instructions?|descriptions?|content|prompts?|messages?|inputs?|websites?|e-?mails?|files?|strings?)\b[^.!?\n]{0,80}?\b(?:can|could|may|might|would|tr(?:y|ies|ied)|was|were|instruct(?:s|ed)?|t(?:ells|old)|ask(?:s|ed)|ma(?:kes|de)|contain(?:s|ed)?|say(?:s)?|said|hid|allow(?:s|ed)|let(?:s)?|executed|led|flags?|detects?|blocks?|rejects?|refuses?|catches|strips?|looks? for|match(?:es)?|prevents?|checks?|proves?|tricks?|tricked|induced?|persuaded?|convinced?|caused?|attempt(?:s|ed)?|ignored?|treated|stripped|removed)\b/i;
/** It is said to the reader all the same. */
const TO_READER =
  /\byou (?:must|should|have to|are|need)\b|\byour (?:instructions|rules|prompt|user)\b|\b(?:note|attention|message|notice) (?:to|for)\b|\bplease\b/i;

const spaces = (run: string): string => ' '.repeat(run.length);

/** A text with blanks for what it only tells of, and whether it speaks of attacks or of what finds them. */
export function readReports(text: string): { readonly told: string; readonly isOfAttacks: boolean } {
  const plain = text.includes('`') ? text.replaceAll(NAMED_MARKER, spaces) : text;
  if (!REPORTS.test(plain)) return { told: plain, isOfAttacks: false };
  const told = plain
    .replaceAll(QUOTED, spaces)
    .replaceAll(SENTENCE, (sentence) =>
      OF_OTHERS.test(sentence) && !TO_READER.test(sentence) ? spaces(sentence) : sentence,
    );
  return { told, isOfAttacks: true };
}

const FORBIDDEN =
  /(?:\b(?:never|not|cannot|avoid|instead of|rather than|no longer|refuses? to|nobody)|n't)\b[^.!?\n:;,]{0,60}$/i;
const BEGINS_WITH_NO = /^(?:do not|don't|never|no\b)/i;
const WARNED_OF =
  /^[^.!?\n]{0,120}\b(?:never|not recommended|bad idea|must not|should not|is banned|unsafe|insecure|dangerous(?!ly))\b/i;
/** The command itself, and nothing that is named behind it. */
const WITHDRAWN =
  /^[\s'"\x60)]{0,4}(?:(?:line|step|command|call|snippet)\s{1,4})?(?:was|were|has been|have been) (?:removed|taken out|replaced|dropped)\b/i;
const ON_CONDITION = /\b(?:once|after|if|when|unless|until|whether|before|only)\b[^.!?\n]{0,60}$/i;
/** What honest guides ask of agents. */
const USUAL_REQUEST =
  /^[^.!?\n]{0,12}\b(?:not|never|read|disclose|state|label|follow (?:the|our) (?:contributing|style|code)|(?:the )?(?:unit )?(?:tests?|lint\w{0,4}|type ?checks?)|npm (?:run )?(?:test|lint|check|build)|make (?:test|lint|check))\b/i;
/** A client that shows who it is. */
const SIGNS_IN =
  /\b(?:authorization|bearer|in the (?:header|body)|to (?:get|obtain|receive) (?:an?|the|your)|exchange)\b/i;
/** What no client sends to be let in. */
const NO_CLIENT =
  /\.env\b|\bssh\b|\bprivate\b|conversation|history|environment|\ball\b|contents?\b|curl|system prompt|~/i;
const KNOWN = new RegExp(KNOWN_INSTALLERS, 'i');
const SPOKEN_OF: ReadonlySet<string> = new Set(['downloads and runs', 'changes permissions', 'exfiltration']);

/** Whether what matched is no order after all: forbidden, warned of, a condition, a usual request, or a known installer. */
export function isHarmless(text: string, reason: string, { 0: found, index }: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, index - 80), index);
  const after = text.slice(index + found.length, index + found.length + 160);
  if (!BEGINS_WITH_NO.test(found) && FORBIDDEN.test(before)) return true;
  if (reason === 'exfiltration' && SIGNS_IN.test(after) && !NO_CLIENT.test(found)) return true;
  if (SPOKEN_OF.has(reason) && (WARNED_OF.test(after) || WITHDRAWN.test(after))) return true;
  if (reason === 'claims consent') return ON_CONDITION.test(before);
  if (reason === 'orders the reader') return USUAL_REQUEST.test(after);
  return reason === 'downloads and runs' && KNOWN.test(`${found} `);
}

/** What stands behind "do not tell the user" when it asks for fewer words, and not for secrecy. */
const OF_MANNER =
  /^\s{1,4}(?:what|which \w{1,20}|how|that|when) (?:you(?:'re| are) (?:going|about) to|you(?:'ll| will| plan| intend)) /i;

/** Whether what sounds like a secret asks an agent only not to announce its work: a rule of many projects. */
export function isOfManner(text: string, reason: string, { 0: found, index }: RegExpExecArray): boolean {
  return reason === 'asks for secrecy' && OF_MANNER.test(text.slice(index + found.length, index + found.length + 80));
}

/** Who speaks, at the beginning of a line. */
const SPEAKER = /^[ \t*]{0,8}(user|human|assistant)[ \t*]{0,4}:[ \t*]{0,8}/gim;
const BEGINS_WITH_SPEAKER = /^\s{0,8}[*]{0,2}(?:user|human|assistant)\b/i;

/** A dialogue without the names of its speakers, so that "assistant:" is nobody whom the text addresses; null when it is no dialogue. */
export function withoutSpeakers(text: string): string | null {
  if (!BEGINS_WITH_SPEAKER.test(text)) return null;
  const speakers = new Set(Array.from(text.matchAll(SPEAKER), ([, name]) => name!.toLowerCase()));
  return speakers.size > 1 ? text.replaceAll(SPEAKER, '') : null;
}
