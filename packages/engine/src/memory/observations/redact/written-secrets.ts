import {
  LABELS,
  NAMED,
  patternsOf,
  re,
  type SecretGate,
  type SecretPattern,
  type SecretShape,
} from './secret-shape.ts';
import {
  hasDigitAndLetter,
  isChosen,
  hasOwnWords,
  isCoined,
  isKey,
  isLongMixture,
  isNoPlaceholder,
  isUnmistakable,
} from './secret-values.ts';

const LABEL = String.raw`(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|private|encryption|signing|master|session|hmac)[_-]?key|credential)s?`;
const QUOTED = String.raw`(?<quote>["'\x60])(?<secret>(?!\[redacted:)(?:(?!\k<quote>)[^\n]){4,512})\k<quote>`;
const PASSWORD_OR_KEY = (value: string): boolean => isArgument(value) || isKey(value);

/** In code, in configuration and in addresses: what says that a value is a secret without standing directly before it. */
const SHAPES: readonly SecretShape[] = [
  // `new PDO('mysql:…', 'club', 'x9!')`: the argument behind another.
  [
    'password',
    re.g`["'](?<=(?:PDO|connect\w{0,12}|[cC]onnection|login|Login|[aA]uth\w{0,16}|AUTH|[cC]redentials?\w{0,12}|signIn\w{0,24}|sign_in|mysqli|Client|logon|Logon|[uU]ser|[bB]asic|[pP]assword|[lL]ogin|[wW]i-?[fF]i\.begin)\([^()\n]{0,200}["'\w],\s{0,4}["'])(?<secret>(?!\[redacted:)[^"'\n]{6,128})["']\s{0,4}[,)]`,
    isArgument,
  ],
  [
    'password',
    re.gi`\b(?:auth|credentials|basic_auth|http_auth)\s{0,2}[=:]\s{0,2}[([]\s{0,2}["'][^"'\n]{1,64}["'],\s{0,2}["'](?<secret>(?!\[redacted:)[^"'\n]{5,128})["']`,
    isArgument,
  ],
  // `sp_addlogin 'app', 'x9'`, `AUTH default x9`
  [
    'password',
    re.gm`\bsp_(?:addlogin|password)\s{1,4}'[^'\n]{1,64}',\s{0,4}["'](?<secret>(?!\[redacted:)[^"'\n]{5,128})["']|(?:^|[>)]\s{1,4})AUTH\s(?:\w{1,32}\s)?(?<bare>(?!\[redacted:)[^\s"']{6,128})$`,
    (value) => isArgument(value) || isUnmistakable(value),
  ],
  // `LinodeClient("5bea…")`
  [
    'api-key',
    re.g`\b(?:new\s[A-Z][\w.]{2,40}|\w{0,40}(?:[cC]lient|A[pP][iI]|SDK|Sdk|Provider|[iI]nit\w{0,12}|[cC]onfigure|Credentials?|[sS]igner|Hmac|hmac\.new|createHmac))\((?:[^()\n]{0,120},)?\s{0,8}b?["'\x60](?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~=-]{20,256})["'\x60]`,
    (value) =>
      isKey(value) && !/^[0-7][\dA-HJKMNP-TV-Z]{25}$|^[\da-f]{8}-|[\w-]\.[a-z]{2,4}$|^[\da-f]{40}$/.test(value),
  ],
  // `HMAC_KEY = bytes.fromhex("7eba…")`, `const token: string = "9f…"`
  [
    'api-key',
    re.gi`(?:secret|token|_key|[aA]pi_?[kK]ey|(?:secret|private|signing|hmac|encryption|master|shared|aes)_?[kK]ey|password|passphrase|salt|pepper)(?:_?[A-Za-z]{0,12}|_\d)(?:\s?:\s?[A-Za-z][\w<>.? ]{0,24}|\[\d{0,4}\]|\s(?:string|String))?["'\]]{0,2}\s{0,32}(?:=>|:=|[:=])\s{0,8}(?:(?:new\s|await\s)?[\w.:!]{1,40}\(\s{0,8}|\[\]byte\()?[bru]{0,2}["'\x60](?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~=-]{16,512})["'\x60]`,
    (value) => isKey(value) && !/^[\da-f]{8}-[\da-f]{4}-/.test(value),
  ],
  // `variable "db_password" { default = "x9" }`, `name: DB_PASSWORD` and `value: x9` behind it, `<entry key="password">x9</entry>`
  [
    'password',
    re.gi`${LABEL}[\w.-]{0,16}["']\s{0,4}:?\s{0,4}\{[^{}]{0,240}?\b(?:default|value)["']?\s{0,16}[=:]\s{0,4}"(?<secret>(?!\[redacted:)[^"\n$]{4,256})"`,
    isNoPlaceholder,
  ],
  [
    'password',
    re.gi`\b(?:name|key|id|variable|parameter\w{0,8}|field|env)["']?\s{0,4}[:=]\s{0,4}["']?[\w.-]{0,40}${LABEL}["']?(?:,?\s{1,40}|,\s{0,8})["']?(?:\w{0,12}[vV]alue|default|content)["']?\s{0,4}[:=]\s{0,4}(?:${QUOTED}|(?<bare>(?!\[redacted:)[^\s"'<>{},]{6,256}))`,
    PASSWORD_OR_KEY,
  ],
  [
    'password',
    re.gi`<[\w:.-]{1,32}\s[^<>\n]{0,80}?\b(?:name|key|id)="[\w.-]{0,40}${LABEL}"[^<>\n]{0,80}>\s{0,40}(?:<value>\s{0,8})?(?<secret>(?!\[redacted:)[^<>\s]{4,256})\s{0,8}<`,
    PASSWORD_OR_KEY,
  ],
  // `expect "assword:"` and `send "x9\r"`
  [
    'password',
    re.g`ass(?:word|phrase)[^\n]{0,24}\n?[^\n]{0,40}?\bsend(?:line|_keys)?\b\s{0,2}\(?(?:--\s)?["'](?<secret>(?!\[redacted:)[^"'\n$\\]{4,128})(?:\\[rn]){0,2}["']`,
    isNoPlaceholder,
  ],
  // A file of a user and a password, as it is written.
  [
    'password',
    re.g`(?:auth|pass|passwd|login|cred\w{0,10}|secrets?)[\w.-]{0,12}["']?\s{0,4}<<-?\s{0,2}["']?\w{1,20}["']?\n[^\n]{1,64}\n(?<secret>(?!\[redacted:)[^\s$]{5,128})\n`,
    (value) => !/[=:]/.test(value) && isNoPlaceholder(value),
  ],
  // Of routers and of servers of names, times and networks.
  [
    'password',
    re.g`\b(?:snmp-server[ \t]{1,4}community|r[ow]community6?|trap2?(?:community|sink)|(?:radius|tacacs)-server[ \t]{1,4}key|pre-shared-key(?:[ \t]{1,4}(?:local|remote|ascii-text))?|key-string|enable[ \t]{1,4}(?:secret|password)|(?:username[ \t]{1,4}\S{1,64}[ \t]{1,4}(?:privilege[ \t]{1,4}\d{1,2}[ \t]{1,4})?(?:secret|password))|neighbor[ \t]{1,4}\S{1,64}[ \t]{1,4}password|authentication-key|auth-pass|requirepass|masterauth|bindpw|rootpw|olcRootPW:|userlist|insecure-password|stats[ \t]auth[ \t]\S{1,64}(?=:)|crypto[ \t]{1,4}isakmp[ \t]{1,4}key)[ \t]{1,4}(?:[0579][ \t]{1,4})?["']?(?<secret>(?!\[redacted:|public\b|private\b)[^\s"'<>$]{4,128})`,
    (value) => isNoPlaceholder(value) && (/\d|[!@#$%^&*+]/.test(value) || isCoined(value)),
  ],
  [
    'password',
    re.g`(?<![\w.:/*-])[\w.*-]{1,64}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w.*-]{1,64}:(?<secret>(?!\[redacted:)[^\s:"']{5,128})(?=$|[\s"'])`,
    isChosen,
  ],
  [
    'password',
    re.g`["'\x60\s][\w.-]{1,64}:(?<secret>(?!\[redacted:)[^\s"'/\x60]{3,128})@(?:tcp|unix|udp|cloudsql)\(`,
    isNoPlaceholder,
  ],
  // `WITH PASSWORD = N'x9'`, `IDENTIFIED WITH … BY 'x9'`, `SET PASSWORD FOR ada = 'x9'`
  [
    'password',
    re.g`\b(?:PASSWORD(?:\s{1,4}(?:FOR|TO)\b[^\n;=]{0,80})?\s{0,4}(?:=\s{0,4})?(?:PASSWORD\()?|IDENTIFIED\b[^\n;']{0,60}\b(?:BY|AS)\s{1,4}|(?:KEY_ID|SECRET|MASTER\s{1,2}KEY)\s{0,4}=?\s{0,4})\s{0,4}[NE]?'(?<secret>(?!\[redacted:)[^'\n]{4,256})'`,
    (value) => isNoPlaceholder(value) && !/[,(] |\s\S{1,128}\s/.test(value),
  ],
  // What an address hands to whoever has it: a signature, a code, a key.
  [
    'signed-url',
    re.gi`[?&;](?:amp;)?(?:X-(?:Amz|Goog|Oss|Cos)-(?:Signature|Credential|Security-Token)|(?:q-)?signature|hmac|access_?token|id_?token|auth\w{0,8}|token|t|code|key|k|api_?key|appid|apikey|secret|password|pwd|ticket|invite|session\w{0,4}|sid|jwt|sas|policy|st|magic|otp|verify|confirm)=(?<secret>(?!\[redacted:)[\w%+/.~=-]{16,2048})`,
    (value) => isKey(value) || /^[\da-f]{64}$/.test(value),
  ],
  // `https://portal.example/reset/9f…`
  [
    'signed-url',
    re.gi`\bhttps?:\/\/[^\s"'<>]{3,160}?\/(?:(?:[a-z]{1,12}[_-])?(?:reset|invit(?:e|es|ation|ations)|magic(?:[_-]?link)?|verify|confirm|confirmation|activate|activation|recover|recovery|unlock|sign-?in|set-?password|password|share|join|hooks?|catch|feeds?|ical|private|token|auth|key|s)(?:[_-][a-z]{1,12})?)\/(?:[\w.@%-]{1,64}\/){0,2}(?<secret>(?!\[redacted:)[\w%=-]{20,512})(?=[/?#"'\x60\s)>\],.]|$)`,
    (value) =>
      isLongMixture(value.replaceAll(/[_-]/g, '')) && /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value),
  ],
  // Of chains of blocks, what an address of their hosts ends in.
  [
    'signed-url',
    re.g`\b(?:alchemy|infura|quiknode|ankr|moralis|chainstack|blastapi|nodereal)\.[\w.]{2,20}\/(?:[\w-]{1,24}\/){0,3}(?<secret>(?!\[redacted:)[\w-]{24,64})(?![\w-])`,
    isKey,
  ],
  // Of JSON Web Keys, what is private.
  [
    'private-key',
    re.g`"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"(?<secret>(?!\[redacted:)[\w-]{32,1024})"(?=[^{}]{0,2048}"kty"|(?<="kty"[^{}]{0,2048}))`,
    hasDigitAndLetter,
  ],
  // Keys in armour of their own.
  [
    'private-key',
    re.g`-----BEGIN [A-Z0-9 ]{0,40}(?:SEED|SECRET KEY|STATIC KEY V1|NKEY|USER JWT|OpenVPN Static key V1|OpenVPN tls-crypt-v2 \w{1,8} key)-{5}(?<secret>\s(?!\[redacted:)[A-Za-z0-9+/=_.\s-]{16,4096}?)(?=-{5}|$)`,
    hasDigitAndLetter,
  ],
  [
    'private-key',
    re.g`\bPrivate-Lines: \d{1,3}\s{1,2}(?<secret>(?!\[redacted:)[A-Za-z0-9+/=\s]{40,8192})`,
    hasDigitAndLetter,
  ],
  // `auth token 9f…`, `HMAC key: 9f…`: by their kind, since hashes are called keys as well.
  [
    'api-key',
    re.gi`\b(?:(?:api|app|auth|access|admin|licen[cs]e|encryption|signing|hmac|aes|master|private|secret|unseal|root|service|gossip|server|ingest\w{0,4}|project|server|account|write|read|ai|personal|test|live|prod|dev|our|my)[ _-]?(?:key|token|secret)|(?<!(?:csrf|request|page|next|idempotency|cancel\w{0,8}|continuation|resume|sync) ?)(?:token|secret))(?:\s\d{1,2}|\s\([^()\n]{1,24}\))?(?:\s{0,2}[:=]\s{0,2}|\s(?:is\s|[-–—]\s)?)["'\x60]?(?<secret>(?!\[redacted:)(?:0x)?(?:[\da-f]{64}|[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])|(?=\S{0,40}[A-Z])[A-Za-z0-9+/_=-]{24,256})`,
    isKey,
  ],
  // `config/master.key … content was 9f…`
  [
    'api-key',
    re.gi`(?:secret|token|api key|password|credential|master\.key|private key|access key)s?\b(?![^\n]{0,80}(?:sha|md5|hash|digest|checksum|fingerprint|commit \w{7}|revision))[^\n]{0,60}?\b(?:is|was|are|contents?|value)\s{0,2}[:=]?\s{0,2}["'\x60]?(?<secret>[\da-f]{32}|[\da-f]{64})(?![\w-])`,
    isKey,
  ],
];

const gate = ([, { source }]: SecretShape): SecretGate =>
  source.includes(LABEL) || /^(?:ass|\(\?:secret\|token)/.test(source) ? LABELS : NAMED;

export const WRITTEN_SECRETS: readonly SecretPattern[] = patternsOf({ gate }, SHAPES);

/** Somebody's password among other arguments: no address, no name of a host, no sentence. */
function isArgument(value: string): boolean {
  return (
    isChosen(value) &&
    !/\s|^[\w.-]+:\d+$|^[\w-]+(?:\.[\w-]+)+$|^[a-z]+:|[/=;]|^v?\d|^%|[{}<>]/.test(value) &&
    !(/^[a-z]+(?:-[a-z]+)*-\d+$/.test(value) && !hasOwnWords(value))
  );
}
