/** One shape of secret: what to look for, and which part of the match is the secret. */
export interface SecretPattern {
  /** Named in the `[redacted:<kind>]` that replaces the secret. */
  readonly kind: string;
  /** Global. A group named `secret` is what gets replaced; without one it is the whole match. Quantifiers are bounded: text is untrusted. */
  readonly pattern: RegExp;
  /** Looks at the secret part; false = harmless after all. */
  readonly accept?: (secret: string) => boolean;
}

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
  { kind: 'jwt', pattern: /\beyJ[\w-]{8,4096}\.eyJ[\w-]{8,4096}\.[\w-]{8,4096}/g },
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
    pattern: /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[\w/]{20,128})/g,
  },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'pypi-token', pattern: /\bpypi-[\w-]{40,512}/g },
  { kind: 'huggingface-token', pattern: /\bhf_[A-Za-z0-9]{30,64}\b/g },
  { kind: 'sendgrid-key', pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g },
  { kind: 'digitalocean-token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { kind: 'telegram-token', pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g },
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
  {
    kind: 'password',
    pattern: /(?<=\s(?:-u|--user)[ =])(?<secret>["']?[\w.@-]{1,64}:[^\s"':]{6,128})/g,
    accept: hasRealPassword,
  },
  {
    kind: 'api-key',
    pattern:
      /(?:secret|token|api[_-]?key|apikey|(?:access|account|auth|client|consumer|encryption|private|shared|signing|webhook)[_-]?(?:key|secret|token)|credentials?)["'`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}["'`]?(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~-]{12,512}={0,2})/gi,
    accept: looksRandom,
  },
];

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

function hasDigitAndLetter(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Unquoted, behind a password's label: a digit or a sign among letters, and no name of code. */
function looksLikePassword(value: string): boolean {
  if (PLACEHOLDER.test(value)) return false;
  if (CODE_NAME.test(value)) return /\d/.test(value) && !/[.:/]|^v\d|[a-z]{2}\d?[A-Z][a-z]{3}/.test(value);
  return /[A-Za-z]/.test(value) && /[^A-Za-z.,:;/_-]/.test(value);
}

/**
 * Random rather than written: letters and digits mixed, at least 3 bits of entropy a character (random keys of 16 and more
 * characters have 3.2 to 5.2), and not mostly words. Names written by people are over half words of 4 and more letters and under 15 %
 * digits; a random key of lower-case letters and digits has 28 % digits.
 */
function looksRandom(value: string): boolean {
  if (PLACEHOLDER.test(value) || !hasDigitAndLetter(value)) return false;
  const inWords = (value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? []).join('').length;
  const digits = value.replace(/\D/g, '').length;
  if (inWords >= value.length / 2 && digits < value.length * 0.15) return false;
  return !/^[\d.:+T_-]+Z?$|^v?\d+(?:\.\d+)+/.test(value) && entropy(value) >= 3;
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
