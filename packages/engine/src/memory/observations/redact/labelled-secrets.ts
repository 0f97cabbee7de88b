import { SecretGate } from './secret-gate.ts';
import { isChosen, isCoined, isKey, isLiteral, isUnmistakable } from './secret-values.ts';

/** What every pattern here, and of what is written, needs somewhere. */
export const NAMED: SecretGate = new SecretGate(
  /pass|assword|assphrase|pwd|pw\b|bearer|id_rsa|schl[uü]|cl[eé]|chave|chiave|jeton|klucz|nyckel|sleutel|kl[ií]|anahtar|kunci|secret|token|key|cred|salt|pepper|auth|log ?[io]n|connect|client|api|sdk|provider|init|config|sign|hmac|user|basic|pdo|mysqli|sess|sid|jwt|cookie|hook|licen|activation|product|serial|recovery|account|psk|bindpw|rootpw|identified|encrypt\s?[=:]|fernet\(|openssl|pwgen|diceware|begin|s?ftp:|cpanel|role|creds|zugang|identifiant|admin|root|demo|guest|postgres|ubuntu|community|neighbor|trap|:\/\/|-----|\((?:tcp|unix|udp|127)|@(?:tcp|unix|udp|cloudsql)|:\*:|Private-Lines|["'][dpqk]"|[\u0370-\u1fff\u3000-\uffff]|[_-]pat|nnwort|mdp|contrase|clave|senha|wacht|l.senord|has\u0142|hesl|parola|ifre|[?&;]\w{1,12}=|:\d{2,5}:/i,
);

/** What a pattern needs that begins with the name of a secret: fewer texts have it. */
export const LABELS: SecretGate = new SecretGate(
  /secret|token|assword|pass(?:w|ph|c|(?![a-z]))|pwd|pw(?![a-z])|psk|credential|(?:api|access|account|auth|private|signing|encryption|master|hmac|shared|licen[cs]e|client|consumer|webhook|service|session|deploy)[ ._-]?key|_key|salt|pepper|wachtwoord|kennwort|contraseña|mot_?de_?passe|senha|masterauth/i,
  NAMED,
);

/** What names a secret in any syntax: a flag, a call's argument, a cell, a header, a cookie. The values are judged by how random they are. */
const LABEL = String.raw`(?:secret|token|api[ _-]?key|apikey|(?:access|account|auth|client|private|shared|signing|licen[cs]e|encryption)[ _-]?(?:key|secret|token)|credentials?|password|passwd|passphrase)`;
const VALUE = String.raw`(?!\[redacted:)[A-Za-z0-9+/_.~%=:@-]`;

/** Source, flags, and what the value has to be instead of a key. In the order in which they are applied. */
const SHAPES: readonly (readonly [source: string, flags: string, accept?: (value: string) => boolean])[] = [
  // `--api-key 9f…`
  [String.raw`(?<=\s)--?[a-z-]{0,24}${LABEL}[ =]["']?(?<secret>${VALUE}{8,512})`, 'gi'],
  // `setToken('9f…')`, `authenticate("9f…")`
  [
    String.raw`\b\w{0,40}(?:token|secret|api_?key|password|auth\w{0,12}|login|credentials?)\(\s{0,8}["'\x60](?<secret>${VALUE}{12,512})["'\x60]`,
    'gi',
  ],
  [
    String.raw`\bsetx?\s{1,4}(?!(?:CACHE|PUBLIC|HASH|IDEMPOTENCY)_)\w{0,60}(?:SECRET|TOKEN|_KEY|PASSWORD)\s{1,4}["']?(?<secret>${VALUE}{16,512})`,
    'gi',
  ],
  // `| API token | 9f… |`, `**Token:** 9f…`
  [
    String.raw`${LABEL}(?:["'\x60]{0,1}\*{2}|["'\x60])?\s{0,4}(?:\||:\*{2}|\*{2}:)\s{0,8}["'\x60]?(?<secret>${VALUE}{12,512})`,
    'gi',
  ],
  // `Authorization: ApiKey 9f…`, `Authorization: Token token=9f…`
  [
    String.raw`\bauthorization["']?\]?\s{0,4}[:=]\s{0,4}["']?(?:[A-Za-z][\w-]{1,20}\s{1,2})?(?:\w{1,12}=)?["']?(?<secret>(?!\[redacted:)[\w.~+/=-]{16,512})`,
    'gi',
  ],
  [
    String.raw`\bCookie(?::\s|["'],\s?["']value["']:\s?["'])[^\n]{0,200}?\b[\w.-]{0,24}(?:sess\w{0,8}|sid|auth|token|jwt)\w{0,8}=(?<secret>(?!\[redacted:)[^\s;"',]{16,512})`,
    'gi',
  ],
  // What opens a channel for whoever knows it.
  [
    String.raw`\bhttps?:\/\/[^\s"'<>]{0,80}hooks?\b[^\s"'<>]{0,80}\/(?<secret>(?!\[redacted:)[A-Za-z0-9_-]{20,128})(?![\w/-])`,
    'gi',
  ],
  [
    String.raw`(?:(?:credential|secret|auth|account|jwt|hmac|sign|smtp)\w{0,12}["']?\s{0,4}[:=]\s{0,4}\{[^{}\n]{0,160}?|(?:user(?:name)?|client_?id|email)["']?\s?[:=]\s?["'][^"'\n]{1,64}["'],\s{0,4})["']?(?:key|value|token|secret)["']?\s{0,4}[:=]\s{0,4}["'](?<secret>(?!\[redacted:)[^"'\s]{16,512})["']`,
    'gi',
    isLiteral,
  ],
  [
    String.raw`\b(?:licen[cs]e|activation|product|serial|recovery)[ _-]?(?:key|code)\b\s{0,4}(?:is\s{1,4}|[:=]\s{0,4})?["'\x60]?(?<secret>[A-Z0-9-]{16,64})(?![\w-])`,
    'g',
  ],
];

/** What stands where only a password stands: `IDENTIFIED BY 'x'`, `requirepass x`, `psk="x"`, `credentials: ada:x`. */
const PLACES: readonly RegExp[] = [
  /\b(?:credentials?|creds|log ?in|account|wi-?fi|wlan|s?ftp|cpanel|rdp|(?:basic|http)[ -]auth|htaccess|zugang(?:sdaten)?|identifiants?|credenciales|credenciais|credenziali)\b[^\n:]{0,20}(?:[:=]|\b(?:with|as|is|are|sono|sont|sind|son|são))\s{0,4}["'`]?(?:[\w.-]{2,40}\s\/\s)?[\w.@-]{1,40}(?:\s{0,2}\/\s{0,2}|:)(?<secret>(?!\[redacted:)[^\s"'`/:,;<>]{8,128})/gi,
  // `log in with ada@b.example / …`
  /\b(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on|into)\b[^\n]{0,60}?[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,40}(?:\s{0,2}[/:,|]\s{0,2}|\s(?:and|with|und|mit|et|y|e)\s)["'`]?(?<secret>(?!\[redacted:)[^\s"'`/:,;<>]{6,128})/gi,
];
const PATTERNS: readonly SecretPattern[] = [
  ...SHAPES.map(([source, flags, accept = isKey]) => ({
    kind: 'api-key',
    pattern: new RegExp(source, flags),
    accept,
    gate: source.includes(LABEL) ? LABELS : NAMED,
  })),
  ...PLACES.map((pattern) => ({
    kind: 'password',
    pattern,
    accept: (value: string) =>
      isLiteral(value) && !/^(?:[a-z]+[-_])*[a-z]+[-_]?\d$|^\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)+$/u.test(value),
  })),
  // `einloggen mit ada / …`, `account (demo/…)`, `the wifi is "Kapitaen" / …`
  {
    kind: 'password',
    pattern:
      /(?:\b(?:mit|with|use|using|avec|con|com|met|med)\s(?:the\s)?[\w.@-]{2,40}\s\/\s|\b(?:account|konto|compte|cuenta|conta|login)\b[^\n:/]{0,12}[\s(][\w.@-]{2,40}\s?\/\s?|\b(?:wi-?fi|wlan|ssid)\b[^\n]{0,24}["“][^"”\n]{1,32}["”]\s?[,/]\s?["“]?|\bauthenticating\s[\w.@-]{1,40}:)(?<secret>(?!\[redacted:)[^\s"'`/:,;<>()]{6,128})(?![/(])/gi,
    accept: (value) => isUnmistakable(value) || (isChosen(value) && /\d/.test(value)),
  },
  // `use admin:x9 for …`
  {
    kind: 'password',
    pattern:
      /\s(?:admin|root|demo|test|guest|user|sa|postgres|ubuntu|pi|administrator|[\w.]{1,40}@[\w.]{1,60})(?::|\s\/\s)(?<secret>(?!\[redacted:)[^\s"'`/:,;<>@]{6,128})(?=[\s"'`,;.)])/g,
    accept: (value) => isUnmistakable(value) || (/\d/.test(value) && isCoined(value)),
  },
];

export const LABELLED_SECRETS: readonly SecretPattern[] = PATTERNS.map((each) => ({ gate: NAMED, ...each }));

/** One shape of secret: what to look for, and which part of the match is the secret. */
export interface SecretPattern {
  /** Named in the `[redacted:<kind>]` that replaces the secret. */
  readonly kind: string;
  /** Global. A group named `secret` is what gets replaced; without one it is the whole match. Quantifiers are bounded: text is untrusted. */
  readonly pattern: RegExp;
  /** What a text must have somewhere, shared by a group of patterns: one look instead of many. */
  readonly gate?: SecretGate | undefined;
  /** A match that is refused may hide another that begins within it. */
  readonly overlaps?: boolean | undefined;
  /** Looks at the secret part; false = harmless after all. */
  readonly accept?: ((secret: string) => boolean) | undefined;
}
