import { LOG_LINE } from '../../base/text/sentences.ts';

/** What stands in an exchange: what the agent had said last, and what its user answered. Either may be missing. */
export interface ExchangeSides {
  readonly agent: string;
  readonly user: string;
}

const AGENT = 'Agent: ';
const USER = 'User: ';

/** An exchange as it is stored: `Agent: …`, an empty line, `User: …`. What a side says about sides is moved in by a blank, so that reading it back gives the same. */
export function writeExchange({ agent, user }: ExchangeSides): string {
  const parts = [agent === '' ? '' : `${AGENT}${inert(agent)}`, user === '' ? '' : `${USER}${inert(user)}`];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The sides of a stored exchange. A text of another form was said by the agent alone: what nobody confirmed proves least. */
export function readExchange(content: string): ExchangeSides {
  const at = content.startsWith(USER) ? 0 : content.indexOf(`\n\n${USER}`);
  const agent = at < 0 ? content : content.slice(0, at);
  const user = at < 0 ? '' : content.slice(at).trimStart().slice(USER.length);
  return { agent: agent.startsWith(AGENT) ? agent.slice(AGENT.length) : agent, user };
}

function inert(text: string): string {
  return text.replaceAll(/^(?= *(?:Agent|User): )/gmu, ' ');
}

/** What people show each other and do not say: quotations, tables, diffs, terminals, stack traces, logs, code, data. */
const SHOWN: readonly RegExp[] = [
  /^\s*(?:>|\||\+{1,3}[^\w\s]|-{3}|@@|diff |index [0-9a-f]{6})/u,
  /^\s*(?:\$|%|#!|PS [A-Z]:|>>>|\.\.\.) /u,
  /^\s*at \S+.*[:(]\d+/u,
  /^\s*(?:File ".+", line \d+|Traceback |Caused by)/u,
  LOG_LINE,
  /^\s*(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b/u,
  /[;{}]\s*$|^\s*(?:import|export|const|let|var|function|def|class|return|public|private|#include|package) .*[=({;:]\s*$/u,
  /^\s*["']?[\w.-]+["']?\s*[:=]\s*["'{[\d].*,?$/u,
  /^\s*[=*_~#.-]{3,}/u,
  /^\s*\d+ (?:passed|failed)\b/u,
];

/** Says by itself why something failed. */
const TELLING =
  /^\s*(?:error(?:\[\w+\])?:|\w*(?:Error|Exception):|error TS\d+|panic:|fatal:|E\s{2,}\S|npm ERR!.{20,}|✗|×)/iu;

/** A pasted log may hold hundreds of errors; the first say what it is. */
const MOST_TELLING = 3;
const LONGEST_TELLING = 300;

const BULLET = /^\s*(?:#{1,6}|[-*•])\s+/u;
const NUMBER = /^\s*(\d{1,2})[.)]\s+/u;

/**
 * What somebody said in a message, without what it shows: code, diffs, logs and data go, of a pasted error the lines that tell why stay.
 * Paragraphs stay lines of their own. `numbered`: the items of a list keep their numbers, as `2) …`; an answer may name one (default: they
 * go). '' when nothing was said. Never fails.
 */
export function proseOf(message: string, { numbered = false }: { readonly numbered?: boolean } = {}): string {
  const shown: string[] = [];
  const plain = message.replaceAll(/(```|~~~)([\s\S]*?)(?:\1|$)/g, (_fence, _mark: string, code: string) => {
    shown.push(...code.split('\n'));
    return '\n';
  });
  const said: string[] = [];
  for (const line of plain.split('\n')) (SHOWN.some((pattern) => pattern.test(line)) ? shown : said).push(line);
  const telling = shown.filter((line) => TELLING.test(line) && line.length <= LONGEST_TELLING).slice(0, MOST_TELLING);
  const lines = [...said, ...telling];
  return (numbered ? withItems(lines) : lines.map((line) => line.replace(BULLET.test(line) ? BULLET : NUMBER, '')))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** A number that begins a line is an item's where the message has the one before or behind it too: "12. March" is a date. */
function withItems(lines: readonly string[]): readonly string[] {
  const numberOf = (line: string): number => Number(NUMBER.exec(line)?.[1]);
  const numbers = new Set(lines.map(numberOf).filter((number) => number >= 0));
  return lines.map((line) => {
    const number = numberOf(line);
    const isItem = numbers.has(number - 1) || numbers.has(number + 1);
    return isItem ? line.replace(NUMBER, '$1) ') : line.replace(BULLET, '');
  });
}

/**
 * How a user took what the agent had proposed. `amended`: with a change, which counts then. `open`: the answer says neither yes nor no, so
 * what was proposed was neither settled nor refused.
 */
export type AnswerStanding = 'confirmed' | 'amended' | 'refused' | 'open';

const LEAD = String.raw`^[\s"'*_(–—-]*(?:(?:hm+|ok so|oh|ah|well|so|and|hey|actually)[,.!…\s–—-]+)?`;

const REFUSES = new RegExp(
  `${LEAD}(?:no\\b(?! (?:problem|worries|objections?|complaints?|notes))|nope\\b|nah\\b|not (?:quite|exactly|really|yet|that|so fast|like that)\\b|don'?t\\b|do not\\b|please don'?t\\b|wrong\\b|incorrect\\b|stop\\b|careful\\b|hold on\\b|wait\\b|undo\\b|revert\\b|never\\b|neither\\b|that(?:'s| is| was)(?: exactly)? (?:the wrong|wrong|not|incorrect|backwards|what broke|what we can't|exactly what we can)|this is (?:wrong|not)|we tried\\b|i(?:'d| would) rather not\\b|i said\\b|you (?:misunderstood|misread|missed|forgot)\\b|almost\\b|close\\b)`,
  'iu',
);

const CONFIRMS = new RegExp(
  `${LEAD}(?:(?:mostly |exactly |yeah,? |yes,? )?(?:yes|yep|yup|yeah|ya|sure|right|correct|exactly|precisely|agreed?|sounds (?:good|right|great|fine)|perfect|great|good|nice|excellent|lovely|fine|ok|okay|k|lgtm|ship it|go (?:ahead|for it)|do (?:it|that|so)|please do|approved|confirmed|deal|absolutely|definitely|of course|makes sense|works for me|no (?:objections?|complaints?|notes)|👍|✅)(?![\\p{L}'])|that(?:'s| is) (?:it|right|correct|the (?:rule|plan|policy|one)|fine|good|what i (?:want|meant))|all (?:unchanged|good|correct)|[\\p{L} ]{2,30} (?:is|are|stands?) (?:right|correct|fine|good)\\b)`,
  'iu',
);

/** A yes with a condition. Looked for at its beginning: what comes later is another matter. */
const AMENDS =
  /\b(?:but|except|however|only|though|although|unless|with (?:one|two|a|the) \w+|one (?:change|correction|precision|thing|tweak|exception)|two (?:changes|corrections|things)|instead|not all|and also|also|plus|just (?:make|don't|keep|use))\b/iu;
const OPENING_CHARACTERS = 160;

/** What answers begin with, and what takes part of a yes back. Of those that are English words too, a yes is one by itself only. */
interface AnswerWords {
  readonly no: string;
  readonly yes: string;
  readonly but: string;
}

const ALONE = '(?=[\\s.!]*$|[,.!])';

/** Of languages that part words by blanks. `no` and `yes` stand at the beginning, `but` anywhere behind a yes. */
const SPACED: Readonly<Record<string, AnswerWords>> = {
  ru: {
    no: 'не+(?:т|а)?(?! (?:проблем|вопрос|возражени|против))|нельзя|(?:больше )?никогда|больше не|(?:так|это) не|стоп|погоди|подожди(?:те)?|отмени|откати|верни|(?:давай(?:те)? )?лучше|наоборот|да (?:нет|не)|ты чего|зачем',
    yes: 'да+(?! (?:нет|не|ну|ладно))|ага|угу|ок(?:ей)?|хорошо|норм(?:ально)?|отлично|супер|верно|правильно|точно|именно|соглас(?:ен|на)|подходит|годится|ид[её]т|пойд[её]т|принято|поехали|делай|мержи|давай(?:те)?(?=[\\s,.!]*$| так)|так и (?:оставь|оставим|сделай|делай)|вс[её] (?:верно|так|правильно)|не (?:против|возражаю)|нет (?:проблем|возражений)',
    but: 'но|только|кроме|однако|вместо|а не',
  },
  uk: {
    no: 'н[іє]+|не(?! (?:проти|заперечую|проблем|вопрос|возражени|против))|не треба|(?:так|це) не|стоп|зачекай|почекай|поверни|(?:давай )?краще|навпаки',
    yes: 'так(?=[\\s,.!]*$|,? (?:супер|саме|і |все|правильно|згод))|добре|гаразд|супер|вірно|правильно|згод(?:ен|на)|чудово|підходить|давай(?=[\\s,.!]*$)',
    but: 'але|тільки|лише|крім|окрім|замість',
  },
  tr: {
    no: 'hayır|yok|yapma|dur|olma(?:z|sın)|(?:o|öyle|böyle|bu) olma(?:z|sın)|gerek yok|yanlış',
    yes: 'evet|tamam(?:dır)?|olur|aynen|süper|harika|güzel|doğru|peki|uygun|onaylıyorum',
    but: 'ama|fakat|sadece|yalnız(?:ca)?|hariç|yerine|ancak',
  },
  vi: {
    no: 'không(?! (?:sao|vấn đề))|ko|đừng|khoan|sai|chưa|thôi đừng',
    yes: 'oke?|okie|ừ[mh]?|vâng|dạ|đúng|chuẩn|được|đồng ý|tốt|ngon|chốt|duyệt|không (?:sao|vấn đề)',
    but: 'nhưng|trừ|chỉ|thay vì',
  },
  hi: {
    no: 'नहीं|मत|रुको|गलत|nahi+n?|mat karo',
    yes: 'हाँ|हां|ठीक|सही|बिल्कुल|जी|haan|theek|thik|sahi',
    but: 'लेकिन|मगर|सिर्फ|lekin',
  },
  nl: {
    no: 'nee|neen|niet (?:zo|doen|nu)|doe (?:dat|het)(?: maar)? niet|liever(?: niet)?|wacht|stop|fout|toch niet',
    yes: `ja|jep|(?:prima|top)${ALONE}|goed|akkoord|klopt|precies|mooi|doe maar|is goed|helemaal goed`,
    but: 'maar|behalve|alleen|tenzij',
  },
  de: {
    no: 'nein|ne[eö]|(?:bitte |lieber )?nicht(?: (?:so|das))?|lieber (?:nicht|so)|stopp|falsch',
    yes: `ja|jo${ALONE}|genau|passt|gut|einverstanden|in ordnung|mach (?:das|so)|stimmt|richtig`,
    but: 'aber|nur|außer|sondern|statt',
  },
  fr: {
    no: 'non|pas (?:ça|comme|du tout)|surtout pas|plutôt|attends|arrête',
    yes: `oui|ouais|d['’]accord|parfait|exactement|exact${ALONE}|vas-y|ça (?:marche|va)|très bien|impeccable`,
    but: 'mais|sauf|seulement|uniquement|plutôt',
  },
  es: {
    no: 'nunca|mejor(?= \\p{L})(?! así)|espera|así no',
    yes: `sí|no hay problema|(?:vale|dale)${ALONE}|de acuerdo|perfecto|correcto|está bien|eso es|hazlo`,
    but: 'pero|salvo|excepto|sol[oa]|sólo|menos',
  },
  pt: {
    no: 'não|nunca|melhor(?= \\p{L})(?! assim)|espera',
    yes: 'sim(?=[\\s,.!]*$|,)|isso|perfeito|pode ser|beleza|combinado|certo|de acordo',
    but: 'mas|exceto|apenas|só',
  },
  it: {
    no: 'non (?:così|farlo)|meglio|aspetta|mai',
    yes: "sì|va bene|perfetto|esatto|giusto|d[’']accordo|certo",
    but: 'ma|però|tranne|solo|soltanto',
  },
  pl: {
    no: 'nie|lepiej|czekaj|stop|źle',
    yes: `(?:no )?(?:tak|dobrze|dobra|jasne)|zgoda|super${ALONE}|zgadza się|może być`,
    but: 'ale|tylko|oprócz|poza|zamiast',
  },
};

/** Of those that don't: what was meant may stand behind what it is about ("拼音不要"), and no blank ends a word. */
const UNSPACED: Readonly<Record<string, AnswerWords>> = {
  zh: {
    no: '(?:以后|今后)[^,，。]{0,24}?(?:不要|别|不准|不许)|永远不|(?:[\\p{Script=Han}\\w ]{0,8}?(?:(?<!要)不要|(?<!行)不行|(?<!能)不能|(?<!可)不可以|别(?![的人])|(?<!对)不对|没必要|不应该))|(?:还是|改)用|不(?:是|用|好|需要)|不(?=[\\s,，。]|$)|错了|等等|算了|反了|停(?=$|[\\s,，。!！下])',
    yes: '(?:嗯+|对|好|行|是)(?:的|吧|啊|呀|嘞|滴)?(?=$|[\\s,，。.!！~、])|(?:对|好|行|嗯)[,， ]?就|(?:没问题|没错|同意|就这样|就按|按这个|确定|完美|收到|可以)(?![^。!！]{0,20}[吗？?])|(?:改|上|试|弄|做)吧$',
    but: '但|不过|只是|除了|除非|另外|只(?:要|能|有)',
  },
  ko: {
    no: '앞으로[^.!?]{0,24}?(?:지\\s?(?:말|마)|안\\s)|아니(?=$|[\\s,.!야요오고지])(?! ?면)|아뇨|안\\s?(?:돼|되|됩)|노노|[^.!?]{0,24}?(?:지\\s?(?:말|마)|말고|면 안\\s?[돼되])|그게 아니|반대로|틀렸|잠깐|취소해',
    yes: '(?:네|넵|넹|예|응|그래|그래요|어)(?![\\p{L}])|ㅇ[ㅇㅋ]+|ㅇㅋ|ㄱㄱ|좋(?:아|네|습|다|은)|맞(?:아|습|네)|(?:오케이|오키|굿|확정|완료)(?!\\p{L})|그렇게(?! ?하(?:지|면))|그대로|그러자|됐(?:다|어|습)|이걸로',
    but: '근데|그런데|하지만|다만|대신|빼고|말고|(?<!\\p{L})단[,\\s]',
  },
  ja: {
    no: 'いや(?!すい)|いいえ|違[うい]|ちが[うい]|だめ|ダメ|駄目|やめ|待って|ではなく',
    yes: 'はい|うん|ええ(?!と)|了解|それで(?:いい|お願い|いき)|お願いします|大丈夫|いいね|いいです|問題ない',
    but: '(?<!い)ただ(?!い)|(?<![つ何れ])でも|(?<!いた)だけ|以外|ではなく',
  },
};

const SMALL_TALK =
  '(?:(?:ну|а|о|так|эм+|хм+|та|na|also|bon|ben|pues|bueno|啊|那|呃|额|아|음|어|그럼|えっと)[,.!…\\s]+)?';

/** "Passt nicht", "Genau das nicht", "Ça va pas". */
const NOT_TAKEN_BACK = '(?! (?:\\p{L}+ )?(?:nicht|nein|niet|değil|pas(?! de )|não|nie|не|no es)(?![\\p{L}]))';

function answersOf(side: keyof AnswerWords): RegExp {
  const of = (words: Readonly<Record<string, AnswerWords>>): string =>
    Object.values(words)
      .map((each) => each[side])
      .join('|');
  const before = side === 'but' ? '(?<![\\p{L}\\p{M}])' : `^[\\s"'«“„(–—-]*${SMALL_TALK}`;
  const spaced = `${before}(?:${of(SPACED)})(?![\\p{L}\\p{M}'’-])${side === 'yes' ? NOT_TAKEN_BACK : ''}`;
  const unspaced = `${side === 'but' ? '' : before}(?:${of(UNSPACED)})`;
  return new RegExp(`${spaced}|${unspaced}`, 'iu');
}

const ABROAD = { no: answersOf('no'), yes: answersOf('yes'), but: answersOf('but') };

/** How an answer takes what it answers, in English and the languages above; an answer in another one is `open`. Never fails. */
export function judgeAnswer(answer: string): AnswerStanding {
  if (CONFIRMS.test(answer) || ABROAD.yes.test(answer)) {
    const opening = answer.slice(0, OPENING_CHARACTERS);
    return AMENDS.test(opening) || ABROAD.but.test(opening) ? 'amended' : 'confirmed';
  }
  return REFUSES.test(answer) || ABROAD.no.test(answer) ? 'refused' : 'open';
}
