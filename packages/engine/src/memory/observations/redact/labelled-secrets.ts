import {
  LABELS,
  NAMED,
  patternsOf,
  re,
  type SecretGate,
  type SecretPattern,
  type SecretShape,
} from './secret-shape.ts';
import { isChosen, isCoined, isKey, isLiteral, isUnmistakable } from './secret-values.ts';

/** What names a secret in any syntax: a flag, a call's argument, a cell, a header, a cookie. The values are judged by how random they are. */
const LABEL = String.raw`(?:secret|token|api[ _-]?key|apikey|(?:access|account|auth|client|private|shared|signing|licen[cs]e|encryption)[ _-]?(?:key|secret|token)|credentials?|password|passwd|passphrase)`;
const VALUE = String.raw`(?!\[redacted:)[A-Za-z0-9+/_.~%=:@-]`;

/** What holds keys, in the order in which they are applied. */
const KEYS: readonly RegExp[] = [
  // `--api-key 9f…`
  re.gi`(?<=\s)--?[a-z-]{0,24}${LABEL}[ =]["']?(?<secret>${VALUE}{8,512})`,
  // `setToken('9f…')`, `authenticate("9f…")`
  re.gi`\b\w{0,40}(?:token|secret|api_?key|password|auth\w{0,12}|login|credentials?)\(\s{0,8}["'\x60](?<secret>${VALUE}{12,512})["'\x60]`,
  re.gi`\bsetx?\s{1,4}(?!(?:CACHE|PUBLIC|HASH|IDEMPOTENCY)_)\w{0,60}(?:SECRET|TOKEN|_KEY|PASSWORD)\s{1,4}["']?(?<secret>${VALUE}{16,512})`,
  // `| API token | 9f… |`, `**Token:** 9f…`
  re.gi`${LABEL}(?:["'\x60]{0,1}\*{2}|["'\x60])?\s{0,4}(?:\||:\*{2}|\*{2}:)\s{0,8}["'\x60]?(?<secret>${VALUE}{12,512})`,
  // `Authorization: ApiKey 9f…`, `Authorization: Token token=9f…`
  re.gi`\bauthorization["']?\]?\s{0,4}[:=]\s{0,4}["']?(?:[A-Za-z][\w-]{1,20}\s{1,2})?(?:\w{1,12}=)?["']?(?<secret>(?!\[redacted:)[\w.~+/=-]{16,512})`,
  re.gi`\bCookie(?::\s|["'],\s?["']value["']:\s?["'])[^\n]{0,200}?\b[\w.-]{0,24}(?:sess\w{0,8}|sid|auth|token|jwt)\w{0,8}=(?<secret>(?!\[redacted:)[^\s;"',]{16,512})`,
  // What opens a channel for whoever knows it.
  re.gi`\bhttps?:\/\/[^\s"'<>]{0,80}hooks?\b[^\s"'<>]{0,80}\/(?<secret>(?!\[redacted:)[A-Za-z0-9_-]{20,128})(?![\w/-])`,
];

/** What stands where only a password stands: `IDENTIFIED BY 'x'`, `requirepass x`, `psk="x"`, `credentials: ada:x`. */
const PLACES: readonly RegExp[] = [
  /\b(?:credentials?|creds|log ?in|account|wi-?fi|wlan|s?ftp|cpanel|rdp|(?:basic|http)[ -]auth|htaccess|zugang(?:sdaten)?|identifiants?|credenciales|credenciais|credenziali)\b[^\n:]{0,20}(?:[:=]|\b(?:with|as|is|are|sono|sont|sind|son|são))\s{0,4}["'`]?(?:[\w.-]{2,40}\s\/\s)?[\w.@-]{1,40}(?:\s{0,2}\/\s{0,2}|:)(?<secret>(?!\[redacted:)[^\s"'`/:,;<>]{8,128})/gi,
  // `log in with ada@b.example / …`
  /\b(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on|into)\b[^\n]{0,60}?[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,40}(?:\s{0,2}[/:,|]\s{0,2}|\s(?:and|with|und|mit|et|y|e)\s)["'`]?(?<secret>(?!\[redacted:)[^\s"'`/:,;<>]{6,128})/gi,
];

const gate = ([, { source }]: SecretShape): SecretGate => (source.includes(LABEL) ? LABELS : NAMED);

export const LABELLED_SECRETS: readonly SecretPattern[] = patternsOf({ gate }, [
  ...KEYS.map((pattern): SecretShape => ['api-key', pattern, isKey]),
  [
    'api-key',
    re.gi`(?:(?:credential|secret|auth|account|jwt|hmac|sign|smtp)\w{0,12}["']?\s{0,4}[:=]\s{0,4}\{[^{}\n]{0,160}?|(?:user(?:name)?|client_?id|email)["']?\s?[:=]\s?["'][^"'\n]{1,64}["'],\s{0,4})["']?(?:key|value|token|secret)["']?\s{0,4}[:=]\s{0,4}["'](?<secret>(?!\[redacted:)[^"'\s]{16,512})["']`,
    isLiteral,
  ],
  [
    'api-key',
    re.g`\b(?:licen[cs]e|activation|product|serial|recovery)[ _-]?(?:key|code)\b\s{0,4}(?:is\s{1,4}|[:=]\s{0,4})?["'\x60]?(?<secret>[A-Z0-9-]{16,64})(?![\w-])`,
    isKey,
  ],
  ...PLACES.map((pattern): SecretShape => ['password', pattern, isAtPlace]),
  // `einloggen mit ada / …`, `account (demo/…)`, `the wifi is "Kapitaen" / …`
  [
    'password',
    /(?:\b(?:mit|with|use|using|avec|con|com|met|med)\s(?:the\s)?[\w.@-]{2,40}\s\/\s|\b(?:account|konto|compte|cuenta|conta|login)\b[^\n:/]{0,12}[\s(][\w.@-]{2,40}\s?\/\s?|\b(?:wi-?fi|wlan|ssid)\b[^\n]{0,24}["“][^"”\n]{1,32}["”]\s?[,/]\s?["“]?|\bauthenticating\s[\w.@-]{1,40}:)(?<secret>(?!\[redacted:)[^\s"'`/:,;<>()]{6,128})(?![/(])/gi,
    (value) => isUnmistakable(value) || (isChosen(value) && /\d/.test(value)),
  ],
  // `use admin:x9 for …`
  [
    'password',
    /\s(?:admin|root|demo|test|guest|user|sa|postgres|ubuntu|pi|administrator|[\w.]{1,40}@[\w.]{1,60})(?::|\s\/\s)(?<secret>(?!\[redacted:)[^\s"'`/:,;<>@]{6,128})(?=[\s"'`,;.)])/g,
    (value) => isUnmistakable(value) || (/\d/.test(value) && isCoined(value)),
  ],
]);

function isAtPlace(value: string): boolean {
  return isLiteral(value) && !/^(?:[a-z]+[-_])*[a-z]+[-_]?\d$|^\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)+$/u.test(value);
}
