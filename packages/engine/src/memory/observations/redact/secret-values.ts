const PLACEHOLDER =
  /^(?:\$.*|%.*%|<.*>|\{.*\}|.*\.{3}.*|x+|\*+|•+|(?:your|my|the|some|new|old|a)?[_ -]?(?:user(?:name)?|pass(?:word)?|passwd|pwd|secret|token|api[_-]?key|key|value|string)(?:[_ -]?here)?|example|changeme|placeholder|redacted|\[redacted.*|null|nil|none|true|false|undefined|required|optional|hidden|\[[a-z_ -]+\]|(?:argon2|[bs]crypt|pbkdf2|scram|sha|md)[\w-]*|\W*(?:filtered|masked|redacted|hidden|secret|sensitive|omitted|removed)\W*|n\/a|tb[ad]|todo|fixme|(?:replace|change|fill|insert|put|enter|set)[_ -]?(?:me|it|this|in|here|your)(?:[_ -].*)?)$/i;

/** Names of code rather than values: `process.env.TOKEN`, `req.body.password`, `config_value`, `MY_SECRET`. */
const CODE_NAME = /^[A-Za-z_$][\w$]*(?:(?:[.:/-]+|[?!]\.|\.#)[A-Za-z_$][\w$]*)*$/;

/** `xxxxxxxx`, `00000000`: what documents put in the place of a token. */
export function isSample(value: string): boolean {
  return value.length < 200 && /([xX0*])\1{7}/.test(value);
}

/** `Linux-node-9f…`, as caches name what they hold, and `SignIn_passwordField__x7K2q`, as CSS modules name classes. */
export function isNameAndHash(value: string): boolean {
  return /^[A-Za-z][\w.]{2,}(?:-[\w.]+){0,8}-[\da-f]{32,64}$|^[A-Za-z][A-Za-z\d]*_[A-Za-z][A-Za-z\d]*__[\w-]{5,8}$/.test(
    value,
  );
}

/** Where a secret is kept, a tag of YAML, a type, ciphertext, and the samples of AWS' documents. */
const REFERENCE =
  /^(?:\\[nr]|\.\*|[&*][\w-]+$|[A-Z]{2,}(?:_[A-Z]{2,})+$|\w+:[x*!]:|ref\+|[~^]?v?\d+\.\d+\.\d+|[a-z][\w+.-]{1,20}:\/\/[^\s@]*$|ENC[[(]|arn:aws|secret(?:s|smanager)?:|vault:|kms:|ssm:|env:|![A-Za-z]+$|(?:String|ID|Int|Boolean|Password)!|[A-Z0-9/a-z]*EXAMPLE(?:KEY)?$|(?:required|nullable|sometimes|string|confirmed|hashed)(?:\||$))|^\(.*\)$/;

/** Words of a form: its own label, and sentences about a field. */
const OF_FORMS =
  /^(?:(?:pass|kenn)wort|wachtwoord|mot de passe|contraseña|senha|lösenord|hasło|heslo|parola|şifre|пароль|密码|パスワード|비밀번호|\S{0,8}schlüssel)$|\s\S*(?:pass(?:wor|ph)|passe\b|kennwort|wachtwoord|contraseña|senha|token|secret)|(?:pass(?:wor|ph)|kennwort|wachtwoord|contraseña|senha|token|secret)\S*\s|\s.*(?:\s|^)(?:must|be|is|are|not|your|too|at least|the|to|of|do|enter|please|muss|darf|ist|doit|debe|deve)\s|^(?:must|is|are|not|your|too|at least|the|enter|please|muss|darf|ist|doit|debe|deve)\s/iu;

export function isNoPlaceholder(value: string): boolean {
  return !PLACEHOLDER.test(value) && !REFERENCE.test(value) && !OF_FORMS.test(value);
}

/** What names in code are made of. */
const CODE_WORD =
  /^(?:pass|passw(?:or)?d|passphrase|pwd?|secrets?|tokens?|keys?|api|auth\w*|users?|user|name|ids?|type|string|str|int|bool\w*|con(?:fig|f|text|tent|firm\w*)|env|hash\w*|values?|get|set|new|my|is|has|db|data\w*|fields?|form|params?|options?|header|input|output|error|default|re(?:quest|sponse|sult|set|quired|f|fs)|access|client|server|service|basic|bearer|https?|json|xml|ur[li]|files?|path|tests?|log(?:in|out)?|session|cookie|manager|provider|factory|helper|utils?|class|object|list|map|view|model|state|store|change|invalid|missing|old|current|hidden|show|encoder?|length|min|max|sha|base|only|read|write|case|plain|text|on|off|and|for|with|from|to|of|in|by|not|no|credentials?|protected|app|web|admin|master|root|encrypted|policy|rules?|method|function|this|self|var|val|args?|raw|random|generated|temp\w*|account|email|mail|login|vault|label|hint|message|msg|title|page|button|prompt|item|node|props?|open|source|end|start|cross|platform|built|sensitive|aware|id)$/i;

/** Words that somebody joined as no language of people or of programs does: `heron-Swamp`, `Hagebutte_tee`. */
export function isJoined(value: string): boolean {
  const words = value.split(/[-_]/);
  return (
    /^\p{L}{3,}(?:-\p{L}{1,}){1,4}$|^\p{L}{3,}(?:_\p{L}{2,}){1,3}$/u.test(value) &&
    words.some((word) => /^\p{Ll}/u.test(word)) &&
    words.some((word) => /^\p{Lu}\p{Ll}{2}/u.test(word)) &&
    hasOwnWords(value)
  );
}

/** The same where no code and no sentence stands: `Loewen-Zahn`, `Ampel.Gruen`, `krebsSchere`, `otterPond6`, `Fjell7Vidde`. */
export function isCoined(value: string): boolean {
  return (
    isJoined(value) ||
    (/^\p{L}{3,}(?:[.,;+&_-]\p{L}{2,}){1,4}\d{0,4}$|^\p{L}\p{Ll}{2,}(?:\d{0,4}\p{Lu}\p{Ll}{2,}){1,3}\d{0,4}$/u.test(
      value,
    ) &&
      /\p{Lu}.*\p{Ll}|\p{Ll}.*\p{Lu}/u.test(value) &&
      hasOwnWords(value))
  );
}

export function hasOwnWords(value: string): boolean {
  const words = value.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [];
  return !words.some((word) => CODE_WORD.test(word));
}

/** A word of a language, or several: no name of code and no default. */
export function isPlainWord(value: string): boolean {
  return (
    isNoPlaceholder(value) &&
    /^[\p{L}][\p{L}\d _'.!-]{5,64}$/u.test(value) &&
    !/^(?:postgres\w*|guest|minioadmin|example|localhost|prompt|always|never|optional|enabled?|disabled?|inherit|unset|nobody|public|dummy|foobar|whatever|anything|ignored?|production|development|staging)$/i.test(
      value,
    ) &&
    hasOwnWords(value)
  );
}

/** Where only a literal can stand: chosen, random or coined. */
export function isLiteral(value: string): boolean {
  return isNoPlaceholder(value) && (isChosen(value) || isKey(value) || isCoined(value));
}

export function hasRealPassword(userAndPassword: string): boolean {
  return isNoPlaceholder(userAndPassword.slice(userAndPassword.indexOf(':') + 1));
}

/** Digits, or upper and lower case in turns: no word of a text has either. */
export function isMixed(value: string): boolean {
  return /\d/.test(value) || /[a-z][A-Z]{1,3}[a-z].*[a-z][A-Z]/.test(value);
}

/** Letters of both cases or beyond those of hexadecimal, with digits in many places: no hash, and no name of parts. */
export function isVendorsMixture(token: string): boolean {
  const value = token.replace(/^[A-Za-z0-9]+[._-]/, '');
  if (isNameAndHash(token) || /^[0-9a-f_-]+$|^[0-9A-F_-]+$/.test(value) || entropy(value) < 3.5) return false;
  return (
    isLongMixture(value) ||
    (isLongMixture(value.replaceAll(/[_=+-]/g, '')) && /[a-z]/.test(value) && /[A-Z][a-z]?[A-Z\d]/.test(value))
  );
}

/** Whole groups of four, and a sign that it is no word. */
export function isBase64(value: string): boolean {
  return value.length % 4 === 0 && (value.endsWith('=') || hasDigitAndLetter(value));
}

/** `user:password` as base64, and not some word of twelve letters. */
export function isBase64OfCredentials(value: string): boolean {
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]{1,128}:[\x20-\x7e]{3,512}$/.test(decoded);
}

export function hasDigitAndLetter(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Unquoted, behind a password's label: a digit or a sign among letters, and no name of code. */
export function looksLikePassword(value: string): boolean {
  if (!isNoPlaceholder(value) || /^[~.]{0,2}\/[\w./-]*$|^[?\]]/.test(value)) return false;
  if (isJoined(value)) return true;
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
export function looksRandom(value: string): boolean {
  if (PLACEHOLDER.test(value) || NUMBERED_NAME.test(value) || value.startsWith('arn:aws')) return false;
  if (hasOddCapitals(value) || hasOddLetters(value) || IN_GROUPS.test(value)) return true;
  if (!hasDigitAndLetter(value) || !/\d/.test(value.replaceAll(WORDS_WITH_DIGITS, ''))) return false;
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

/** `color-primary-500`, `backups/2024/11/db.tar.gz` */
const NUMBERED_NAME =
  /^[a-z]{3,}(?:[-_.][a-z]{2,})+[-_.]v?\d{1,4}$|^[\w.-]+(?:\/[\w.-]+)+\.[a-z]{2,4}(?:\.[a-z]{2})?$|^[a-z\d.:_-]*(?:\/[a-z][a-z\d._-]*){2,}$/;

/** Twelve characters and more in which capitals stand where no name has them, three times: names begin their words with one. */
function hasOddCapitals(value: string): boolean {
  if (!/^[A-Za-z0-9+/_=-]{12,512}$/.test(value)) return false;
  return (value.match(/[A-Z]{2}[a-z](?![a-z]{2})|[a-z][A-Z](?![a-z]{2})/g) ?? []).length >= 3;
}

/** Letters of both cases in an order that no language has. */
function hasOddLetters(value: string): boolean {
  if (!/^(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{16,128}$/.test(value)) return false;
  return (value.match(/(?:[jqvxz][b-df-hj-np-tv-xz]|[b-df-hkmp-tv-xz][jqxz])/gi) ?? []).length >= 3;
}

/** A key in groups, as licences have it, or of the form of a UUID with letters that no UUID has. */
const IN_GROUPS =
  /^(?=[^-]{0,40}\d|.{0,40}-[^-]{0,40}\d)(?:[A-Z0-9]{5,8}(?:-[A-Z0-9]{5,8}){2,7}|[a-z0-9]{8}(?:-[a-z0-9]{4}){3}-(?=[a-z0-9]{0,11}[g-z])[a-z0-9]{12})$/;

/** Words of names that have digits in them. */
const WORDS_WITH_DIGITS =
  /b(?:ase)?(?:32|58|62|64)|p?bkdf\d|sha-?\d{1,3}|md5|utf-?\d{1,2}|oauth2?|x509|pkcs#?\d{1,2}|ed25519|ucs-?\d|latin-?\d{1,2}|iso-?\d{3,5}(?:-\d{1,2})?|cp\d{3,4}|windows-?\d{2,4}|int\d{1,2}|uint\d{1,2}|v\d{1,2}(?!\d)/gi;

/** Fourteen letters and digits without a break, with digits in two places between the letters: names have breaks, or one number. */
export function isLongMixture(value: string): boolean {
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

/** Of letters and digits that nobody wrote by hand. */
export const isKey = (value: string): boolean =>
  !SAMPLE.test(value) && (looksRandom(value) || isHexKey(value) || isGibberish(value));

/** What documents on passwords write with a digit in it. */
const TERM =
  /(?<![a-z])(?:argon2\w*|p?bkdf\d\w*|bcrypt\w*|scrypt\w*|\b(?:2fa|u2f|fido2)\b|tls-?v?[\d.]+|(?:http|h|k|s|py|python|ruby|php|java|node|go|rc|aes|hs|rs|es|rsa|zxcvbn|ipv|log|id|ec|ntlmv|web|rfc|cve|iso|nist|sp|owasp|bug|issue|pr)[-#]?\d[\d.-]*\w?)/gi;

/** Somebody chose it: a digit or a sign among letters, also when the terms of the trade are taken away, and no name of code. */
export function isChosen(value: string): boolean {
  if (isJoined(value) && isNoPlaceholder(value)) return true;
  if (!looksLikePassword(value) && !isOddName(value) && !/^[a-z]+[A-Z]?[a-z]*\$[a-z]+$/.test(value)) return false;
  if (
    OTHER_THAN_CHOSEN.test(value) ||
    /\w\.[a-z]{2,4}$|^[A-Z\d]+(?:_[A-Z\d]+)+$|^[a-z]+(?:_[a-z]+)+_\d{1,2}$/.test(value)
  )
    return false;
  const rest = value.replaceAll(WORDS_WITH_DIGITS, '').replaceAll(TERM, '');
  return rest.length >= 5 && /\p{L}/u.test(rest) && (/\d/.test(rest) || /[!@#$%^&*+?~=]/.test(rest.slice(0, -1)));
}

/** Addresses of mail, calls, flags, paths, names of files, colours, regular expressions. */
const OTHER_THAN_CHOSEN =
  /^[^\s@]+@[\w-]+(?:\.[\w-]+)+$|[({[]|^(?:--?[a-z]|[/~.\\])|\\[A-Z]|^#[\da-f]{3,8}$|:\/|%[\da-f]{2}|&(?:quot|apos|amp|lt|gt|nbsp|#\w{1,5})(?!\w)|[.!?]&|\*\/|^(?:new|old|my)?_?pass(?:word|wd)?_?\d{0,3}$/i;

/** So much so that no label has to stand directly before it. */
export function isUnmistakable(value: string): boolean {
  if (value.length >= 20 && /^[\w+/=-]+$/.test(value) && !/^[\da-fx-]+$/.test(value) && isLongMixture(value))
    return true;
  if (!isChosen(value) || /^[A-Z\d_.-]+$|^[\d\W_]|^[0-9a-f-]+$|\d\.\d|[<>/:=]/.test(value)) return false;
  const signs = /\p{L}[!@#$%^&*+?;~]+[\p{L}\d]|\d[\p{L}\d]*[!#$%&*+?]$|[!#$%&*+?]\d/u.test(value);
  const words = /^\p{L}{4,}\d{3,4}$|^\p{L}{4,}\d{1,4}\p{L}{3,}$/u.test(value);
  const parts = /^\p{Lu}\p{Ll}{2,}(?:[._-]\p{Lu}\p{Ll}{2,}){1,3}[._-]?\d{1,4}$/u.test(value) && hasOwnWords(value);
  return (signs && /[\dA-Z]/.test(value)) || isOddName(value) || words || parts;
}

/** Lower case, capitals and digits with `_` or `-`, in an order that no language's names have: `tin_Whistle_06`. */
function isOddName(value: string): boolean {
  return /\d/.test(value) && /^(?:[a-z]+[_-][A-Z][a-z]+|[A-Z][a-z]+_[A-Za-z\d][a-z]*)[\w.-]*$/.test(value);
}

/** Words in a row, as a passphrase has them. */
export function isPhrase(value: string): boolean {
  const words = /^[\p{L}\d]{3,12}(?:[ -][\p{L}\d]{3,12}){3,11}$/u.test(value);
  const numbered =
    /^\p{Lu}?\p{L}{1,14}(?:[ -][\p{L}\d]{2,14}){2,11}$/u.test(value) && /[ -]\d{1,4}(?:[ -]|$)/.test(value);
  return (
    (words || (numbered && !/\b(?:of|is|to|in|on|be|at|or|by|least|step|version|section|page)\b/i.test(value))) &&
    !/\b(?:the|and|for|with|are|not|your|from|has|was|have|should|into|must|can|will|end|time|that|this)\b/i.test(value)
  );
}

/** Capitals, small letters and digits, as no word and no hash has them. */
export function isOfAllKinds(value: string): boolean {
  return (
    isLongMixture(value) &&
    isKey(value) &&
    hasDigitAndLetter(value) &&
    /[a-z]/.test(value) &&
    /[A-Z].*[A-Z]/.test(value)
  );
}
