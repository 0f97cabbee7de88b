import {
  LABELS,
  NAMED,
  patternsOf,
  re,
  TOKENS,
  type SecretGate,
  type SecretPattern,
  type SecretShape,
} from './secret-shape.ts';
import {
  isChosen,
  isKey,
  isLiteral,
  isNoPlaceholder,
  isOfAllKinds,
  isPhrase,
  isPlainWord,
  isUnmistakable,
} from './secret-values.ts';

/** The end of a name of a secret, in code, in configuration and on command lines. What stands before is looked at last: texts are searched for the word. */
const OF_PASSWORD = String.raw`(?:pass(?:wor[dt]|wd|phrase|code|)|pwd?|psk|kennwort|wachtwoord|contraseña|mot_?de_?passe|senha|masterauth)`;
const OF_KEY = String.raw`(?:secret|token|(?:api|access|auth|private|signing|encryption|master|hmac|shared)[ ._-]?key|credentials?|salt|pepper)`;
/** No part of a longer word: `compass`, `bypass`. */
const WHOLE = String.raw`(?<=(?:wor[dt]|w[dD]|phrase|code|asse|auth|seña|woord|secret|token|key|credentials?|salt|pepper|senha)|(?:^|[^a-z])(?:pass|pwd?|psk)|(?:admin|root|user|db|ssh|ftp|mail|sudo|become|bind|login|key|store|imap|proxy|vpn|smtp|http|ldap|redis|sql|pg|mongo|auth|my|account|cert|require|mqtt|wifi)(?:pass|pwd?|psk))(?<!\[redacted:[a-z-]{1,24})`;
/** What may still belong to the name. */
const REST = String.raw`(?:s|_?(?:\d|prod\w{0,8}|dev|test|live|stag\w{0,4}|new|old|key|base)|[-_]value)?(?![\w-])`;
const QUOTED = String.raw`(?:[brufNL]{1,2}|@|!\w{1,12}\s)?(?<quote>"""|'''|["'\x60])(?<secret>(?!\[redacted:|[\])},:;])(?:(?!\k<quote>)[^\n]){5,512})\k<quote>`;
const BARE = String.raw`(?<secret>(?!\[redacted:|[@=:>])[^\s"'\x60,;&|()[\]{}<>$\\]{5,256})`;

/** What stands between a name and the literal that is its value. */
const JOINS = [
  // `password: string = "…"`, `'password' => '…'`, `password ->`
  String.raw`(?:\s?:\s?[A-Za-z][\w<>.?&' ]{0,24}|\[\d{0,4}\])?["'\x60\])}]{0,3}\s{0,32}(?:=>|:=|(?<!token["']?\s{0,2})[!=]==?|[:=]|->|→)\s{0,8}`,
  // `.password("…")`, `setToken('…')`, `define('DB_PASSWORD', "…")`, `set :password, "…"`, `:password "…"`, `password '…'`
  String.raw`(?:\(|(?:\]?["'\x60]\]?\)?|(?<=:\w{1,40})),\s{0,8}|["'\x60]?[ \t]{1,32}(?<!\bpass["'\x60]?[ \t]{1,32}))`,
].join('|');

/** What stands before a literal that is no argument of a call in code. */
const IN_NO_CALL = String.raw`(?<!(?:[(]\s{0,8}|,\s)[\w.]{0,40}=)`;

/** What names tell of: the password and the key that they name are found in the same ways. */
const OF_ALL = [
  ['password', OF_PASSWORD],
  ['api-key', OF_KEY],
] as const;

