import { NAMED, patternsOf, re, SecretGate, type SecretPattern, type SecretShape } from './secret-shape.ts';
import { isChosen, isCoined, isKey, isLiteral, isNoPlaceholder, isPhrase, isUnmistakable } from './secret-values.ts';

/** What a password is called, with the endings that the languages give it. Letters that stand before belong to a longer word: `WLAN-Passwort`. */
const WORDS = [
  'pass[ -]?(?:words?|phrases?|codes?|wd)|(?<![\\p{L}\\d_])(?:(?:pw|pwd|psk|ww|creds?)(?![a-z\\d_\\u00c0-\\u024f])|pass(?=\\*{0,2}\\s{0,2}[:：=]|\\s(?:is|was|for|on|of|at|to|ist|für|zu|pour|para|di|del|do|da|van|till|för|\\S{0,40}\\d)))',
  '(?:pass|kenn|geheim|losungs)w[oö]rt\\p{L}{0,2}|zugangs(?:code|daten)',
  "mots? de passe|(?<!\\p{L})mdp(?!\\p{L})|phrase (?:de passe|secrète)|code (?:d['’]accès|secret)",
  'contraseñas?|(?<!\\p{L})clave(?! primaria| foránea| pública)(?: de acceso| secreta)?(?!\\p{L})|(?<!\\p{L})senhas?(?!\\p{L})|palavra[- ]passe|palavra-chave|parola d.ordine|parol[aă]\\p{L}{0,3}',
  'wachtwoord\\p{L}{0,2}|toegangscode|lösenord\\p{L}{0,3}|adgangskode\\p{L}{0,2}|kodeord\\p{L}{0,2}|passord\\p{L}{0,2}|salasana\\p{L}{0,3}|lykilorð',
  'hasł(?:o|a|em|u)|hesl(?:o|a|em|u)|jelsz[óa]\\p{L}{0,4}|lozink[aue]|(?<!\\p{L})šifr[aue]|gesl[oa]|slaptaž\\p{L}{2,5}|parool\\p{L}{0,2}|şifre\\p{L}{0,4}|парол\\p{L}{1,3}',
  'κωδικ(?:ός|ό)(?: πρόσβασης)?|συνθηματικό|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|비번|패스워드|mật khẩu|password-nya|kata ?sandi|kata laluan|(?<!\\p{L})sandi',
  '(?:code|key|clé|clave|chave|chiave|schlüssel)(?: (?:du|del|do|für|for|de la|of the))? wi-?fi|wi-?fi[ -](?:code|key|schlüssel|clé)|wpa2?-key',
  'पासवर्ड|পাসওয়ার্ড|รหัสผ่าน|كلم[ةه] (?:ال)?(?:مرور|سر)|סיסמ[הת]|رمز عبور|گذرواژه|salasõna',
];
const PASSWORD = `(?:${WORDS.join('|')})`;

/** What says that the next word is it. */
const IS = String.raw`(?:(?:\s|\*{2}){1,2}(?:should be|will be|has to be|is|was|are|be|equals|becomes|reads|c['’](?:est|était)|heißt|soll|doit être|devrait être|pasa a ser|ist|war|lautet|wäre|sei|est|était|sera|es|era|será|sono|sarà|é|è|foi|är|ficou|var|blev|er|blir|oli|jest|brzmi|je|byl[oa]?|bude|volt|lett|este|е|là|adalah|ialah|olarak|это|есть|теперь|היא|هي|है|:=|=>|->|→|=|—|–)\s{1,4}|\s{0,4}(?:(?:[:：]|->|→)(?:\*{2})?\s{0,4}|=[^\S\n]{0,4})|\s{0,2}(?:คือ|是|为|為|は|が|を|를|을|은|는|이|가|改成了?|改为了?|换成了?|设为|にした)\s{0,2}[:：]?\s{0,2})`;
const NOW = String.raw`(?:(?:now|currently|still|again|just|probably|set to|changed to|called|jetzt|nun|noch|wieder|auf|maintenant|encore|toujours|désormais|ahora|todavía|agora|ainda|ora|adesso|nu|nyt|teraz|nadal|nyní|teď|acum|теперь|сейчас|şimdi|现在|今|sekarang)\s{1,4})?`;
const OPEN = String.raw`(?:\*{2})?["'\x60“„«「『(]{0,2}`;
/** Up to a space, a bracket, or the signs and letters of scripts that write no spaces. */
const VALUE = String.raw`(?=\S{0,64}[\d!@#$%^&*+?~=_-]|\p{Lu}\p{Ll}{2,16}\.\p{Lu}\p{Ll})(?<secret>(?!\[redacted:)[^\s"'\x60“”„«»「」『』,;()[\]{}<>|。，、！\u0590-\u06ff\u0900-\u0e7f\u3040-\u9fff\uac00-\ud7af]{5,128})`;
/** Not past the end of a clause, nor into code. */
const GAP = String.raw`(?:\*{2})?(?:\s\([^()\n]{1,24}\))?(?:|(?=[\s-])[^\n:=."'\x60(){}<>[\];]{1,60}?)`;

