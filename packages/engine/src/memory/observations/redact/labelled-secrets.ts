/** What names a secret in any syntax: a flag, a call's argument, a cell, a header, a cookie. The values are judged by how random they are. */
const LABEL = String.raw`(?:secret|token|api[ _-]?key|apikey|(?:access|account|auth|client|private|shared|signing|licen[cs]e|encryption)[ _-]?(?:key|secret|token)|credentials?|password|passwd|passphrase)`;
const PASSWORD = String.raw`(?:password|passwd|passphrase|passwort|kennwort|contraseña|senha|mot de passe|пароль|密码|密碼|パスワード|비밀번호|parola|şifre|hasło|mật khẩu|kata sandi)`;
const VALUE = String.raw`(?!\[redacted:)[A-Za-z0-9+/_.~%=:@-]`;

/** What documents put in a secret's place. */
const SAMPLE = /(.)\1{5}|abcdef|123456|qwerty/i;

const isMixture = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size > 7;

/** Hexadecimal is a hash, unless it is called a key. */
const isHexKey = (value: string): boolean =>
  /^(?:0x)?[0-9a-f]{24,128}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) && isMixture(value);

/** Letters in an order that no word has. */
const isGibberish = (value: string): boolean =>
  /^(?:[a-z]{20,128}|[A-Z]{20,128})$/.test(value) &&
  (value.match(/[^aeiouy]{4}/gi) ?? []).length >= 2 &&
  !SAMPLE.test(value);

/** Source, flags, and what the value has to be instead of a key. In the order in which they are applied. */
const SHAPES: readonly (readonly [source: string, flags: string, accept?: (value: string) => boolean])[] = [
  // `--api-key 9f…`
  [String.raw`(?<=\s)--?[a-z-]{0,24}${LABEL}[ =]["']?(?<secret>${VALUE}{8,512})`, 'gi'],
  // `setToken('9f…')`, `authenticate("9f…")`
  [
    String.raw`\b\w{0,40}(?:token|secret|api_?key|password|auth\w{0,12}|login|credentials?)\(\s{0,8}["'\x60](?<secret>${VALUE}{12,512})["'\x60]`,
    'gi',
  ],
  // `os.environ["ACME_SECRET"] = "9f…"`, `setx ACME_KEY 9f…`, `putenv("ACME_TOKEN", "9f…")`
  [
    String.raw`\b\w{0,60}(?:SECRET|TOKEN|(?:API|ACCESS|PRIVATE|SECRET|AUTH|SIGNING|ENCRYPTION|MASTER|SERVICE|ACCOUNT|CLIENT|ADMIN)_?KEY|PASSWORD|PASSWD|CREDENTIALS?)(?:["']\s{0,4}\]\s{0,4}=\s{0,4}|["']\s{0,4},\s{0,4})["'](?<secret>${VALUE}{8,512})["']`,
    'g',
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
    String.raw`\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:[A-Za-z][\w-]{1,20}\s{1,2})?(?:\w{1,12}=)?["']?(?<secret>(?!\[redacted:)[\w.~+/=-]{16,512})`,
    'gi',
  ],
  [
    String.raw`\bCookie:\s[^\n]{0,200}?\b[\w.-]{0,24}(?:sess\w{0,8}|sid|auth|token|jwt)\w{0,8}=(?<secret>(?!\[redacted:)[^\s;"',]{16,512})`,
    'gi',
  ],
  // What opens a channel for whoever knows it.
  [
    String.raw`\bhttps?:\/\/[^\s"'<>]{0,80}hooks?\b[^\s"'<>]{0,80}\/(?<secret>(?!\[redacted:)[A-Za-z0-9_-]{20,128})(?![\w/-])`,
    'gi',
  ],
  [
    String.raw`(?:credential|secret|auth|account)\w{0,12}["']?\s{0,4}[:=]\s{0,4}\{[^{}\n]{0,160}?["']?(?:key|value|token|secret)["']?\s{0,4}[:=]\s{0,4}["'](?<secret>${VALUE}{16,512})["']`,
    'gi',
  ],
  // A hash by its look, and a token by what stands before it.
  [
    String.raw`\b(?:token|secret|api[ _-]?key|password|credential)s?\b[^\n.;]{0,24}?\b(?<secret>[a-z]{2,10}[_-][0-9a-f]{32,64})\b`,
    'gi',
    isMixture,
  ],
  [
    String.raw`\b(?:licen[cs]e|activation|product|serial|recovery)[ _-]?(?:key|code)\b\s{0,4}(?:is\s{1,4}|[:=]\s{0,4})?["'\x60]?(?<secret>[A-Z0-9-]{16,64})(?![\w-])`,
    'g',
  ],
  [
    String.raw`${LABEL}["'\x60]?\s{0,4}(?:=>|:=|[:=])\s{0,4}["'\x60]?(?<secret>[a-z]{20,128}|[A-Z]{20,128})(?![\w-])`,
    'gi',
    isGibberish,
  ],
];

