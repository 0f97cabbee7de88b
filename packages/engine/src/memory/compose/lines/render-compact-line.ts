import { dayOf } from '../../../base/day-of.ts';
import { isCodePath } from '../../../base/normalize-path.ts';
import { shortHashOf, shortIdOf } from '../../../base/text/short-id.ts';
import { isFromOutside } from '../../observations/observation.ts';
import { chooseLines, type WeighedSentence } from '../choose-lines.ts';
import { DEFAULT_LINE_FORMAT, type LineFormat } from './line-format.ts';
import { FROM_OUTSIDE, type ComposableObservation } from './composable-observation.ts';
import { withoutPullRequestForm } from './pull-request-form.ts';
import { FEWEST_SUBJECTS, listedSubjects, readStatement, type StatementParts } from './read-statement.ts';
import { EXCERPT_MAX_CHARACTERS, sanitizeExcerpt } from './sanitize-excerpt.ts';
import { weighSentences } from './weigh-sentences.ts';

/** How a compact line is written. */
export interface CompactLineOptions {
  /** What is asked: of a long statement the sentences that answer it are shown. (Default: '') */
  readonly question?: string | undefined;
  /** More than what and why, up to so many UTF-16 units. (Default: what and one sentence of why, at most 300) */
  readonly maxCharacters?: number | undefined;
  /** The short hash of the commit that this one takes back. */
  readonly reverts?: string | undefined;
}

const PATH_MAX_CHARACTERS = 80;
/** Three words, or a path and a line. */
const REASON_MAX_CHARACTERS = 92;

const MOST_FILES = 2;

/** A commit may touch thousands. */
const MOST_PATHS_READ = 100;

/** Less of a sentence says nothing. */
const FEWEST_CHARACTERS = 50;

/** Between sentences that do not stand together. */
const GAP = ' … ';

/**
 * One observation as a compact line: `- [<short id>] <date> <file or session> <what> <why> (<reason>)`, on one line and safe for a
 * block. The short id of a commit is its hash. What is not there is left out, and the weight where it is neutral. null when the content
 * has no visible text. Contract 5.
 *
 * @example `- [df547f5a] 2023-11-12 fix help text for plugins. Use the display name in --help. (same lines)`
 */
export function renderCompactLine(observation: ComposableObservation, options: CompactLineOptions = {}): string | null {
  const text = textOf(observation, options);
  if (text === '') return null;
  const head = `- [${shownIdOf(observation)}] ${dayOf(observation.createdAt)}`;
  const notes = notesOf(observation, options);
  return [head, sourceOf(observation, text), text, notes].filter((part) => part !== '').join(' ');
}

/** What a line calls its observation: a commit by the hash, so that git knows it too, and one id less is shown. */
export function shownIdOf({ id, metadata }: Pick<ComposableObservation, 'id' | 'metadata'>): string {
  return shortHashOf(metadata?.['commit']) ?? shortIdOf(id);
}

/** The short hash of the commit that took this one back; null when none did. */
export function shortRevertOf({ metadata }: Pick<ComposableObservation, 'metadata'>): string | null {
  return shortHashOf(metadata?.['revertedBy']);
}

/** Where an agent finds more: the file, unless the text names it, else that it is from a session. Of a commit its hash says it. */
function sourceOf(observation: ComposableObservation, text: string): string {
  if (shortHashOf(observation.metadata?.['commit']) !== null) return '';
  const [path] = observation.metadata?.paths ?? [];
  if (typeof path === 'string' && path !== '') return text.includes(path) ? '' : shownPath(path);
  return (observation.sessionId ?? null) === null ? '' : 'session';
}

/** A commit that says no more than its subject, and whose reason does not say where, says it by two of its files. */
function joinedFiles(what: string, observation: ComposableObservation, most: number): string {
  const { kind, metadata, reason = '', goneFiles = [] } = observation;
  const paths = kind === 'commit' && reason === '' ? (metadata?.paths ?? []).slice(0, MOST_PATHS_READ) : [];
  const isThere = (path: string): boolean => areGone(observation) || !goneFiles.includes(path);
  const files = paths.filter((path) => typeof path === 'string' && isCodePath(path) && isThere(path));
  if (files.length === 0) return what;
  const text = joined(what, [
    { text: `In ${files.slice(0, MOST_FILES).map(shownPath).join(', ')}`, place: 0, worth: 1 },
  ]);
  return text.length <= most ? sanitizeExcerpt(text, most) : what;
}

