import { labelledSecrets, type SecretPattern } from './labelled-secrets.ts';
import { unescapeText } from './unescape-text.ts';
import { VENDOR_TOKEN } from './vendor-tokens.ts';

/**
 * Shapes that the detector library misses or reports at the wrong place, in the order they are applied: containers first, then keys
 * that are recognised by their own prefix, then values that only their label gives away.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  // A key whose end is missing (a cut log, a diff) is a secret up to the end of its base64 lines. The end is not looked for behind the beginning of
  // the next: 64 KiB of beginnings took 33 ms.
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----BEGIN )){0,8192}?-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s\\]{0,8192})/g,
  },
  // The same in base64.
  { kind: 'private-key', pattern: /\bLS0tLS1CRUdJTi[A-Za-z0-9+/]{20,8192}={0,2}/g },
  // Not from close behind another beginning: `ey-ey-ey-…` would be read anew from each of its parts, 52 ms of 8 KiB.
  { kind: 'jwt', pattern: /(?<!\w)(?<!ey[\w-]{0,40}-)ey[\w-]{9,4096}\.ey[\w-]{9,4096}\.[\w-]{8,4096}/g },
  {
    kind: 'url-credentials',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?!\[redacted:)(?<secret>[^\s/:@"'<>]{0,128}:[^\s/@"'<>]{1,256})@/gi,
    accept: hasRealPassword,
  },
  { kind: 'anthropic-key', pattern: /\bsk-ant-[\w-]{20,256}/g },
  {
    kind: 'openai-key',
    pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-|None-|or-v1-)?[A-Za-z0-9_-]{20,256}/g,
    accept: looksRandom,
  },
  { kind: 'stripe-key', pattern: /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,256}/g },
  { kind: 'aws-key', pattern: /\b(?:A3T[A-Z0-9]|AKIA|AGPA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'google-key', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'google-key', pattern: /\b(?:ya29\.[\w-]{20,512}|GOCSPX-[\w-]{20,64})/g },
  { kind: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})/g },
  { kind: 'gitlab-token', pattern: /\bgl(?:pat|ptt|dt|rt|cbt|soat)-[\w-]{20,64}/g },
  { kind: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g },
  {
    kind: 'slack-webhook',
    pattern: /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/+]{20,128})/g,
  },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'pypi-token', pattern: /\bpypi-[\w-]{40,512}/g },
  { kind: 'huggingface-token', pattern: /\bhf_[A-Za-z0-9]{30,64}\b/g },
  { kind: 'sendgrid-key', pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g },
  { kind: 'digitalocean-token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { kind: 'telegram-token', pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: 'vendor-token', pattern: VENDOR_TOKEN, accept: isMixed },
  {
    kind: 'bearer-token',
    pattern: /\b(?:bearer|basic|authorization: token)\s{1,4}(?<secret>[\w.~+/=-]{16,4096})/gi,
    accept: hasDigitAndLetter,
  },
  {
    kind: 'password',
    pattern:
      /(?:password|passwd|passphrase|(?<![a-z])pwd|(?<![a-z])pass)(?:["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}|["'`]?\s{1,4}(?:is|was)\s{1,4})(?<quote>["'`])(?<secret>(?!\[redacted:)(?:(?!\k<quote>)[^\n]){4,256})\k<quote>/gi,
    accept: isNoPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /(?:password|passwd|passphrase|(?<![a-z])pwd|(?<![a-z])pass)(?:["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}|\s{1,4}(?:is|was)\s{1,4}|(?<=--\w{4,10}) )(?<secret>(?!\[redacted:)[^\s"'`,;()[\]{}<>]{6,256})/gi,
    accept: looksLikePassword,
  },
  // What only its place gives away: an argument of a known program, a file's own grammar.
  {
    kind: 'password',
    pattern:
      /\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^\n|;&]{0,200}?\s-p(?<quote>["']?)(?<secret>(?!\[redacted:)[^\s"'|;&$<]{3,128})\k<quote>/g,
    accept: isNoPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:sshpass\s{1,4}-p|redis-cli\b[^\n|;&]{0,200}?\s(?:-a|--pass)|(?:docker|podman|helm|az|oc)\b[^\n|;&]{0,100}?\blogin\b[^\n|;&]{0,100}?\s-p|(?:smbclient|rpcclient|ldapsearch)\b[^\n|;&]{0,200}?\s-w)\s{0,4}(?<quote>["']?)(?<secret>(?!\[redacted:)[^\s"'|;&$<]{3,128})\k<quote>/g,
    accept: isNoPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:machine\s{1,8}\S{1,253}|default)\s{1,8}login\s{1,8}\S{1,128}\s{1,8}(?:account\s{1,8}\S{1,128}\s{1,8})?password\s{1,8}(?<secret>(?!\[redacted:)\S{3,256})/g,
    accept: isNoPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /<(?:[\w:.-]{0,64}(?:password|passwd|pwd|passphrase|secret|apiKey|token))(?:\s[^<>]{0,200})?>\s{0,64}(?<secret>(?!\[redacted:)[^<>\s]{3,256})\s{0,64}</gi,
    accept: isNoPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /<add\s{1,8}key="[^"]{0,64}(?:password|pwd|secret|token|apikey)[^"]{0,64}"\s{0,8}value="(?<secret>(?!\[redacted:)[^"]{3,512})"/gi,
    accept: isNoPlaceholder,
  },
  // Of .npmrc and of docker's config.json: base64 of a user and a password.
  {
    kind: 'registry-auth',
    pattern: /(?<![\w])_?auth["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{12,1024}={0,2})(?![\w+/])/g,
    accept: isBase64OfCredentials,
  },
  {
    kind: 'sas-signature',
    pattern: /[?&;]sig=(?<secret>(?!\[redacted:)[A-Za-z0-9%+/_-]{20,128}(?:=|%3[Dd]){0,2})/g,
    accept: hasDigitAndLetter,
  },
  {
    kind: 'kubernetes-key',
    pattern:
      /(?:client-key-data|client-certificate-key|tls\.key|id_rsa)["']?\s{0,4}:\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{20,16384}={0,2})/g,
  },
  {
    kind: 'kubernetes-secret',
    pattern:
      /^[ \t]{1,12}["']?[\w.-]{1,64}["']?:\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{8,4096}={0,2})["']?,?$(?:(?<=\bkind["']?:\s{0,4}["']?Secret\b[^]{0,4000})|(?=[^]{0,4000}\bkind["']?:\s{0,4}["']?Secret\b))/gm,
    accept: isBase64,
  },
  {
    kind: 'session-cookie',
    pattern: /\b_?[\w-]{2,32}_session=(?<secret>(?!\[redacted:)[A-Za-z0-9%+/=_-]{16,4096})/g,
    accept: looksRandom,
  },
  {
    kind: 'framework-key',
    pattern:
      /\b(?:APP_KEY|SECRET_KEY(?:_BASE)?|secret_key_base|(?:AUTH|SECURE_AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)|NEXTAUTH_SECRET|JWT_SECRET|COOKIE_SECRET)['"]?\s{0,4}(?:=>|[:=,])\s{0,4}(?:(?<quote>["'])(?<secret>(?!\[redacted:)[^"'\n]{12,256})\k<quote>)/g,
    accept: isNoPlaceholder,
  },
  { kind: 'framework-key', pattern: /\bbase64:(?<secret>[A-Za-z0-9+/]{40,128}={0,2})/g, accept: hasDigitAndLetter },
  {
    kind: 'password',
    pattern: /(?<=\s(?:-u|--user)[ =])(?<secret>["']?[\w.@-]{1,64}:[^\s"':]{6,128})/g,
    accept: hasRealPassword,
  },
  {
    kind: 'api-key',
    pattern:
      /(?:(?:secret|token|api[ _-]?key|apikey|(?:access|account|auth|client|consumer|encryption|private|secret|shared|signing|webhook)[ _-]?(?:key|secret|token)|credentials?)|(?<=[a-z0-9][_-])pat)["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}["'`]?(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~%=:@-]{8,512})/gi,
    accept: looksRandom,
  },
  // `ACME SECRET 9f3a…`: with nothing but a space between them the label has to be loud, and the value a key beyond doubt.
  {
    kind: 'api-key',
    pattern:
      /(?:SECRET|TOKEN|API[ _-]?KEY|ACCESS[ _-]?KEY|PRIVATE[ _-]?KEY)[ \t]{1,4}["'`]?(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~=-]{16,512})/g,
    accept: isLongMixture,
  },
  {
    kind: 'api-key',
    pattern:
      /(?:secret|token|(?:api|access|auth|private|shared|signing|encryption)[ _-]?key|_key|credentials?)["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}(?<quote>["'`])(?<secret>(?!\[redacted:)(?:(?!\k<quote>)[!-~]){12,512})\k<quote>/gi,
    accept: isLongMixtureWithSigns,
  },
  // A key of somebody: `ACME_KEY=`. Shorter words mean keys of tables and caches as well, and what identifies is no secret.
  {
    kind: 'api-key',
    pattern:
      /\b(?!(?:PRIMARY|FOREIGN|CACHE|PUBLIC|SORT|PARTITION|UNIQUE|HASH|IDEMPOTENCY|DEDUPE|LOOKUP|GROUP|ROUTING)_)[A-Z][A-Z0-9_-]{1,40}[_-]KEY["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~%=:-]{8,512})/gi,
    accept: looksRandom,
  },
  ...labelledSecrets(looksRandom, looksLikePassword),
  // What any vendor may choose next: a short name, and a long mixture behind it. Names that say that it is an id are left alone.
  {
    kind: 'vendor-token',
    pattern:
      /(?<![\w./+=-])(?!(?:sha\d{1,3}|md5|h1|req|msg|toolu|call|run|thread|asst|file|org|proj|prj|cus|seti|price|prod|evt|ch|in|sub|acct|chatcmpl|resp|rs|fc|batch|usr?|user|id|ses|sess|session|prt|trace|span|build|dpl|team|ws|job|img|vid|doc|chunk|index|vendor|main|app|blob|cache|tmp|node|layer|cid|hash|rev|commit|etag|nonce|key)[_-])[A-Za-z][A-Za-z0-9]{1,11}(?:[._-][a-z0-9]{1,6}){0,2}[_-][A-Za-z0-9_+-]{20,200}={0,2}(?![\w.+/=-])/g,
    accept: isVendorsMixture,
  },
  // Hexadecimal is a hash, unless it is called a key.
  {
    kind: 'vendor-token',
    pattern:
      /(?<![\w./+=-])(?:[a-z][a-z0-9]{1,11}[_-])?(?:sk|pk|secret|token|pat|api|live|auth)[_-](?:[a-z0-9]{1,8}[_-]){0,3}(?:[0-9a-f]{32,64}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![\w.+/=-])/g,
    accept: hasDigitAndLetter,
  },
];

/** Layers of escapes that are looked behind: a string of JSON, in a tool's JSON, in a transcript's. */
export const MOST_LAYERS = 3;