const SHAPES: readonly SecretShape[] = [
  ...OF_ALL.flatMap(([kind, name]): SecretShape[] => [
    [kind, re.gi`${name}${WHOLE}${REST}(?:${JOINS})${QUOTED}`, isWritten],
    // `process.env.COOKIE_SECRET ?? '…'`, `os.getenv("TOKEN") or "…"`, `.unwrap_or("…")`, `getOrElse("DB_PASSWORD", "…")`, `'--api-key', default="…"`
    [
      kind,
      re.gi`${name}${WHOLE}${REST}[^\n;{}]{0,60}?(?:\?\?=?|\|\|=?|\b(?:or|else|if_none)|(?:unwrap_or|else|OrDefault)\w{0,12}\(|\bdefault\w{0,8}\s?[:=]|==\s?["']{2}\s?\)?\s?\{[^\n"']{0,40}=)\s{0,4}(?:\w{1,16}\()?${QUOTED}`,
      isWritten,
    ],
    // What is asked for, and what is typed or printed behind it, to the end of the line: `? What is your API key? 9f…`, `echo getenv('DB_PASS');` and below it `x9`
    [
      kind,
      re.gim`${name}${WHOLE}${REST}(?=[\s:?;"'\x60\])}=])(?:\sfor\s["'][^"'\n]{1,120}["'])?["'\x60\])};]{0,4}[ \t]?(?:\[\w{1,8}\])?(?:[:?…>\t ]|=>|string\(\d{1,3}\)){0,4}(?:\n(?:[-=+| ]{3,80}\n)?(?:\$\d{1,3}\s=\s|\d\)\s|=>\s)?)?\s{0,8}["'\x60]?${BARE}["'\x60]?[ \t]{0,4}(?:[)}\]][ \t)}\]]{0,4})?$`,
      isTyped,
    ],
    // `DB_PASSWORD=…`, `;Pwd=…`, `&password=…`, `user=ada password=…`
    [kind, re.gi`${name}${WHOLE}${REST}=${IN_NO_CALL}(?:["']?\$\{\w{1,40}:?[-=])?${BARE}(?=["'\s;&,|)}]|$)`, isLiteral],
  ]),
  [
    'password',
    re.g`(?:PASS(?:WORD|WD|PHRASE)?|PWD?)(?:=|["']?: ["']?)(?<=[A-Z]_\w{2,16}["']?[=:] ?["']?)${BARE}(?=(?<=[A-Z]=[^=]{1,256})["'\s;&,]|["']?\s{0,4}(?:\n|$))`,
    isLiteral,
  ],
  // `.username("ada").password("…")`, `user "ada" with password "…"`
  [
    'password',
    re.gi`(?:user(?:_?name)?|login|(?:log|sign)(?:ged|s)? ?in as|e?mail|account)["']?\s?[:=(]?\s{0,4}["'][^"'\n]{1,64}["'][^\n"']{0,30}["']?${OF_PASSWORD}["']?\s?[:=(]?\s{0,4}${QUOTED}`,
    isWord,
  ],
  // `--password …`, `set -gx DEPLOY_PASSWORD …`
  [
    'password',
    re.gi`(?:${OF_PASSWORD}|secret|token)${WHOLE}(?:[ =]|["'],\s?["']|\s{1,4}REG_SZ\s{1,4}|\s(?:\/t\s\w{1,12}\s)?\/d\s)(?<=\s["']?--?[\w.-]{0,40}(?:[ =]|["'],\s?["'])|REG_SZ\s{1,4}|\/d\s|\bset(?:x|env)?\s(?:-\w{1,4}\s)?\w{0,40}\s)["']?${BARE}`,
    isLiteral,
  ],
  // What such a call is given to sign or to encrypt with: `jwt.sign(payload, "…")`, `createHmac("sha256", "…")`, `cookieParser("…")`
  [
    'api-key',
    re.gi`\b(?:cookie_?(?:parser|session)|fernet|hmac(?:\.new)?|create_?hmac|jwt\.\w{4,8}|jwt_?(?:sign|verify|encode|decode)|bcrypt(?:\.\w{4,8})?|hash(?:pw|sync|_password|::make)|(?:generate_password|password)_hash|make_password|check_?(?:pw|password)|(?:create|new)_?cipher\w{0,4}|secretbox|sign_?with|hs256|hs512)\((?:[^()\n"'\x60]{0,80},|["'][\w-]{3,12}["'],)?\s{0,4}${QUOTED}`,
    isLiteral,
  ],
  // Below `stringData:` of a Secret.
  [
    'kubernetes-secret',
    re.gm`^[ \t]{1,8}[\w.-]{1,64}: {1,4}["']?(?<secret>(?!\[redacted:)[^\s"'{}|>&*!]{6,256})["']?$(?<=\bstringData:[ \t]{0,4}\n(?:[ \t]{1,8}[\w.-]{1,64}:[^\n]{1,300}\n){0,12}[^\n]{1,340})`,
    isLiteral,
  ],
  // 32 bytes in base64, on a line that says what they are for.
  [
    'api-key',
    re.gi`(?:encrypt\w{0,8}|account|key\d|cipher\w{0,8}|secret\w{0,8}|psk|(?:preshared|private)\w{0,4}|unseal\w{0,4}|master|gossip|signing)\b(?![^\n]{0,60}(?:sha|digest|hash|pub))[^\n]{0,40}?["'\s=(](?<secret>[A-Za-z0-9+/_-]{43}=|[A-Za-z0-9+/_-]{86}==)(?![\w=])`,
    isKey,
  ],
  // `"result": "9f…", … "type": "random_password"`, of a state file, in either order
  [
    'password',
    re.g`"(?:result|b64_std|hex|value|password)":\s?"(?<secret>(?!\[redacted:)[^"\n]{8,256})"(?=[^]{0,400}"type":\s?"random_(?:password|string|bytes|id)"|(?<="random_(?:password|string|bytes)"[^]{0,400}))`,
    isNoPlaceholder,
  ],
  // `search("H8BC…", "91cf…")`: an account, and what belongs to it
  [
    'api-key',
    re.g`\(\s{0,4}["'](?=[A-Z\d]{0,12}\d)[A-Z\d]{8,24}["'],\s{0,4}["'](?<secret>(?!\[redacted:)[A-Za-z\d]{24,64})["']|\b(?:app_?id|admin|account)\b[^\n]{0,60}?\bkey(?:\sis)?[ :=]{1,3}["']?(?<bare>[\da-f]{32})(?![\w-])`,
    isKey,
    TOKENS,
  ],
  // `routing_key=r4…`: no hash is of all letters
  [
    'api-key',
    re.gi`[_ -]key["']?\s{0,2}(?:[:=]\s{0,2}|\s)["']?(?<secret>(?=[a-z\d]{0,31}[g-z])[a-z\d]{32})(?![\w-])`,
    isKey,
  ],
  // `A temporary password is generated for root@localhost: …`, `password reset … New value: …`
  [
    'password',
    re.gim`password[^\n:]{0,40}\bgenerated\b[^\n:]{0,40}:\s{1,2}(?<secret>(?!\[redacted:)\S{8,64})$|password[^\n]{0,80}\n(?:new|generated|initial|temporary)\s(?:value|one):\s{1,4}(?<bare>(?!\[redacted:)\S{8,64})$`,
    isNoPlaceholder,
  ],
  // `secret = radius-Testing9 }`, `shared_key fluent7Key9`
  [
    'api-key',
    re.gi`(?:secret|shared_?key)["']?(?:\s{0,4}[=:]\s{0,4}|\s{1,4})${BARE}[ \t]{0,4}(?=[}\n]|$)`,
    (value) => isUnmistakable(value) || (isChosen(value) && /\d/.test(value) && /[^\w.:/]/.test(value)),
  ],
  // `token by lazy { "9f…" }`: whatever is between, letters of both cases and digits are a key
  [
    'api-key',
    re.gi`${OF_KEY}${WHOLE}${REST}[^\n"'\x60]{1,40}["'\x60](?<secret>(?!\[redacted:)[A-Za-z\d]{24,128})["'\x60]`,
    isOfAllKinds,
  ],
  // `value='x9' … name='smtp_password'`
  [
    'password',
    re.gi`\bvalue["']?\s?[:=]\s?["'](?<secret>(?!\[redacted:)[^"'\n]{5,256})["'][^\n"']{1,24}["']?(?:name|key|id|variable)["']?\s?[:=]\s?["'][\w.-]{0,40}(?:${OF_PASSWORD}|${OF_KEY})${REST}["']`,
    isLiteral,
  ],
  // `btoa('ada:x9')`
  [
    'password',
    re.g`\b(?:Buffer\.from|btoa|b64encode|base64_encode|encode64|encodeToString|toBase64)\(\s{0,4}b?["'\x60][\w.@-]{1,64}:(?<secret>(?!\[redacted:)[^"'\x60\n:$]{5,128})["'\x60]`,
    isLiteral,
    NAMED,
  ],
  // A line of YAML or of an .ini file of its own.
  [
    'password',
    re.gim`^[ \t+-]{0,16}(?:[\w.-]{0,40}[._-])?(?:${OF_PASSWORD}|secret)${REST}["']?\s?[:=][ \t]{0,4}(?<secret>(?!\[redacted:)[^\s"'\x60,;()[\]{}<>$\\]{5,256})[ \t]{0,4}$`,
    isJoinedLine,
  ],
  // Below a user.
  [
    'password',
    re.gim`^[ \t+-]{0,16}["']?(?:[\w.-]{0,24}[._-])?(?:user(?:_?name)?|login|account|e?mail|ssid|host)["']?\s?[:=]\s{0,4}["']?[\w.@+-]{2,64}["']?[ \t]{0,4}\n[ \t+-]{0,16}(?:[\w.-]{0,24}[._-])?${OF_PASSWORD}\s?[:=][ \t]{0,4}(?<secret>(?!\[redacted:)[^\s"'\x60,;()[\]{}<>$\\][^"'\n\x60,;()[\]{}<>$\\]{4,64})$`,
    isWord,
  ],
];