/** None of its files is there. */
function areGone({ metadata, goneFiles = [] }: ComposableObservation): boolean {
  return goneFiles.length > 0 && (metadata?.paths ?? []).every((path) => goneFiles.includes(path));
}

/** A reason that says where: the lines are there, by whatever name the file had then. */
const PLACE_IN_CHECKOUT = /^(?:in .|same lines$|line \d|said of this file$)/u;

/** What is gone may be on another branch. */
function standingOf(observation: ComposableObservation): string {
  const { goneFiles = [], isFileChanged = false, reason = '' } = observation;
  if (areGone(observation) && !PLACE_IN_CHECKOUT.test(reason))
    return `its ${goneFiles.length === 1 ? 'file is' : 'files are'} not in this checkout`;
  return isFileChanged ? 'its file has changed since' : '';
}

/** The end of a long path says more than its beginning. */
function shownPath(path: string): string {
  const whole = sanitizeExcerpt(path, path.length).replaceAll(/\s+/gu, '_');
  if (whole.length <= PATH_MAX_CHARACTERS) return whole;
  return `…/${whole.split('/').at(-1)!.slice(-PATH_MAX_CHARACTERS)}`;
}

function notesOf(observation: ComposableObservation, { reverts }: CompactLineOptions): string {
  const { reason, weight } = observation;
  const revertedBy = shortRevertOf(observation);
  const shownWeight = weight.toFixed(2);
  const notes = [
    reverts ? `reverts ${reverts}` : '',
    revertedBy === null ? '' : `reverted by ${revertedBy}`,
    sanitizeExcerpt(reason ?? '', REASON_MAX_CHARACTERS).replaceAll(/[()]/gu, ''),
    isFromOutside(observation) ? FROM_OUTSIDE : '',
    standingOf(observation),
    shownWeight === '1.00' ? '' : `weight ${shownWeight}`,
  ].filter((note) => note !== '');
  return notes.length === 0 ? '' : `(${notes.join('; ')})`;
}

function textOf(observation: ComposableObservation, options: CompactLineOptions): string {
  const { content, kind } = observation;
  const { maxCharacters } = options;
  const most = maxCharacters ?? EXCERPT_MAX_CHARACTERS;
  const { what, sentences } = readOnce(observation, options);
  if (what === '') return cutAtWord(sanitizeExcerpt(content, content.length), most);
  if (what.length > most - FEWEST_CHARACTERS) return cutAtWord(what, most);
  // Of a commit the first sentence says why; of a document the one that answers.
  const why =
    kind === 'commit' ? sentences.find(({ worth }) => worth > 0) : sentences.toSorted((a, b) => b.worth - a.worth)[0];
  if (why === undefined) return joinedFiles(what, observation, most);
  const shortest = joined(what, [why]);
  if (maxCharacters === undefined || shortest.length > most) {
    return cutAtWord(sanitizeExcerpt(shortest, shortest.length), most);
  }
  const inOrder = (some: readonly WeighedSentence[]) => [...some, why].toSorted((a, b) => a.place - b.place);
  const others = sentences.filter((one) => one !== why && one.worth > 0);
  const all = joined(what, inOrder(others));
  if (all.length <= most) return sanitizeExcerpt(all, most);
  const chosen = chooseLines(others, (some) => joined(what, inOrder(some)).length <= most);
  return sanitizeExcerpt(joined(what, inOrder(chosen)), most);
}

/** A statement as lines of any length are made of it. */
interface ReadStatement {
  readonly question: string;
  readonly what: string;
  readonly sentences: readonly WeighedSentence[];
}

/** A line is written up to five times, longer or shorter, and reading 8 KB takes longer than all else. */
const read = new WeakMap<ComposableObservation, ReadStatement>();