/** The kind of the first secret in a short text, such as a name, by the patterns of our own, also behind escapes; null = none. At once, and for 5 µs. */
export function secretKind(text: string, layers: number = MOST_LAYERS): string | null {
  for (const { kind, pattern, accept = () => true } of SECRET_PATTERNS) {
    for (const match of text.matchAll(pattern)) if (accept(match.groups?.['secret'] ?? match[0])) return kind;
  }
  const plain = layers === 0 ? null : unescapeText(text);
  return plain && secretKind(plain.text, layers - 1);
}

const PLACEHOLDER =
  /^(?:\$.*|%.*%|<.*>|\{.*\}|.*\.{3}.*|x+|\*+|•+|(?:your|my|the|some|new|old|a)?[_ -]?(?:user(?:name)?|pass(?:word)?|passwd|pwd|secret|token|api[_-]?key|key|value|string)(?:[_ -]?here)?|example|changeme|placeholder|redacted|\[redacted.*|null|nil|none|true|false|undefined|required|optional|hidden)$/i;

/** Names of code rather than values: `process.env.TOKEN`, `req.body.password`, `config_value`, `MY_SECRET`. */
const CODE_NAME = /^[A-Za-z_$][\w$]*(?:[.:/-]+[A-Za-z_$][\w$]*)*$/;

function isNoPlaceholder(value: string): boolean {
  return !PLACEHOLDER.test(value);
}

function hasRealPassword(userAndPassword: string): boolean {
  return isNoPlaceholder(userAndPassword.slice(userAndPassword.indexOf(':') + 1));
}

/** Digits, or upper and lower case in turns: no word of a text has either. */
function isMixed(value: string): boolean {
  return /\d/.test(value) || /[a-z][A-Z]{1,3}[a-z].*[a-z][A-Z]/.test(value);
}

/** Letters of both cases or beyond those of hexadecimal, with digits in many places: no hash, and no name of parts. */
function isVendorsMixture(token: string): boolean {
  const value = token.replace(/^[A-Za-z0-9]+[._-]/, '');
  if (/^[0-9a-f_-]+$|^[0-9A-F_-]+$/.test(value) || entropy(value) < 3.5) return false;
  return (
    isLongMixture(value) ||
    (isLongMixture(value.replaceAll(/[_=+-]/g, '')) && /[a-z]/.test(value) && /[A-Z][a-z]?[A-Z\d]/.test(value))
  );
}

/** With signs that no name and no address has. */
function isLongMixtureWithSigns(value: string): boolean {
  if (PLACEHOLDER.test(value) || /[\s(){}<>]|:\/\//.test(value) || value.startsWith('$')) return false;
  return /[A-Za-z]\d+[^\d]+\d/.test(value) && /[^\w./:-]/.test(value) && entropy(value) >= 3.5;
}

/** Whole groups of four, and a sign that it is no word. */
function isBase64(value: string): boolean {
  return value.length % 4 === 0 && (value.endsWith('=') || hasDigitAndLetter(value));
}

/** `user:password` as base64, and not some word of twelve letters. */
function isBase64OfCredentials(value: string): boolean {
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]{1,128}:[\x20-\x7e]{3,512}$/.test(decoded);
}

function hasDigitAndLetter(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Unquoted, behind a password's label: a digit or a sign among letters, and no name of code. */
function looksLikePassword(value: string): boolean {
  if (PLACEHOLDER.test(value)) return false;
  // What goes on behind an escape or in an address's next part is no more of the name.
  const [name = ''] = value.split(/[\\&]/, 1);
  if (name !== value && name.includes('.') && CODE_NAME.test(name)) return false;
  if (CODE_NAME.test(value)) return /\d/.test(value) && !/[.:/]|^v\d|[a-z]{2}\d?[A-Z][a-z]{3}/.test(value);
  return /[A-Za-z]/.test(value) && /[^A-Za-z.,:;/_-]/.test(value);
}

/**
 * Random rather than written: letters and digits mixed, at least 3 bits of entropy a character (random keys of 16 and more
 * characters have 3.2 to 5.2), and not mostly words. Names written by people are over half words of 4 and more letters and under 15 %
 * digits; a random key of lower-case letters and digits has 28 % digits.
 */
function looksRandom(value: string): boolean {
  if (PLACEHOLDER.test(value)) return false;
  if (hasOddCapitals(value) || IN_GROUPS.test(value)) return true;
  if (!hasDigitAndLetter(value)) return false;
  // Of a short one less is asked, since so many characters cannot differ.
  const least = Math.min(3, 0.8 * Math.log2(value.length));
  if (/^[\d.:+T_-]+Z?$|^v?\d+(?:\.\d+)+/.test(value) || entropy(value) < least) return false;
  if (value.length < 12) return /^(?:[A-Za-z]+\d+){2}[A-Za-z]|^(?:\d+[A-Za-z]+){2}\d/.test(value);
  if (isLongMixture(value)) return true;
  // Five consonants in a row are in no word that a name is made of.
  const words = (value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? []).filter((word) => !/[^aeiouy]{5}/i.test(word));
  const inWords = words.join('').length;
  const digits = value.replace(/\D/g, '').length;
  return inWords < value.length / 2 || digits >= value.length * 0.15;
}

/** Twelve characters and more in which capitals stand where no name has them, three times: names begin their words with one. */
function hasOddCapitals(value: string): boolean {
  if (!/^[A-Za-z0-9+/_=-]{12,512}$/.test(value)) return false;
  return (value.match(/[A-Z]{2}[a-z](?![a-z]{2})|[a-z][A-Z](?![a-z]{2})/g) ?? []).length >= 3;
}

/** A key in groups, as licences have it, or of the form of a UUID with letters that no UUID has. */
const IN_GROUPS =
  /^(?=[^-]{0,40}\d|.{0,40}-[^-]{0,40}\d)(?:[A-Z0-9]{5,8}(?:-[A-Z0-9]{5,8}){2,7}|[a-z0-9]{8}(?:-[a-z0-9]{4}){3}-(?=[a-z0-9]{0,11}[g-z])[a-z0-9]{12})$/;

/** Words of names that have digits in them. */
const WORDS_WITH_DIGITS =
  /base(?:32|58|62|64)|sha\d{1,3}|md5|utf\d{1,2}|oauth2?|x509|pkcs\d{1,2}|ed25519|int\d{1,2}|uint\d{1,2}|v\d{1,2}(?!\d)/gi;

/** Fourteen letters and digits without a break, with digits in two places between the letters: names have breaks, or one number. */
function isLongMixture(value: string): boolean {
  const [run = ''] = value.replaceAll(WORDS_WITH_DIGITS, '').match(/[A-Za-z0-9=]{14,}/) ?? [];
  return /[A-Za-z]\d+[A-Za-z]+\d/.test(run);
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
