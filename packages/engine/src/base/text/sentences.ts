/** A title, a version, a domain name or an abbreviation ends no sentence: what follows a full stop must begin one. */
const END = /(?<=[.!?]["'”’)\]]{0,2}|;)\s+(?=["'“‘`(*[]{0,2}[\p{Lu}\d`])|(?<=;)\s+|(?<=[。！？])/u;

const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|Mr|Mrs|Ms|Dr|No|Fig|Eq|resp|incl|excl)\.$/u;

/** The sentences of a text, in their order; a line ends one, and so does a semicolon. Never fails. */
export function splitSentences(text: string): string[] {
  return text.split(/\n+/u).flatMap((line) => joinAbbreviated(line.split(END)));
}

function joinAbbreviated(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts.map((text) => text.replaceAll(/\s+/gu, ' ').trim()).filter((text) => text !== '')) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATED.test(before)) sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}

/** What rules are made of, in English. */
const CUES: readonly RegExp[] = [
  /\b(?:only|exactly|solely|just one)\b/iu,
  /\b(?:unless|except|exceptions?|otherwise|everything else|all other|anything else|carve-out)\b/iu,
  /\b(?:instead|rather than|not|cannot|without)\b|n't\b/iu,
  /\b(?:never|always|must|any|every|all|each)\b/iu,
  /\b(?:before|after|first|last|then|order|ascending|descending|asc|desc|until|ahead of|precedence)\b/iu,
  /\b(?:inclusive|exclusive|strictly|at most|at least|both|either|regardless|even (?:if|when|though)|whether|whatever)\b/iu,
  /\b(?:deliberate(?:ly)?|keeps?|kept|drops?|dropped|stays?|ignored?|wins?|rejects?|allowed|preserved?|because|so that|on purpose)\b/iu,
  /\d/u,
  /["'`“][^"'`”]{1,60}["'`”]|[<>]=|=>|->|→/u,
  /\b(?:rules?|policy|contract|decision|invariant|canonical|default|convention)\b/iu,
];

/** The same in other languages, kind by kind: beginnings of words, whole ones where a $ ends them; Chinese and Korean ones may stand anywhere. */
const CUES_ABROAD: readonly RegExp[] = [
  beginsWord(
    'только|лишь|исключительно|тільки|лише|виключно|sadece|yalnızca|tek$|chỉ$|duy nhất|सिर्फ|केवल|alleen|slechts|uitsluitend',
    '只|仅|唯一|[만](?=\\s|$|[.,])|오직|뿐',
  ),
  beginsWord(
    'кроме|исключени|иначе|если не|крім|окрім|винят|інакше|якщо не|hariç|dışında|aksi|yoksa|trừ$|ngoại|nếu không|छोड़|वरना|behalve|tenzij|anders|uitzonder',
    '除非|除了|例外|否则|其他的|其余|제외|예외|아니면|나머지|빼고',
  ),
  beginsWord(
    'не$|нет$|без|вместо|лучше|нельзя|ні$|немає|замість|краще|değil|yerine|olmadan|yok|không|đừng|thay vì|नहीं|मत|बजाय|niet$|geen$|zonder|plaats|liever',
    '不|别|没|而非|代替|还是用|改成|말고|대신|않|안 |안돼|없이|지 ?마',
  ),
  beginsWord(
    'никогда|всегда|обязательн|долж|кажд|все[хмг]?|люб|ніколи|завжди|обов|мусить|кожн|всі|asla|hiç$|her$|hep$|mutlaka|luôn|bao giờ|phải|mọi$|mỗi$|हमेशा|कभी|हर|सभी|nooit|altijd|moet|elke?$|alle$',
    '永远|从不|绝|必须|一定|总是|每|所有|一律|都要|任何|절대|항상|반드시|모든|매번|꼭|무조건|전부|필수',
  ),
  beginsWord(
    'сначала|сперва|потом|затем|после|перед|пока|перв|последн|порядк|спочатку|спершу|потім|після|поки|перш|önce|sonra|ilk$|son$|sıra$|trước|sau$|đầu tiên|cuối|पहले|बाद|eerst|daarna|voor(?:dat)?|na(?:dat)?$|laatste|volgorde',
    '先|再|然后|之前|之后|以后|首先|最后|直到|顺序|먼저|나중|다음|이후|전에|후에|까지|순서|마지막',
  ),
  beginsWord(
    'максимум|макс|минимум|мин$|не (?:больше|менее|более|меньше|позже|раньше)|хотя бы|включительно|если|найбільше|щонайменше|мінімум|якщо|найбільш|en (?:fazla|az)|üzeri|altı|ise$|tối (?:đa|thiểu)|ít nhất|nhiều nhất|nếu|अगर|अधिकतम|minstens|minimaal|hoogstens|maximaal|als$',
    '至少|最多|不超过|以内|以上|以下|包括|不管|如果|最大|최대|최소|이상|이하|이내|넘으면|경우|하더라도',
  ),
  beginsWord(
    'остав|храни|сохран|удал|убер|убра|игнор|потому|чтобы|так как|специально|маскир|залиш|зберіг|видал|ігнор|тому що|щоб|бо$|kalsın|tut$|sil$|çünkü|giữ|bỏ$|xoá|xóa|vì$|để$|रख|हटा|क्योंकि|hou$|laat|bewaar|verwijder|negeer|omdat|zodat',
    '保留|忽略|跳过|因为|所以|故意|删|丢|拒绝|标记|标|유지|남[기겨]|무시|삭제|버[리려]|때문|일부러|돌려|미[루뤄]',
  ),
  beginsWord(
    'правил|договор|реш[еи]|умолчани|формат|рішен|домов|замовч|kural|karar|varsayılan|quy tắc|mặc định|quyết|chốt|नियम|तय|regel|afspraak|besluit|standaard',
    '规则|规定|约定|决定|默认|惯例|统一|规范|규칙|정책|기본|원칙|기준|확정|앞으로',
  ),
];

function beginsWord(spaced: string, unspaced: string): RegExp {
  const words = spaced.replaceAll('$', String.raw`(?![\p{L}\p{M}])`);
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})|${unspaced}`, 'iu');
}

const FOREIGN_LETTER = /(?=[^\0-\x7f])\p{L}/u;
const MOST_CUES = 5;

/** How many kinds of words that rules are made of a sentence has, 0 to 5. */
export function cuesIn(sentence: string): number {
  const own = CUES.filter((cue) => cue.test(sentence)).length;
  const abroad = FOREIGN_LETTER.test(sentence) ? CUES_ABROAD.filter((cue) => cue.test(sentence)).length : 0;
  return Math.min(MOST_CUES, own + abroad);
}

/** A line that begins with a moment, as the lines of logs do: `2026-11-27`, `2026/11/27`, `[27/Nov/2026:…`, `Nov 27 10:00:00`, `10:00:00`. */
export const LOG_LINE: RegExp =
  /^\s*[[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d\/[A-Z][a-z]{2}\/\d{4}|(?:[A-Z][a-z]{2} +\d{1,2} +)?\d\d:\d\d:\d\d)/u;