const withoutStop = (isIt: (value: string) => boolean) => (value: string) =>
  isIt(value) || isIt(value.replace(/[.!?:]{1,3}$/, ''));

/** In sentences: what says that a value is the password, in the order in which they are applied. */
const SAID: readonly (readonly [pattern: RegExp, accept: SecretPattern['accept']])[] = [
  // `the passphrase for the build box is "copper walnut drizzle ferry"`
  [
    re.giu`${PASSWORD}${GAP}${IS}${NOW}["'\x60“„«「『]{1,2}(?<secret>(?!\[redacted:)[^"'\x60“”„«»「」『』\n]{5,128})["'\x60”“»」』]`,
    (value) => isPhrase(value) || isChosen(value),
  ],
  [
    re.giu`${PASSWORD}(?:${GAP}\s(?:to|as|with))?(?:\s{1,2}|(?=[「『]))["\x60“„«「『](?<secret>(?!\[redacted:)[^"\x60“”„«»「」『』\n]{8,128})["\x60”“»」』]`,
    (value) => isPhrase(value) || isUnmistakable(value) || (isChosen(value) && /^\p{Lu}[\p{L}\d]*-\p{Lu}/u.test(value)),
  ],
  [re.giu`${PASSWORD}${GAP}${IS}${NOW}${OPEN}${VALUE}`, withoutStop(isSaid)],
  [
    re.giu`(?:(?:has[łl]|hesl)\p{L}{1,2}|salasana\p{L}{0,3})${GAP}\s(?:to|on)\s{1,2}${NOW}${OPEN}${VALUE}`,
    withoutStop(isSaid),
  ],
  // `set her pw to Welcome2Fern!`, `pass Bzvn7/J4…`, `mdp Foo12bar`
  [
    re.giu`${PASSWORD}(?:\s(?!(?:from|von|van|från|fra|de)\s)\p{L}{2,12})?[ \t]{1,4}${OPEN}${VALUE}`,
    withoutStop(isUnmistakable),
  ],
  [
    re.giu`${PASSWORD}${GAP}\s(?:to|as|with|auf|in|mit|à|en|avec|par|a|con|com|para|til|till|med|naar|op|met|na|z|v|на|с|için|ke|sang|thành)\s{1,4}${NOW}${OPEN}${VALUE}`,
    withoutStop(isUnmistakable),
  ],
  // Where the verb comes last: `şifresi x9 olarak değiştirildi`, `password x9 hai`
  [
    re.giu`${PASSWORD}[ \t]{1,4}${OPEN}${VALUE}["'\x60“”»」』]?\s(?:olarak|olacak|oldu|oldi|hai|hoga|tha|है|था|です|でした|に(?:変更|して)|(?:으)?로|입니다|ஆகும்|হয়)(?!\p{L})`,
    withoutStop(isSaid),
  ],
  // `rotate the admin pw (new: x9!)`
  [
    re.giu`${PASSWORD}[^\n=(){};:]{0,60}?[(\[,;–—-]\s{0,2}(?:now|new|is|neu|jetzt|nouveau|nuevo|nueva|novo|nova|nuovo|nuova|nieuw|ny|nytt|nowe|nové|новый|yeni)\s{0,2}[:=]?\s{0,2}${OPEN}${VALUE}`,
    withoutStop(isChosen),
  ],
  // `asked for a password, I used the one you gave me (tin_Whistle_06)`
  [re.giu`${PASSWORD}[^\n"'\x60(){}<>[\]=;]{1,80}?["'\x60([“„«]${VALUE}["'\x60)\]”“»]`, isUnmistakable],
  // `… the password.` and in the next sentence `It was …`
  [
    re.giu`${PASSWORD}[^\n=(){};]{0,60}[.\n]\s{1,4}(?:it|this|that|es|das|sie|er|c['’]était|c['’]est|era|es|det|to|byl\p{L}|это|был|它|它是)\s{1,2}(?:is|was|now|war|ist|lautet|var|är|jest|było)?\s{0,2}${OPEN}${VALUE}`,
    withoutStop(isSaid),
  ],
  // `user ada / pass x9`, `login: ada pw: x9`
  [
    re.giu`(?<![\p{L}\d_])(?:user(?:name)?|login|e-?mail|account|admin|root|benutzer(?:name)?|utilisateur|identifiant|usuario|usuário|utente|gebruiker|användare|bruker|użytkownik|uživatel|пользователь|логин|kullanıcı|账号|帳號|用户名|ユーザー|아이디)(?:\s{0,2}[:：=]\s{0,2}|\s{1,2}|(?=[,/]))${OPEN}[\w.@+-]{0,64}["'\x60]?[\s,;/|]{1,4}(?:(?:and|und|et|y|e|og|och|i|и)\s)?(?:the\s)?${PASSWORD}(?:[ \t]{0,2}[:：=/]\s{0,2}|[ \t]{1,2})${OPEN}${VALUE}`,
    (value) =>
      isNoPlaceholder(value) &&
      (/\d|[!@#$%^&*+?]|\p{Lu}\p{Ll}*\.?\p{Lu}/u.test(value) || isLiteral(value)) &&
      !/[({$]|\w\.[a-z]{2,4}$/.test(value),
  ],
  // `SSID Nebelhorn-Guest, key alpenmilch2019`
  [
    re.giu`(?<![\p{L}\d])(?:wi-?fi|wlan|ssid|hotspot|wpa2?)(?![\p{L}\d])[^\n]{0,80}?(?:(?<=[,;/]\s{0,2})|(?<=\s)(?=\p{L}{3,9}(?:\s{0,2}[:=]|\s(?:is|ist|est|es|är)\s)))(?:key|psk|code|schlüssel|clé|clave|chave|chiave|nyckel|klucz|ключ)\s{0,2}[:=]?\s{0,2}(?:(?:is|ist|est|es|är)\s)?${OPEN}${VALUE}`,
    withoutStop(isChosen),
  ],
  // `xjsq ephn fjpp eegi`, as Google writes the passwords of applications.
  [
    re.giu`(?:${PASSWORD}|smtp|gmail|imap)[^\n]{0,40}?(?<![\p{L}\d])(?<secret>[a-z]{4}(?:[ -][a-z]{4}){3})(?![ -]?[\p{L}\d])`,
    hasNoWords,
  ],
];

const CODE_WORD = String.raw`(?:verification|security|one[- ]time|single[- ]use|2fa|mfa|otp|totp|sms|log[- ]?in|sign[- ]?in|confirmation|authenti\p{L}{2,8}|pairing|unlock|door|alarm|access|safe|gate|lock|entry|puk|sim|bestätigungs|sicherheits|tür|zugangs|einmal|freischalt)`;
const OF_PIN = String.raw`(?:pin[- ]?(?:codes?|numbers?)|one[- ]time pass(?:word|code)|passcode|einmalpasswort|${CODE_WORD}[- ]?(?:codes?|pin)(?!\s(?:size|length|count|coverage|path|page))|(?:code|código|codice|kod|kód|код)\s(?:de |di |do |d['’])?(?:vérification|verificación|verificação|verifica|sécurité|seguridad|weryfikacyjny|ověřovací|подтверждения|pin)|Geheimzahl|验证码|驗證碼|確認コード|認証コード|인증번호|인증 ?코드|doğrulama kodu)`;
const DIGITS = String.raw`(?<secret>(?!\[redacted:)(?:\d{4,8}|\d{3}[ -]\d{3,4}|\d{2}(?: \d{2}){2}))(?![\w-]|[.:]\d|\s(?:ms|s|sec\p{L}{0,5}|min\p{L}{0,5}|hours|days|times|digits|users|attempts|characters)(?!\p{L}))`;
const isCode = (value: string): boolean => !/^(?:19|20)\d\d$|^0+$/.test(value);
const CODES: readonly SecretShape[] = [
  // `the verification code 728 415`, `PIN: 4711`
  ['one-time-code', re.giu`${OF_PIN}(?:${GAP}${IS}|\s{1,2})${NOW}${OPEN}${DIGITS}`, isCode],
  [
    'one-time-code',
    re.gu`(?<![\p{L}\d_])(?:PINs?|PUK|OTP|TAN|TOTP)(?:${GAP}${IS}|\s{1,2})${NOW}${OPEN}${DIGITS}`,
    isCode,
  ],
  ['one-time-code', re.gu`(?<![\p{L}\d_])pin(?:\s${GAP})?(?:\sis\s|\s?:\s)${OPEN}${DIGITS}`, isCode],
  // `TOTP secret: JBSW Y3DP …`
  [
    'one-time-code',
    re.gu`(?:[Tt][Oo][Tt][Pp]|[Oo][Tt][Pp]|2[Ff][Aa]|[Mm][Ff][Aa]|[Aa]uthenticator|[Ss]etup)(?:[^\n]{0,24}?(?:secret|seed|key))?(?:\s(?:is|was|lautet)|[:=])?\s{0,4}${OPEN}(?<secret>[A-Z2-7]{4}(?:[ -]?[A-Z2-7]{4}){3,12}={0,6})(?![A-Za-z\d])`,
    (value) => /[2-7]/.test(value),
  ],
  // `recovery codes: 1a2b-3c4d 5e6f-7a8b`
  [
    'one-time-code',
    re.giu`(?:recovery|back-?up|rescue|scratch|emergency|2fa|mfa|wiederherstellungs|notfall|einmal)[ -]?(?:codes?|keys?)[^\n:=]{0,40}(?:[:=]|\sare|\sis|\slauten|\n)\s{0,8}${OPEN}(?<secret>(?!\[redacted:)(?:(?:[a-z0-9]{4,10}(?:[- ][a-z0-9]{4,8}){1,7}|[a-z0-9]{8,10}|\d{6,8})[\s,;/]{0,4}){1,20})`,
    (value) => /\d/.test(value) && (value.match(/\d/g) ?? []).length >= value.length / 8,
  ],
  // Twelve and more words that are a wallet.
  [
    'one-time-code',
    re.giu`(?:(?:seed|mnemonic|recovery|wallet|backup|secret)[ -]?(?:phrase|words?|sentence|seed|mnemonic)|mnemonic|seed(?=:)|(?:12|24|twelve) (?:words|wörter|mots|palabras)|(?:phrase|frase|frase-)(?: de| di)? ?(?:récupération|semilla|recuperación|recuperação|recupero|seed)|助记词|助記詞|シードフレーズ|시드 ?구문|сид-?фраза)[^\n:="']{0,40}(?:[:=：]|\s(?:is|was|ist|est|es|reads)|\n)\s{0,4}${OPEN}(?<secret>(?!\[redacted:)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})`,
    isSeed,
  ],
];

/** A key that a sentence names, and in other languages. */
const KEY = String.raw`(?:secret|token|api[ _-]?key|(?:access|master|signing|private|encryption|license|licence|deploy|service|app)[ _-]?key|master\.key|credential|jeton|clés? (?:d['’])?(?:api|secrète|privée)|clave (?:de )?(?:api|secreta|privada)|chave (?:de |da )?(?:api|secreta|privada)|chiave (?:api|segreta|privata)|(?:api|zugriffs|geheim|secret)[- ]?schlüssel|(?:api|tajny)[- ]?klucz\p{L}{0,3}|klucz api|(?:api)[- ]?(?:nyckel\p{L}{0,2}|sleutel|klíč|anahtarı|nøkkel)|токен\p{L}{0,2}|ключ\p{L}{0,2}(?: api)?|密钥|密鑰|令牌|トークン|キー|토큰|키|khóa|kunci)`;

/** What each needs somewhere: without it none is tried. */
const OF_PASSWORDS = new SecretGate(
  /pass(?:[ -]?(?:w|ph|co)|ord|\*{0,2}\s{0,2}[:\uff1a=]|\s(?:\S{0,40}\d|is|was|for|on|of|at|to|f\u00fc|zu|pour|para|d[aio]|van|t[i\u00f6]l))|\b(?:pwd?|psk|ww|creds?)(?![a-z\d])|w[o\u00f6]rt|zugang|mots? de|mdp|phrase (?:de|secr)|code (?:d['’]|secret)|contrase|clave|senha|palavra|parol|wacht|toegang|l.sen|adgang|kodeord|lykil|salasana|has[l\u0142]|hesl|jelsz|lozin|gesl|slapta|ifr[ea]|sandi|laluan|smtp|gmail|imap|wi-?fi|wlan|ssid|wpa|hotspot|m[a\u1ea1]t kh|[\u0370-\u1fff\u3000-\uffff]/i,
);
const OF_CODES = new SecretGate(
  /code|one.time|einmal|2fa|mfa|authenticator|setup|seed|secret[ -]?(?:phrase|word|sentence|mnemonic)|(?:rescue|scratch|emergency|notfall|wiederherstellungs)[ -]?key|recovery|wallet|back-?up|\bpins?\b|\bpuk\b|otp|\btan\b|mnemonic|c[o\u00f3]d|k[o\u00f3]d|phrase|geheimzahl|frase|do.rulama|[\u0370-\u1fff\u3000-\uffff]/i,
);

export const SPOKEN_SECRETS: readonly SecretPattern[] = [
  ...patternsOf(
    { gate: () => OF_PASSWORDS, overlaps: true },
    SAID.map(([pattern, accept]) => ['password', pattern, accept]),
  ),
  ...patternsOf({ gate: () => OF_CODES }, CODES),
  ...patternsOf({ gate: () => NAMED }, [
    [
      'api-key',
      re.giu`${KEY}(?![^\n]{0,60}(?:sha|md5|hash|digest|checksum|fingerprint|commit|revision))[^\n:=."'\x60(){}<>[\];]{0,60}?${IS}${NOW}${OPEN}(?<secret>(?!\[redacted:)[A-Za-z0-9+/_.~=-]{16,512})`,
      isKey,
    ],
  ]),
];

/** Behind a word that says that this is it. */
function isSaid(value: string): boolean {
  return (
    isChosen(value) ||
    /^\p{Lu}\p{Ll}{2,}(?:\.\p{Lu}\p{Ll}{2,}){1,3}\d{1,4}$|^[a-z]{3,}_\p{Lu}\p{Ll}{2,}$/u.test(value) ||
    /^\p{Lu}\p{L}{2,}(?:-\p{L}{1,}){2,}$/u.test(value) ||
    (/^\p{Lu}\p{Ll}{2,}\.\p{Lu}\p{Ll}{2,}$/u.test(value) && isCoined(value)) ||
    (!value.includes(' ') && isPhrase(value))
  );
}

/** Letters as chance puts them. */
function hasNoWords(value: string): boolean {
  return value.split(/[ -]/).filter((word) => /[^aeiouy]{3}|^[^aeiouy]{2}.*[^aeiouy]{2}$/.test(word)).length >= 2;
}

/** Words of a list, and none of those that hold a sentence together. */
function isSeed(value: string): boolean {
  return !/\b(?:the|and|for|with|are|not|your|from|has|was|have|should|into|users?|words|must)\b/i.test(value);
}