const gate = ([, { source }]: SecretShape): SecretGate =>
  source.includes(WHOLE) || source.includes(OF_PASSWORD) || source.includes('PASS(') ? LABELS : NAMED;

export const NAMED_SECRETS: readonly SecretPattern[] = patternsOf({ gate, overlaps: true }, SHAPES);

/** A literal in quotes behind its name: no address, no name of something. */
function isWritten(value: string): boolean {
  return (
    (isLiteral(value) && (!/^\p{L}+$|^\p{Lu}\p{L}+(?:[-_]\p{Lu}\p{L}+)+$/u.test(value) || isKey(value))) ||
    (isNoPlaceholder(value) && isPhrase(value))
  );
}

function isJoinedLine(value: string): boolean {
  return (
    (isLiteral(value) && !/^\p{L}\w+$|^\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)+$/u.test(value)) ||
    /^\p{Lu}\p{L}+_\p{L}+$/u.test(value)
  );
}

/** So much a password that what stands before needs not say so in so many words. */
function isTyped(value: string): boolean {
  return (
    isNoPlaceholder(value) &&
    (isUnmistakable(value) || isKey(value)) &&
    !/^[\da-f]{8}-[\da-f]{4}-|^[\w-]+(?:[.:/][\w-]+)+$|^[a-z]+(?:[-_][a-z]+)+\d*$/.test(value)
  );
}

function isWord(value: string): boolean {
  return isLiteral(value) || isPlainWord(value);
}