/** What stands where only a password stands: `IDENTIFIED BY 'x'`, `requirepass x`, `psk="x"`, `credentials: ada:x`. */
const PLACES: readonly RegExp[] = [
  new RegExp(
    String.raw`${PASSWORD}(?:\*{2})?(?:\s[^\n:=.："'\x60]{0,24}?\s(?:is|was|ist|es|est)\s{1,4}|\s{0,4}(?:[:=：]|->|→)\s{0,4}(?:\*{2}\s{0,4})?)["'\x60]?(?<secret>(?!\[redacted:)[^\s"'\x60,;()[\]{}<>|。]{6,256})`,
    'giu',
  ),
  /\b(?:requirepass|masterauth|(?:wpa_)?psk|wpa_passphrase|bindpw|rootpw)(?:\s{0,4}[:=]\s{0,4}|\s{1,4})["']?(?<secret>(?!\[redacted:)[^\s"'<>$]{6,256})/gi,
  /\b(?:credentials?|creds|log ?in|account)\b[^\n:]{0,20}(?::|\bwith|\bas)\s{0,4}["'`]?[\w.@-]{2,40}(?:\s{0,2}\/\s{0,2}|:)(?<secret>(?!\[redacted:)[^\s"'`/:,;<>]{8,128})/gi,
];
const IN_SQL =
  /\b(?:IDENTIFIED\s{1,4}BY|(?:ROLE|USER)\b[^\n;']{0,80}\bPASSWORD)\s{1,4}'(?<secret>(?!\[redacted:)[^'\n]{3,256})'/gi;

/** `isRandom` is of letters and digits that nobody wrote by hand, `isPassword` of what somebody may have chosen. */
export function labelledSecrets(
  isRandom: (value: string) => boolean,
  isPassword: (value: string) => boolean,
): readonly SecretPattern[] {
  const isKey = (value: string): boolean =>
    !SAMPLE.test(value) && (isRandom(value) || isHexKey(value) || isGibberish(value));
  return [
    ...SHAPES.map(([source, flags, accept = isKey]) => ({
      kind: 'api-key',
      pattern: new RegExp(source, flags),
      accept,
    })),
    ...PLACES.map((pattern) => ({
      kind: 'password',
      pattern,
      accept: (value: string) => isPassword(value) && /\d/.test(value),
    })),
    { kind: 'password', pattern: IN_SQL },
  ];
}

/** One shape of secret: what to look for, and which part of the match is the secret. */
export interface SecretPattern {
  /** Named in the `[redacted:<kind>]` that replaces the secret. */
  readonly kind: string;
  /** Global. A group named `secret` is what gets replaced; without one it is the whole match. Quantifiers are bounded: text is untrusted. */
  readonly pattern: RegExp;
  /** Looks at the secret part; false = harmless after all. */
  readonly accept?: (secret: string) => boolean;
}
