import { NAMED, patternsOf, re, SecretGate, TOKENS, type SecretPattern, type SecretShape } from './secret-shape.ts';
import { isChosen, isJoined, isKey, isNoPlaceholder, isOfAllKinds, isUnmistakable } from './secret-values.ts';

const SECRET = String.raw`(?:pass(?:word|wd|phrase|code|wort)?|pwd|pw|psk|secret|token|(?:api|access|account|private|secret|signing|encryption|master|session|hmac|auth|service|deploy)[ ._-]?key|credential)s?`;
const LABEL = String.raw`(?:${SECRET}|kennwort|mot de passe|mdp|contraseña|clave|senha|wachtwoord|lösenord|hasło|heslo|parola|şifre|пароль|密码|パスワード|비밀번호)`;
const QUOTED = String.raw`(?<quote>["'\x60])(?<secret>(?!\[redacted:)(?:(?!\k<quote>)[^\n]){5,256})\k<quote>`;
const KEYWORD = '(?:secret|token|key|license|credential|ключ|токен|jeton|clave|chave|chiave|schlüssel)s?';
const KEY = String.raw`(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~=-]{16,512})`;

/** Programs that print a secret and nothing else. */
const PRINTS = [
  String.raw`(?:cat|less|more|head|tail|type|Get-Content|gc|bat)\s{1,4}\S{0,120}(?:pass|secret|token|pw|_key|credential)[\w.-]{0,24}`,
  String.raw`(?:pass|gopass)\s{1,4}(?:show\s{1,4})?(?:-\w{1,8}\s{1,4})?[\w./@-]{3,80}`,
  String.raw`security\s{1,4}find-(?:generic|internet)-password\b[^\n|]{0,160}\s-w\b[^\n|]{0,40}`,
  String.raw`(?:vault\s{1,4}(?:kv\s{1,4}get|read)|op\s{1,4}(?:read|item\s{1,4}get)|bw\s{1,4}get\s{1,4}password|terraform\s{1,4}output\s{1,4}-raw|tofu\s{1,4}output\s{1,4}-raw|pulumi\s{1,4}config\s{1,4}get|heroku\s{1,4}config:get|gcloud\s{1,4}secrets\s{1,4}versions\s{1,4}access|doppler\s{1,4}secrets\s{1,4}get|infisical\s{1,4}secrets\s{1,4}get|chamber\s{1,4}read|secret-tool\s{1,4}lookup|keyring\s{1,4}get|lpass\s{1,4}show|aws\s{1,4}(?:secretsmanager\s{1,4}get-secret-value|ssm\s{1,4}get-parameter|ecr\s{1,4}get-login-password)|az\s{1,4}keyvault\s{1,4}secret\s{1,4}show|kubectl\s{1,4}get\s{1,4}secrets?)\b[^\n]{0,240}`,
  String.raw`openssl\s{1,4}rand\b[^\n|>]{0,60}|(?:pwgen|apg|diceware|xkcdpass)\b[^\n|>]{0,60}|[^\n]{0,80}(?:token_urlsafe|token_hex|randomBytes|random_bytes|secure_?random)\b[^\n>]{0,60}`,
  String.raw`(?:printenv|echo)\s{1,4}["']?\$?\{?[A-Z_]{0,40}(?:PASSWORD|PASSWD|PASS|PW|SECRET|TOKEN|_KEY)\}?["']?`,
];

const THE = String.raw`(?:the|our|my|his|her|their|still|now|das|unser|mein|le|notre|la|nuestra|a|nossa|nostra|het|ons|det)`;

