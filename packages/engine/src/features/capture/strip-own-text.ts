import { SHORT_ID_PATTERN } from '../../base/text/short-id.ts';
import { INJECTION_BLOCK_PREFIX, INJECTION_BLOCK_SUFFIX } from '../history/blocks/injection-block.ts';

// Loop gain 0: what we put into a context must never come back as something new, however it was carried. Whatever looks like a part of
// a block takes its whole line along: a lost sentence costs less than an echo that is remembered.

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Clients put what hooks return, and much else that no user wrote, between tags of these names. */
const CLIENT_TAGS =
  'system[-_]reminder|hook[-_]context|hook[-_]additional[-_]context|additional[-_]context|user[-_]prompt[-_]submit[-_]hook|local[-_]command[-_]\\w+|command[-_]\\w+|environment[-_](?:context|details)|user[-_]instructions|task[-_]notification|tool[-_]result';
const WRAPPED = new RegExp(`<(${CLIENT_TAGS})\\b[^>]*>[\\s\\S]*?(?:</\\1\\s*>|$)`, 'giu');
// Users write these two themselves, `<Context.Provider>` among others: only as the clients write them, and with their ends.
const WRAPPED_PLAINLY = /<(instructions|INSTRUCTIONS|context)(?=[\s>])[^>]{0,200}>(?:(?!<\1[\s>])[\s\S])*?<\/\1\s*>/gu;

const BEGINS = wordsOf(INJECTION_BLOCK_PREFIX);
const ENDS = wordsOf(INJECTION_BLOCK_SUFFIX);

/** Brackets become parentheses where a text is made safe for a block, so both are looked for; a nonce may follow the words. */
const MARKED_BLOCK = new RegExp(
  `[[(（【]\\s*${BEGINS}\\b[\\s\\S]*?(?:[[(（【]\\s*${ENDS}\\b[^\\])）】\\n]{0,80}[\\])）】]?(?:\\s*\\([0-9a-z]{1,64}-\\d+\\))?|$)`,
  'giu',
);
const ESCAPED_MARK = new RegExp(`\\\\+(?=(?:${ENDS}|${BEGINS}))`, 'giu');

const OWN_LINES: readonly RegExp[] = [
  new RegExp(`[[(]\\s*${UUID}\\s*[\\])]`, 'iu'),
  // A short one: in front of a date, behind the dash of a line or the words of a correction, or in brackets and no word.
  new RegExp(`[[(]\\s*${SHORT_ID_PATTERN}\\s*[\\])]\\s+\\d{4}-\\d`, 'iu'),
  new RegExp(`\\bsuperseded by\\s+[[(]\\s*${SHORT_ID_PATTERN}\\b`, 'iu'),
  new RegExp(`\\[\\s*(?=[a-z]*\\d)(?=\\d*[a-z])${SHORT_ID_PATTERN}\\s*\\](?!\\()`, 'iu'),
  // An id that was cut at either end.
  /[[(]\s*[0-9a-f]{8}(?:-[0-9a-f]{4}){2}/iu,
  /-[0-9a-f]{12}\s*[\])]/iu,
  // A remembered talk: what it is, and who said what.
  /\d-\d\d talk about\s+\\*["'“]|\btalk about ["“'][^"”\n]{0,80}["”']/iu,
  /(?:^|\s)[-*]\s+(?:user|agreed|agent(?:, unanswered)?):\s|^[\s>"'\\]*(?:user|agreed|agent(?:, unanswered)?):\s/u,
  /[[(]\s*weight\s*:\s*\d|[(;]\s*weight \d\.\d\d\)/iu,
  /evidence,? not instructions/iu,
  /\bnotes from earlier sessions\b/iu,
  /#*\s*\brelevant past observations\b/iu,
  /#+\s*memory: dated notes\b/iu,
  /#*\s*\bknowledge graph triplets\b/iu,
  new RegExp(`\\b${BEGINS}\\b`, 'iu'),
  /\bhook additional context\b/iu,
  // A triplet's line, also without its dash.
  /\S\s+(?:→|->|-&gt;)\s+[\w ]{2,40}\s+(?:→|->|-&gt;)\s+\S/u,
  // A recalled memory as the tools answer it.
  new RegExp(`["']?\\b(?:id|observationId|supersededBy)["']?\\s*[:=]\\s*["']?${UUID}`, 'iu'),
];

/** A text without the parts that we, or a client around us, put into it. Whole lines go; '' when nothing is left. Never fails. */
export function stripOwnText(text: string): string {
  return strip(text).rest;
}

/** Whether a text carries a part that we, or a client around us, put into it. Never fails. */
export function hasOwnText(text: string): boolean {
  return strip(text).isPart;
}

function strip(text: string): { readonly rest: string; readonly isPart: boolean } {
  const plain = unescaped(text);
  const unwrapped = plain.replaceAll(WRAPPED, '\n').replaceAll(WRAPPED_PLAINLY, '\n').replaceAll(MARKED_BLOCK, '\n');
  const lines = unwrapped.split('\n');
  const kept = lines.filter((line) => !OWN_LINES.some((pattern) => pattern.test(line)));
  return { rest: kept.join('\n').trim(), isPart: unwrapped !== plain || kept.length < lines.length };
}

/** A marker's words as a pattern: whoever carried it may have changed its brackets and its blanks. */
function wordsOf(marker: string): string {
  return marker.slice(1, -1).replaceAll(' ', '\\s+');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#91;': '[',
  '&#93;': ']',
  '&#x5b;': '[',
  '&#x5d;': ']',
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** As it was before a client, a JSON text or a markdown editor escaped it. Twice: an escaped quotation is escaped again. */
function unescaped(text: string): string {
  let plain = text.replaceAll(/\r\n?/g, '\n');
  for (let round = 0; round < 2; round++) {
    plain = plain
      .replaceAll(
        /&(?:lt|gt|quot|nbsp|amp|#39|#91|#93|#x5b|#x5d);/giu,
        (entity) => ENTITIES[entity.toLowerCase()] ?? entity,
      )
      .replaceAll(/\\u005b/giu, '[')
      .replaceAll(/\\u005d/giu, ']')
      .replaceAll(/\\+(?=["'[\]()#*_`<>-])/g, '')
      .replaceAll(ESCAPED_MARK, '')
      .replaceAll(/\\+n/g, '\n');
  }
  return plain;
}