function readOnce(observation: ComposableObservation, { question = '' }: CompactLineOptions): ReadStatement {
  const before = read.get(observation);
  if (before?.question === question) return before;
  const isCommit = observation.kind === 'commit';
  const prose = isCommit ? withoutPullRequestForm(observation.content) : null;
  const text = prose?.text ?? observation.content;
  const { what: subject, sentences, points } = safeParts(readStatement(text, isCommit));
  const what = isCommit ? withoutPullRequest(subject, question) : subject;
  // The list of a squashed commit repeats the subjects of others.
  const repeats = sentences.length === 0 && prose?.hasHeadings === false;
  const rest = repeats ? [] : [...sentences, ...points];
  const listed = isCommit && rest.length >= FEWEST_SUBJECTS ? listedSubjects(text) : undefined;
  const weighed = weighSentences(rest, question, listed);
  // What announces a list says nothing without it.
  const telling = isCommit ? weighed.filter((one) => !one.text.endsWith(':')) : weighed;
  const statement = { question, what, sentences: telling };
  read.set(observation, statement);
  return statement;
}

/** The hash leads to the pull request too, so its number is shown only to one who asks for it. */
function withoutPullRequest(subject: string, question: string): string {
  const [end = '', number = ''] = /\s*\(#(\d{1,9})\)\.?$/u.exec(subject) ?? [];
  const isAsked = number === '' || new RegExp(`#${number}(?!\\d)`, 'u').test(question);
  return isAsked ? subject : subject.slice(0, -end.length) || subject;
}

/** Each made safe by itself; they are made safe once more as a whole, because two that mean nothing alone can spell a marker together. */
function safeParts({ what, sentences, points }: StatementParts): StatementParts {
  const safe = (text: string): string => sanitizeExcerpt(text, text.length);
  const visible = (texts: readonly string[]): string[] => texts.map(safe).filter((text) => text !== '');
  return { what: safe(what), sentences: visible(sentences), points: visible(points) };
}

/** What may be followed by any sentence; between two that do not stand together is a gap. */
function joined(what: string, sentences: readonly WeighedSentence[]): string {
  let text = /[.!?:;…。！？]["'”’)\]]*$/u.test(what) ? what : `${what}.`;
  sentences.forEach(({ text: sentence, place }, at) => {
    const before = sentences[at - 1];
    text += before === undefined || before.place === place - 1 ? ` ${sentence}` : GAP + sentence;
  });
  return text;
}

const ENDING = ' …';

/**
 * The beginning of a safe text, ended at a sentence where one ends in its second half, else at a word with an ellipsis; at most `maxCharacters`
 * UTF-16 units. A text without blanks is cut between graphemes. Never fails.
 */
export function cutAtWord(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const cut = sanitizeExcerpt(text, maxCharacters - ENDING.length);
  const sentence = /^[\s\S]*[.!?。！？](?=\s)/u.exec(`${cut} `)?.[0] ?? '';
  if (sentence.length > maxCharacters / 2) return sentence;
  const words = /\s/u.test(text.charAt(cut.length)) ? cut : cut.replace(/\s+\S*$/u, '');
  return words.length > maxCharacters / 2 ? words.replace(/[\s,;:([-]+$/u, '') + ENDING : `${cut}…`;
}

type Named = Pick<ComposableObservation, 'id' | 'metadata'>;

/**
 * What tells an agent that a statement it was given does not hold any more: `- [<oldId>] superseded by [<newId>] <excerpt>`.
 * Without `replacement.content` the new statement is named and not quoted. Ids are trusted to be UUIDs; they are shown short unless the format is `classic`. Contract section 3.
 */
export function renderCorrectionLine(
  old: Named,
  replacement: Named & { readonly content?: string },
  format: LineFormat = DEFAULT_LINE_FORMAT,
): string {
  const shown = (one: Named): string => (format === 'classic' ? one.id : shownIdOf(one));
  const line = `- [${shown(old)}] superseded by [${shown(replacement)}]`;
  return `${line} ${sanitizeExcerpt(replacement.content ?? '')}`.trimEnd();
}

/** The line with its ids alone, for whom what replaced the statement may not be quoted to (any more). */
export function withoutQuotation(line: string): string {
  return /^- \[[^\]]+\] superseded by \[[^\]]+\]/u.exec(line)?.[0] ?? '';
}