/** What each needs somewhere: its name before a sign, a command that prints it, or a word of its device. */
const SHOWN = new SecretGate(
  /(?:pass(?:word|wd|phrase|code|wort)?|pw[d]?|psk|kennwort|mdp|clave|senha|wort|ord|secret|token|key|credential)s?(?:\s?[<>=("'`)}|/]|\s?:["'<\s]{0,2}<)|Sec(?:ure|ret)(?:Str|Bin)|(?:root|admin|istrator|\bs[ay]s?|postgres)\/|(?:radius|tacacs|aaa|ldap)[ -]server|-key\s\d|\sauthentication\s|wpa-?psk|chap\s|server-private|psk|define\s/i,
  NAMED,
);
const PRINTING = new SecretGate(
  new RegExp(String.raw`(?:^|[$#>]\s{1,2})(?:${PRINTS.join('|')})[ \t]{0,4}\r?\n`, 'm'),
  NAMED,
);
const KEYED = new SecretGate(
  /secret|token|ключ|токен|[\w ._-]key|cred|auth|account|priv|wallet|deployer|signer|import|_HEADERS|honeycomb/i,
  TOKENS,
);
const PAIRED = new SecretGate(/\b(?:AC|SK)[\da-f]{32}|\[redacted:/, TOKENS);
const REMARK = String.raw`(?:#|\/\/|--|<-{1,2}|←)\s{0,2}(?:[\p{L}'’-]{1,16}\s){0,3}?(?:${LABEL}|log ?in|creds)(?![\p{L}\d_(=.])`;
const REMARKED = new SecretGate(new RegExp(REMARK, 'iu'), NAMED);
const ORACLE = new SecretGate(/\w\/[^\s/@"'$&]{3,64}@/);
const BEFORE = new SecretGate(
  new RegExp(
    String.raw`\s(?:(?:is|was|ist|war|est|es|é|è|är|jest)\s${THE}\s(?:[\p{L}'’-]{1,16}\s){0,3}?|(?:as|als|comme|como|come|som|jako|как)\s(?:${THE}\s)?)${LABEL}`,
    'iu',
  ),
  NAMED,
);

/** What is shown beside its name: in the next cell, call, line or field, or before it. */
const SHAPES: readonly SecretShape[] = [
  // `$ cat .vault_pass` and the next line.
  [
    'password',
    re.gm`(?:^|[$#>]\s{1,2})(?:${PRINTS.join('|')})[ \t]{0,4}\r?\n(?<secret>(?!\[redacted:)[^\s"'<>{}()$]{6,256})[ \t]{0,4}(?=\r?\n|$(?![^]))`,
    isPrinted,
    PRINTING,
  ],
  // `<th>FTP password</th><td><code>x9!</code></td>`
  [
    'password',
    re.gi`${LABEL}\s{0,2}[:：]?\s{0,2}(?:<\/?[a-z][a-z\d]{0,10}(?:\s[^<>]{0,80})?>\s{0,12}){1,6}(?<secret>(?!\[redacted:)[^<>\s]{5,256})\s{0,8}<(?!\/th)`,
    isOwn,
  ],
  // `cy.get('#pw').type('x9!')`, `fill_in 'Password', with: 'x9!'`, `type(getByLabelText(/password/i), 'x9!')`
  [
    'password',
    re.gi`${LABEL}\b[^\n]{0,60}?(?:\.\s{0,2}(?:type|fill|send_?keys|set_?value|set|val|add_?value|press_?sequentially|type_?text|replace_?text|enter_?text|input_?text)\(|\bwith:\s{0,2}|\),\s{0,2})\s{0,4}${QUOTED}`,
    isChosen,
  ],
  // `"fs.azure.account.key.lake.dfs.core.windows.net", "cAwr…"`
  [
    'api-key',
    re.gi`["'\x60][\w./-]{0,80}${SECRET}[\w./-]{0,80}["'\x60]\s{0,2}(?:,|:|=>|=)\s{0,4}["'\x60]${KEY}["'\x60]`,
    isKey,
  ],
  // `auth = "9f…"`
  ['api-key', re.gi`\bauth(?:key|code|_?pass)?["']?\s{0,4}(?:=>|[:=])\s{0,4}["'\x60]${KEY}["'\x60]`, isKey],
  // `{ "Name": "/prod/db/pw", "Type": "SecureString", "Value": "x9!" }`, `{ "type": "secret", "value": "9f…" }`, and in YAML.
  [
    'password',
    re.gi`["']?\b(?:name|key|id|type|variable|field|env)["']?\s{0,4}[:=]\s{0,4}["']?[\w./-]{0,60}(?:${SECRET}|SecureString)["']?(?:,?\s{1,40}|,\s{0,8})(?:["']?\w{1,24}["']?\s{0,2}[:=]\s{0,2}["']?[^"'{}\n]{0,60}["']?(?:,\s{0,40}|\n\s{0,40})){0,3}?["']?\w{0,12}value["']?\s{0,4}[:=]\s{0,4}["'](?<secret>(?!\[redacted:)[^"'\n]{5,512})["']`,
    isOwn,
  ],
  [
    'password',
    re.g`"Secret(?:String|Binary)"\s{0,2}:\s{0,2}"(?<secret>(?!\[redacted:)[^"\\{}\n]{5,512})"`,
    isNoPlaceholder,
  ],
  // `new Wallet("0x9f…")`, `accounts: ["0x9f…"]`
  [
    'private-key',
    re.gi`(?:accounts?|wallet|priv(?:ate)?_?key\w{0,12}|deployer\w{0,8}|signer|keypair|import)\b["']?\s{0,4}[:=(,]\s{0,4}(?:\[\s{0,8})?(?:["']\[redacted:[a-z-]{1,24}\]["'],\s{0,8}){0,8}["'\x60](?<secret>(?:0x)?[\da-f]{64})["'\x60]`,
    isKey,
  ],
  // Somebody's id, and beside it what belongs to it.
  [
    'api-key',
    re.g`(?:\b(?:AC|SK)[\da-f]{32}|\[redacted:(?:aws-key|vendor-token)\])["'\x60]?(?:\s{0,2}[,;|:/]\s{0,2}|\s{1,2}(?:and\s|und\s|-p\s)?)["'\x60]?(?<secret>(?!\[redacted:)(?:[\da-f]{32}|(?=\S{0,40}\d)(?=\S{0,40}[A-Z])(?=\S{0,40}[a-z])[A-Za-z\d+/]{20,64}))(?![\w+/-])`,
    isKey,
    PAIRED,
  ],
  // `secret onHk…`, `deploying with key 49UF…`: letters of both cases and digits, as no word and no hash has them.
  [
    'api-key',
    re.giu`${KEYWORD}(?<![\p{L}\d_]${KEYWORD})(?<!\b(?:public|cache|ssh|host|gpg|pgp|primary|sort|object|s3|partition|message|record|row|routing)[\s-]?${KEYWORD})(?:\s\p{L}{1,12}){0,2}[ \t:]{1,3}["'\x60(]?(?<secret>(?!\[redacted:|AAAA|MI[IG])[A-Za-z\d]{20,128}={0,2})(?![\w+/:-]|\.\w)`,
    isOfAllKinds,
  ],
  // `9f… # the agent token`, `x9! is the new password`
  [
    'api-key',
    re.giu`(?:(?<![\w+/=.-])|(?<=\bs\/[^\/\s]{0,40}\/))(?<secret>[A-Za-z\d+_=-]{20,128})(?![\w+=-])[^\n]{0,60}?(?:\s(?:#|\/\/|--|<-{1,2}|←|\/\*|<!--)\s{0,2}|\s\(|\s(?:is|was|ist|est|es)\s)(?:[\p{L}'’-]{1,16}\s){0,4}?${SECRET}(?![\p{L}\d_(=.])`,
    (value) => isKey(value) && !/^(?:[\da-f]{40}|[\da-f]{64})$|^[\da-f]{8}-|^[A-Z_]+$/.test(value),
  ],
  [
    'password',
    re.giu`(?<![^\s"'\x60(„“«])(?<secret>[^\s"'\x60<>{}()[\]=]{6,64})["'\x60”“»)]?\s(?:(?:is|was|ist|war|est|es|é|è|är|jest)\s${THE}\s(?:[\p{L}'’-]{1,16}\s){0,3}?|(?:as|als|comme|como|come|som|jako|как)\s(?:${THE}\s)?)${LABEL}(?![\p{L}\d_(=])`,
    isUnmistakable,
    BEFORE,
  ],
  // `sendline("x9!")  # root password`
  [
    'password',
    re.giu`(?<![^\s"'\x60(=])(?<secret>(?!\[redacted:)[^\s"'\x60<>{}()[\]=]{6,64})["'\x60]?[)\],;]{0,4}\s{1,4}${REMARK}`,
    (value) => isUnmistakable(value) || (isJoined(value) && isNoPlaceholder(value)),
    REMARKED,
  ],
  // The bytes of a key: `[174,47,…]`
  [
    'private-key',
    re.gi`(?:key(?:pair)?|wallet|secret|seed|solana)\w{0,12}["']?[^\n[{(]{0,24}(?:\[\d{0,3}\]\s=\s)?(?:bytes\()?[[{]\s?(?<secret>(?:\d{1,3},\s{0,2}){15,63}\d{1,3}|(?:0x[\da-f]{2},\s{0,2}){15,63}0x[\da-f]{2})\s?[\]}]`,
    () => true,
    NAMED,
  ],
  // `OTEL_EXPORTER_OTLP_HEADERS="x-honeycomb-team=9f…"`, `PRIVATE-TOKEN: 9f…`
  [
    'api-key',
    re.gi`(?:_HEADERS["']?\s{0,2}[:=]\s{0,2}["']?(?:[\w-]{1,40}=[^,\s"']{1,128},){0,4}[\w-]{1,40}=|\b(?:x-honeycomb-team|x-(?:auth|insert|query|functions|rapidapi|mashape)-key|ocp-apim-subscription-key|dd-application-key|x-mbx-apikey)["']?\s{0,2}[:=,]\s{0,2})["']?(?:basic(?:%20|\s)|bearer(?:%20|\s))?${KEY}`,
    isKey,
  ],
  // `;PWD={x;9}`
  [
    'password',
    re.gi`[;"'\x60]\s?(?:PWD|Password)\s?=\s?\{(?<secret>(?!\[redacted:)(?:[^{}\n]|\}\}){3,128})\}`,
    isNoPlaceholder,
  ],
  // `jdbc:oracle:thin:scott/tiger@…`, `impdp scott/tiger@…`, `scott/tiger@//db:1521/orcl`
  [
    'password',
    re.gi`(?:\bjdbc:oracle:\w{2,8}:|\b(?:sqlplus|sqlcl|sql|sqlldr|expdp|impdp|exp|imp|rman|dgmgrl|userid=)(?:\s|(?<==))["']?|(?<![\w/.:@-])(?=[\w$]{1,30}\/[^\s/@"']{3,64}@(?:\/\/[\w.-]{1,80}|[\w.-]{1,80}:\d{2,5}[/:]\w)))[a-z][\w$]{0,30}\/(?<secret>(?!\[redacted:)[^\s/@"'$&]{3,64})@`,
    isNoPlaceholder,
    ORACLE,
  ],
  // Of routers: a key below its server, and the rest that stands behind words.
  [
    'password',
    re.gi`\b(?:radius|tacacs|aaa|ldap)[ -]server\b[^\n]{0,80}(?:\n[ \t]{1,8}[^\n]{0,80}){0,6}?[\n ][ \t]{0,8}(?:key|shared-secret)[ \t]{1,4}(?:[0567][ \t]{1,4})?["']?(?<secret>(?!\[redacted:)[^\s"']{5,128})`,
    isChosen,
  ],
  [
    'password',
    re.gi`\b(?:message-digest-key[ \t]\d{1,3}[ \t]md5|authentication-key[ \t]\d{1,5}[ \t](?:md5|sha\d{0,3})|(?:standby|vrrp)[ \t]\d{1,3}[ \t]authentication(?:[ \t](?:text|md5[ \t]key-string))?|wpa-?psk[ \t](?:ascii|hex)(?:[ \t]\d)?|chap[ \t](?:password|secret)|server-private[ \t]\S{1,64}[ \t]key|set-psk|psksecret)[ \t]{1,4}(?:[0578][ \t]{1,4})?["']?(?<secret>(?!\[redacted:)[^\s"']{5,128})`,
    isNoPlaceholder,
  ],
  // `root/x9!`
  [
    'password',
    re.g`(?<=[\s("'])(?:root|admin|administrator|sa|sys|system|postgres)\/(?<secret>(?!\[redacted:)[^\s"'\x60/:,;<>@()]{6,64})(?=[\s"'\x60,;.)]|$)`,
    (value) => isUnmistakable(value) && /[!#$%&*+?^~]/.test(value),
  ],
  [
    'api-key',
    re.gi`\bInstrumentationKey\s{0,2}[=:]\s{0,2}["']?(?<secret>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`,
    isKey,
  ],
];

const gate = ([kind]: SecretShape): SecretGate => (kind === 'password' ? SHOWN : KEYED);

export const SHOWN_SECRETS: readonly SecretPattern[] = patternsOf({ gate }, SHAPES);

/** A password or a key. */
function isOwn(value: string): boolean {
  return isChosen(value) || isKey(value);
}

/** A whole line that is no prompt, no path and no message. */
function isPrinted(value: string): boolean {
  return isNoPlaceholder(value) && /[^A-Za-z.]/.test(value) && !/^[-/~.#=*]|:|[/.]\w{2,4}$|=\w|^\w+\.\w+$/.test(value);
}
