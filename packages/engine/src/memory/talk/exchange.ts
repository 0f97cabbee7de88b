import { LOG_LINE } from '../../base/text/log-line.ts';

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

/** How an answer takes what it answers. English; an answer in another language is `open`. Never fails. */
export function judgeAnswer(answer: string): AnswerStanding {
  if (CONFIRMS.test(answer)) return AMENDS.test(answer.slice(0, OPENING_CHARACTERS)) ? 'amended' : 'confirmed';
  return REFUSES.test(answer) ? 'refused' : 'open';
}
