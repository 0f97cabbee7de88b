/** "Ignore all earlier instructions" in one family of languages: what is done, to how much of it, and to what. */
interface Override {
  readonly verbs: string;
  readonly which: string;
  readonly what: string;
}

/** The languages that developers write most, beside English. Each needs all three in one sentence: compilers ignore instructions too. */
const OVERRIDES: readonly Override[] = [
  {
    verbs:
      'ignor\\p{L}*|olvid\\p{L}*|desestim\\p{L}*|esque[cç]\\p{L}*|desconsider\\p{L}*|dimentic\\p{L}*|oubli\\p{L}*|uit[aă]\\p{L}*',
    which:
      'tod[oa]s|anterior\\p{L}*|previ[ao]s|pr[eé]c[eé]d\\p{L}*|tout\\p{L}*|tutt[ei]|ant[eé]rieur\\p{L}*|preced\\p{L}*|toate',
    what: 'instru\\p{L}*|istruzion\\p{L}*|reglas|regras|regole|r[eè]gles|consignes|[oó]rdenes|ordens|directri\\p{L}*|directives',
  },
  {
    verbs: 'ignorier\\p{L}*|vergiss|vergesst|vergessen|missacht\\p{L}*|negeer|vergeet|ignorera|glöm|ignorer|glem',
    which:
      'alle[nr]?|vorherig\\p{L}*|bisherig\\p{L}*|vorig\\p{L}*|eerder\\p{L}*|alla|tidigare|tidligere|obig\\p{L}*|früher\\p{L}*',
    what: 'anweisung\\p{L}*|regeln|vorgaben|instruktion\\p{L}*|instructies|regels|instruks\\p{L}*|befehle',
  },
  {
    verbs: 'игнорир\\p{L}*|забудь\\p{L}*|не обращай\\p{L}*|ігнору\\p{L}*|забуд\\p{L}*|отмени\\p{L}*',
    which: 'все|всі|предыдущ\\p{L}*|прежн\\p{L}*|попередн\\p{L}*|прошл\\p{L}*|выше\\p{L}*',
    what: 'инструкци\\p{L}*|указани\\p{L}*|правил\\p{L}*|інструкці\\p{L}*|вказівк\\p{L}*|команд\\p{L}*',
  },
  {
    verbs: '(?:z?ignoruj|pomiń|pomi[nj]|zapomnij|zapome[nň]|ignorujte)\\p{L}*',
    which: 'wszystk\\p{L}*|poprzedni\\p{L}*|wcześniejsz\\p{L}*|všech\\p{L}*|předchoz\\p{L}*',
    what: 'instrukc\\p{L}*|polece\\p{L}*|zasad\\p{L}*|pokyn\\p{L}*|wytyczn\\p{L}*',
  },
  { verbs: 'bỏ qua|quên|phớt lờ', which: 'tất cả|mọi|trước', what: 'hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|quy tắc' },
  { verbs: 'abaikan|lupakan', which: 'semua|sebelum\\p{L}*|terdahulu', what: 'instruksi|perintah|arahan|aturan' },
  {
    verbs: 'تجاهل|انس|أهمل|نادیده',
    which: 'جميع|كل|السابقة|قبلی|همه',
    what: 'التعليمات|تعليمات|الأوامر|القواعد|دستور\\p{L}*',
  },
];

/** The same where the verb comes last. */
const VERB_LAST: readonly Override[] = [
  {
    verbs: 'yok say|görmezden gel|unut|dikkate alma',
    which: 'tüm|bütün|önceki|yukarıdaki',
    what: 'talimat|komut|kural|yönerge',
  },
  { verbs: 'अनदेखा|नज़रअंदाज़|भूल', which: 'सभी|पिछले|पहले', what: 'निर्देश|आदेश|नियम' },
  { verbs: '무시|잊', which: '모두|모든|이전|앞의|지금까지', what: '지시|지침|명령|규칙|프롬프트' },
  { verbs: '無視|忘れ', which: '以前|これまで|上記|すべて|全て|前の', what: '指示|命令|指令|ルール|規則' },
];

const GAP = '[^.!?。\\n]{0,60}';
const sentence = ({ verbs, which, what }: Override): string =>
  `(?<!\\p{L})(?:${verbs})(?=${GAP}(?:${which}))${GAP}(?<!\\p{L})(?:${what})`;
// Syllables and signs of these have no spaces or other marks before them to hold on to.
const reversed = ({ verbs, which, what }: Override): string => `(?:${which})(?=${GAP}(?:${what}))${GAP}(?:${verbs})`;
const CHINESE = `(?:忽略|无视|無視|忘记|忘掉|不要遵守|不用管)${GAP}(?:之前|以上|上面|前面|所有|全部|先前)${GAP}(?:指令|指示|说明|命令|提示|规则|規則|要求)`;

const ELSEWHERE = new RegExp(
  [...OVERRIDES.map(sentence), ...VERB_LAST.map(reversed), CHINESE].map((pattern) => `(?:${pattern})`).join('|'),
  'iu',
);
/** Most texts have none of it, and are asked this instead: a twentieth of the time. */
const MAY =
  /[\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\u1EA0-\u1EF9]|talimat|komut|ignor|olvid|desestim|esque|desconsider|dimentic|oubli|uita|verg[ei]|missacht|negeer|glem|abaikan|lupakan|pomi|zapom/iu;

/** Whether a text tells its reader, in another language than English, to drop what it was told before. */
export function overridesElsewhere(text: string): boolean {
  return MAY.test(text) && ELSEWHERE.test(text);
}
