import { COMMAND_SECRETS } from './command-secrets.ts';
import { LABELLED_SECRETS } from './labelled-secrets.ts';
import {
  hasDigitAndLetter,
  hasRealPassword,
  isBase64,
  isBase64OfCredentials,
  isMixed,
  isNameAndHash,
  isNoPlaceholder,
  isVendorsMixture,
  looksLikePassword,
  looksRandom,
} from './secret-values.ts';
import { NAMED_SECRETS } from './named-secrets.ts';
import { LABELS, NAMED, patternsOf, SecretGate, TOKENS, type SecretPattern } from './secret-shape.ts';
import { SHOWN_SECRETS } from './shown-secrets.ts';
import { SPOKEN_SECRETS } from './spoken-secrets.ts';
import { unescapeText } from './unescape-text.ts';
import { VENDOR_TOKEN } from './vendor-tokens.ts';
import { WRITTEN_SECRETS } from './written-secrets.ts';

const ENDS_KEY = new SecretGate(/-----END|BORG_KEY/);

/**
 * Shapes that the detector library misses or reports at the wrong place, in the order they are applied: containers first, then keys
 * that are recognised by their own prefix, then values that only their label gives away.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  ...patternsOf({}, [
    // A key whose end is missing (a cut log, a diff) is a secret up to the end of its base64 lines. The end is not looked for behind the beginning of
    // the next: 64 KiB of beginnings took 33 ms.
    [
      'private-key',
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----BEGIN )){0,8192}?-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s\\]{0,8192})/g,
    ],
    // Keys without their beginning: looked for before their lines are taken for something else.
    [
      'private-key',
      /(?<![A-Za-z0-9+/=]|[A-Za-z0-9+/=]\r?\n[ \t]{0,8})(?:[A-Za-z0-9+/=]{4,80}[ \t]{0,4}\r?\n[ \t]{0,8}){1,120}(?=-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY)/g,
      undefined,
      ENDS_KEY,
    ],
    [
      'private-key',
      /\bBORG_KEY\s{1,2}(?<secret>[\da-f]{64}(?:\s{1,2}[A-Za-z0-9+/=]{20,80}){0,60})/g,
      undefined,
      ENDS_KEY,
    ],
  ]),
  ...patternsOf({ gate: () => TOKENS }, [
    // The same in base64.
    ['private-key', /\bLS0tLS1CRUdJTi[A-Za-z0-9+/]{20,8192}={0,2}/g],
    // Not from close behind another beginning: `ey-ey-ey-…` would be read anew from each of its parts, 52 ms of 8 KiB.
    ['jwt', /(?<!\w)(?<!ey[\w-]{0,40}-)ey[\w-]{9,4096}\.ey[\w-]{9,4096}\.[\w-]{8,4096}/g],
  ]),
  ...patternsOf({}, [
    [
      'url-credentials',
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?!\[redacted:)(?<secret>[^\s/:@"'<>]{0,128}:[^\s/@"'<>]{1,256})@/gi,
      hasRealPassword,
    ],
  ]),
  ...patternsOf({ gate: () => TOKENS }, [
    ['anthropic-key', /\bsk-ant-[\w-]{20,256}/g],
    ['openai-key', /\bsk-(?!ant-)(?:proj-|svcacct-|admin-|None-|or-v1-)?[A-Za-z0-9_-]{20,256}/g, looksRandom],
    ['stripe-key', /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,256}/g],
    ['aws-key', /\b(?:A3T[A-Z0-9]|AKIA|AGPA|AROA|AIPA|ANPA|ANVA|ASIA)(?!IOSFODNN7)[A-Z0-9]{16}\b/g],
    ['google-key', /\bAIza[\w-]{35}(?![\w-])/g],
    ['google-key', /\b(?:ya29\.[\w-]{20,512}|GOCSPX-[\w-]{20,64})/g],
    ['github-token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})/g],
    ['gitlab-token', /\bgl(?:pat|ptt|dt|rt|cbt|soat)-[\w-]{20,64}/g],
    ['slack-token', /\bxox[a-z]-[A-Za-z0-9%-]{12,400}/g],
    [
      'slack-webhook',
      /\bhooks\.(?:slack\.com\/(?:services|workflows|triggers)|zapier\.com\/hooks\/catch)\/(?<secret>[\w/+]{13,128})/g,
    ],
    ['npm-token', /\bnpm_[A-Za-z0-9]{36}\b/g],
    ['pypi-token', /\bpypi-[\w-]{40,512}/g],
    ['huggingface-token', /\bhf_[A-Za-z0-9]{30,64}\b/g],
    ['sendgrid-key', /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g],
    ['digitalocean-token', /\bdo[opr]_v1_[a-f0-9]{64}\b/g],
    ['telegram-token', /(?:\bbot|\b)(?<secret>\d{8,10}:AA[\w-]{33})(?![\w-])/g],
    ['vendor-token', VENDOR_TOKEN, isMixed],
  ]),
  ...patternsOf({}, [
    [
      'bearer-token',
      /\b(?:bearer|basic|authorization: token)\s{1,4}(?<secret>[\w.~+/=-]{16,4096})/gi,
      hasDigitAndLetter,
      NAMED,
    ],
    [
      'password',
      /(?:password|passwd|passphrase|(?:pwd|pass|pw)(?<=(?:^|[^a-z]|admin|root|user|db|ssh|ftp|mail|sudo|become|bind|login|key|store|imap|proxy|vpn|smtp|http|ldap|redis|sql|pg|mongo|auth|my|account|cert)(?:pwd|pass|pw)))(?:_?(?:prod\w{0,8}|stag\w{0,4}|dev|test|live|new|old|backup|main|master|root|admin|\d))?(?:\s?:\s?(?:string|String|str)|\[\d{0,4}\]|\s(?:string|String))?(?:["'`\]]{0,2}\s{0,32}(?:=>|:=|[:=])\s{0,8}[bru]?|["'`]?\s{1,4}(?:is|was)\s{1,4})(?<quote>["'`])(?<secret>(?!\[redacted:)(?:(?!\k<quote>)[^\n]){4,256})\k<quote>/gi,
      isNoPlaceholder,
      LABELS,
    ],
    [
      'password',
      /(?:password|passwd|passphrase|(?:pwd|pass|pw)(?<=(?:^|[^a-z]|admin|root|user|db|ssh|ftp|mail|sudo|become|bind|login|key|store|imap|proxy|vpn|smtp|http|ldap|redis|sql|pg|mongo|auth|my|account|cert)(?:pwd|pass|pw)))(?:_?(?:prod\w{0,8}|stag\w{0,4}|dev|test|live|new|old|backup|main|master|root|admin|\d))?(?:["'`]?\s{0,32}(?:(?:=>|:=|:(?![\w.-]{1,40}=["']))\s{0,8}|=[^\S\n]{0,8})|\s{1,4}(?:is|was)\s{1,4}|(?<=--\w{4,10}) )(?<secret>(?!\[redacted:)[^\s"'`,;()[\]{}<>]{6,256})/gi,
      looksLikePassword,
      LABELS,
    ],
  ]),
  ...COMMAND_SECRETS,
  ...patternsOf({}, [
    [
      'password',
      /\b(?:machine\s{1,8}\S{1,253}|default)\s{1,8}login\s{1,8}\S{1,128}\s{1,8}(?:account\s{1,8}\S{1,128}\s{1,8})?password\s{1,8}(?<secret>(?!\[redacted:)\S{3,256})/g,
      isNoPlaceholder,
    ],
    [
      'password',
      /<(?:[\w:.-]{0,64}(?:password|passwd|pwd|passphrase|secret|apiKey|token))(?:\s[^<>]{0,200})?>\s{0,64}(?<secret>(?!\[redacted:)[^<>\s]{3,256})\s{0,64}</gi,
      isNoPlaceholder,
      LABELS,
    ],
    // Of .npmrc and of docker's config.json: base64 of a user and a password.
    [
      'registry-auth',
      /(?<![\w])_?auth["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{12,1024}={0,2})(?![\w+/])/g,
      isBase64OfCredentials,
      NAMED,
    ],
    [
      'sas-signature',
      /[?&;]sig=(?<secret>(?!\[redacted:)[A-Za-z0-9%+/_-]{20,128}(?:=|%3[Dd]){0,2})/g,
      hasDigitAndLetter,
    ],
    [
      'kubernetes-key',
      /(?:client-key-data|client-certificate-key|tls\.key|id_rsa)["']?\s{0,4}:\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{20,16384}={0,2})/g,
    ],
    [
      'kubernetes-secret',
      /^[ \t]{1,12}["']?[\w.-]{1,64}["']?:\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{8,4096}={0,2})["']?,?$(?:(?<=\bkind["']?:\s{0,4}["']?Secret\b[^]{0,4000})|(?=[^]{0,4000}\bkind["']?:\s{0,4}["']?Secret\b))/gm,
      isBase64,
    ],
    [
      'session-cookie',
      /\b(?:_?[\w-]{2,32}_session|[A-Z]{1,12}SESS(?:ION)?ID|ASP\.NET_SessionId|connect\.sid)(?:=|\s?:\s?|\s(?:is|was|ist|est|es)\s)(?<secret>(?!\[redacted:)[A-Za-z0-9%+/=_-]{16,4096})/g,
      looksRandom,
      NAMED,
    ],
    [
      'framework-key',
      /\b(?:APP_KEY|SECRET_KEY(?:_BASE)?|secret_key(?:_base)?|(?:AUTH|SECURE_AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)|NEXTAUTH_SECRET|JWT_SECRET|COOKIE_SECRET)['"]?\s{0,4}(?:=>|[:=,])\s{0,4}[bru]?(?:(?<quote>["'])(?<secret>(?!\[redacted:)(?:\\[^\n]|(?!\k<quote>)[^\n\\]){12,256})\k<quote>)/g,
      isNoPlaceholder,
      NAMED,
    ],
    ['framework-key', /\bbase64:(?<secret>[A-Za-z0-9+/]{40,128}={0,2})/g, hasDigitAndLetter],
    ['password', /(?<=\s(?:-u|--user)[ =])(?<secret>["']?[\w.@-]{1,64}:[^\s"':]{6,128})/g, hasRealPassword],
    [
      'api-key',
      /(?:(?:secret|token|api[ _-]?key|apikey|(?:access|account|auth|client|consumer|encryption|private|secret|shared|signing|webhook)[ _-]?(?:key|secret|token)|credentials?)|(?<=[a-z0-9][_-])pat)["'`]?\s{0,32}(?:(?:=>|:=|:)\s{0,8}|=[^\S\n]{0,8})["'`]?(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~%=:@-]{8,512})/gi,
      looksRandom,
      LABELS,
    ],
    // A key of somebody: `ACME_KEY=`. Shorter words mean keys of tables and caches as well, and what identifies is no secret.
    [
      'api-key',
      /\b(?!(?:PRIMARY|FOREIGN|CACHE|PUBLIC|SORT|PARTITION|UNIQUE|HASH|IDEMPOTENCY|DEDUPE|LOOKUP|GROUP|ROUTING)[_ ]|(?:from|for|with|by|the|this|that|of|on|to|in|using|restore|missing|duplicate|unknown)[ ])[A-Z][A-Z0-9_-]{1,40}[_ -](?:KEY|AUTH|PAT)["']?\s{0,4}[:=,]\s{0,4}["']{0,2}(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~%=:-]{8,512})/gi,
      (value) => looksRandom(value) && !isNameAndHash(value),
      NAMED,
    ],
  ]),
  ...LABELLED_SECRETS,
  ...NAMED_SECRETS,
  ...WRITTEN_SECRETS,
  ...SHOWN_SECRETS,
  ...SPOKEN_SECRETS,
  ...patternsOf({ gate: () => TOKENS }, [
    // What any vendor may choose next: a short name, and a long mixture behind it. Names that say that it is an id are left alone,
    // and so are the anchors of GitHub's pages.
    [
      'vendor-token',
      /(?<![\w./+=-])(?!(?:sha\d{1,3}|md5|h1|req|msg|toolu|call|run|thread|asst|file|org|proj|prj|cus|seti|price|prod|evt|ch|in|sub|acct|chatcmpl|resp|rs|fc|batch|usr?|user|id|ses|sess|session|prt|trace|span|build|dpl|team|ws|job|img|vid|doc|chunk|index|vendor|main|app|blob|cache|tmp|node|layer|cid|hash|rev|commit|etag|nonce|key)[_-]|diff-[0-9a-f]{20,64}(?:[LR]\d|[^0-9A-Za-z]|$))[A-Za-z][A-Za-z0-9]{1,11}(?:[._-][a-z0-9]{1,6}){0,2}[_-][A-Za-z0-9_+-]{20,200}={0,2}(?![\w.+/=-])/g,
      isVendorsMixture,
    ],
    // Hexadecimal is a hash, unless it is called a key.
    [
      'vendor-token',
      /(?<![\w./+=-])(?:[a-z][a-z0-9]{1,11}[_-])?(?:sk|pk|secret|token|pat|api|live|auth)[_-](?:[a-z0-9]{1,8}[_-]){0,3}(?:[0-9a-f]{32,64}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![\w.+/=-])/g,
      hasDigitAndLetter,
    ],
  ]),
];

/** Layers of escapes that are looked behind: a string of JSON, in a tool's JSON, in a transcript's. */
export const MOST_LAYERS = 3;

/** The part of a match that is replaced. */
export function secretOf({ 0: all, groups }: RegExpMatchArray): string {
  return groups?.['secret'] ?? groups?.['bare'] ?? all;
}

/** The kind of the first secret in a short text, such as a name, by the patterns of our own, also behind escapes; null = none. At once, and for 5 µs. */
export function secretKind(text: string, layers: number = MOST_LAYERS): string | null {
  for (const each of SECRET_PATTERNS) {
    const { kind, pattern, gate, accept = () => true } = each;
    if (gate && !gate.isOpen(text)) continue;
    for (const match of text.matchAll(pattern)) if (accept(secretOf(match))) return kind;
  }
  const plain = layers === 0 ? null : unescapeText(text);
  return plain && secretKind(plain.text, layers - 1);
}
