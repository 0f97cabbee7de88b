import { timesNamedIn } from './named-times.ts';
import { tokenize } from '../text/tokenize.ts';
import type { SearchQuery } from '../search.ts';
import type { SearchSettings } from '../search-settings.ts';
import { STOP_WORDS } from '../text/synonyms.ts';

/**
 * What reports say, and what agents are told, besides what it is about. It would count in what a memory must cover, and stands in every other
 * report too.
 */
const BOILERPLATE: readonly RegExp[] = [
  /\b(?:a |the )?(?:failing|minimal|full|complete)? ?(?:repro(?:duction|ducer)?|test case|testcase)(?: case| steps)? (?:is|can be found|lives|attached)(?: at| in| here| below| attached)?(?:\s+\S+)?/giu,
  /\b(?:steps|how) to reproduce:?/giu,
  /\bwithout (?:breaking|changing|affecting|regressing) (?:any )?(?:of )?(?:the )?(?:existing|current|other|public)? ?(?:behaviou?rs?|tests?|functionality|features?|apis?|callers?)\b/giu,
  /\b(?:expected|actual) (?:behaviou?r|results?|output)\s*:/giu,
  /\b(?:please|kindly) (?:fix|help|advise|look into (?:it|this)|take a look|investigate)\b/giu,
  /\bcan (?:you|someone|anybody|anyone) (?:please )?(?:help|look at|take a look(?: at)?|look into|check|fix)\b(?: (?:this|it))?/giu,
  /\b(?:thanks|thank you)\b(?: so much| a lot| very much)?(?: in advance| for [\p{L} ]{3,30})?[.!]?/giu,
  /^\s*(?:hi|hello|hey|dear)(?: (?:all|team|there|everyone|folks|guys))?\b[,.!]?/gimu,
  /\b(?:please )?(?:answer|reply|respond)(?: me)?(?: only)? (?:briefly|(?:in|with)(?: only| just)? (?:one|two|three|a(?: single| few| short)?) (?:sentence|word|line|number|paragraph)s?)\b/giu,
  /\b(?:please )?(?:(?:do not|don't) (?:change|edit|modify|write|touch) (?:anything|any (?:code|files?))|change nothing)(?: yet| for now)?\b/giu,
  /\b(?:be (?:brief|concise)|think (?:step by step|carefully|hard(?:er)?)|take your time)\b/giu,
  /\bany (?:help|ideas?|pointers?|suggestions?)(?: is| are| would be)?(?: (?:much |greatly )?appreciated| welcome)?[.?!]?/giu,
  /\b(?:please|kindly)\b/giu,
  // The same in other languages.
  /(?:请|麻烦|帮忙|帮我)?(?:再)?(?:看一?下|看看|查一?下|查查|检查一?下|确认一?下|修一?下|修好|修复一?下|改好|处理一?下)(?:吧)?/gu,
  /(?:到底|应该|应当)?(?:是)?怎么(?:处理|规定|回事|办|做|弄|来着|样)(?:的|来着)?|应该(?:是)?什么样(?:的)?|是不是(?:有问题)?|有问题|(?<![申邀聘])请(?![求假])|麻烦|帮忙/gu,
  /(?<!\p{L})(?:пожалуйста|посмотри(?:те)?|глянь(?:те)?|почини(?:те)?|исправь?(?:те)?|проверь(?:те)?|разбер(?:ись|итесь)|верните|помогите|подивіться?|перевірте|полагодьте|поверніть|будь ласка)(?!\p{L})/giu,
  /(?<!\p{L})(?:확인(?:해서|하고)?|고쳐|수정|봐|되돌려|해결)?(?: ?해)? ?(?:부탁드립니다|부탁드려요|부탁합니다|주세요)|확인(?:해서|하고)(?!\p{L})/gu,
];

/** A question without the phrases that every report has; one that is nothing else stays as it is. Never fails. */
export function questionOf(text: string): string {
  let question = text;
  for (const pattern of BOILERPLATE) question = question.replaceAll(pattern, ' ');
  return /[\p{L}\p{N}]/u.test(question) ? question : text;
}

/** What is said around a question, and words that fit every one. "Error" and "test" are no such words: people look for them. */
const SAID_OF_ANYTHING: ReadonlySet<string> = new Set(
  tokenize(
    'please kindly fix fixes fixed fixing bug bugs bugfix issue issues problem problems help hi hello hey dear all team there thank thanks ' +
      'look take something anything everything wrong broken work works working worked need needs want try asap urgent',
  ),
);

/**
 * Whether a question holds nothing to look for: no word but stop words, greetings and "please fix this", and no time such as "yesterday". `now`:
 * wall-clock ms. Never fails.
 */
export function namesNothing(question: string, now: number): boolean {
  const words = tokenize(questionOf(question));
  return words.every((word) => SAID_OF_ANYTHING.has(word)) && timesNamedIn(question, now).times.length === 0;
}

/**
 * How much more the word at a place (1 = first) of the query's text counts: 1 + openingWords ÷ place. A title names its subject first
 * ("parser: keep comments"). A text that begins with a stop word is a question or a sentence, whose subject may stand anywhere;
 * and where files are hinted, they say what it is about.
 */
export function openingEmphasis(
  { openingWords }: SearchSettings,
  { text, paths = [] }: SearchQuery,
): (place: number) => number {
  const isTitle = paths.length === 0 && !STOP_WORDS.has(firstWordOf(text));
  return isTitle ? (place) => 1 + openingWords / place : () => 1;
}

function firstWordOf(text: string): string {
  return text.match(/[\p{L}\p{N}]+/u)?.[0].toLowerCase() ?? '';
}
