import { addToList } from '../../../base/lists.ts';
import type { TokenEstimator } from '../../../base/text/estimate-tokens.ts';
import { type ComposableObservation, FROM_OUTSIDE } from './composable-observation.ts';
import { measureTokens } from '../fit-lines-to-budget.ts';
import { DEFAULT_LINE_FORMAT, type LineFormat } from './line-format.ts';
import {
  type CompactLineOptions,
  cutAtWord,
  renderCompactLine,
  shortRevertOf,
  shownIdOf,
} from './render-compact-line.ts';
import { EXCERPT_MAX_CHARACTERS, sanitizeExcerpt } from './sanitize-excerpt.ts';
import type { Entry } from '../compose-triplet-block.ts';
import { showTalk } from './talk-lines.ts';
import { isFromOutside, type Observation } from '../../observations/observation.ts';

/** A note of a block, with the ids of all that its line shows. */
export interface NoteEntry<T> extends Entry<T>, Folded<T> {
  readonly shownIds: readonly string[];
}

/** What the notes of a block may cost, and what they cost. */
export interface NoteRoom<T> {
  readonly format: LineFormat;
  readonly budgetTokens: number;
  readonly estimateTokens: TokenEstimator;
  readonly render: (kept: readonly NoteEntry<T>[]) => string;
  /** What is asked. */
  readonly question: string | undefined;
}

/** A talk takes this share of what is left while other notes wait behind it; what they do not need comes back to it. */
const SHARE_OF_A_TALK = 0.6;
/** Which of the two holds is not known. */
const SHARE_BEFORE_WHAT_IT_REVISITS = 0.5;

/** A third talk is about something else. */
const MOST_TALKS = 2;

/** What a long statement is shown with when there is room left, in UTF-16 units, the longest first. Contract 5. */
const LONGER = [900, 600, 450, 300];

/** The notes that have a line, each as short as it stands in a full block. */
export function noteEntries<T extends ComposableObservation>(
  observations: readonly T[],
  room: NoteRoom<T>,
): readonly NoteEntry<T>[] {
  let left = room.budgetTokens;
  let talks = 0;
  const entries: NoteEntry<T>[] = [];
  const folded =
    room.format === 'classic' ? observations.map((item) => ({ item, twins: [] })) : foldTwins(observations);
  for (const [at, note] of folded.entries()) {
    if (note.item.talk === undefined) {
      const entry = lineEntry(note, room);
      if (entry !== null) entries.push(entry);
    } else if (talks < MOST_TALKS) {
      const revisits = note.item.talk.revisits !== null;
      // There is room for one more: the talk that was found, not the one that came back to it.
      if (revisits && talks === MOST_TALKS - 1) continue;
      const share = revisits ? SHARE_BEFORE_WHAT_IT_REVISITS : SHARE_OF_A_TALK;
      // What plain notes before it cost is not known here.
      const isAllThatIsLeft = at === folded.length - 1 && entries.length === talks;
      const tokens = isAllThatIsLeft ? left : left * share;
      const entry = talkEntry(note.item, room, (entry) => costOf(room, [entry]) <= tokens);
      if (entry === null) continue;
      talks += 1;
      entries.push(entry);
      left -= costOf(room, [entry]);
    }
  }
  return entries;
}

/** Lengthens the notes by what is left of the budget, the best ones first. */
export function growNotes<T extends ComposableObservation>(
  kept: readonly NoteEntry<T>[],
  room: NoteRoom<T>,
  growsCommits: boolean,
): readonly NoteEntry<T>[] {
  const notes = [...kept];
  for (const [at, entry] of kept.entries()) {
    if (!growsCommits && entry.item.kind === 'commit') continue;
    const fits = (longer: NoteEntry<T>): boolean => costOf(room, notes.with(at, longer)) <= room.budgetTokens;
    const longer = entry.item.talk === undefined ? longerEntry(entry, room, fits) : talkEntry(entry.item, room, fits);
    if (longer !== null) notes[at] = longer;
  }
  return notes;
}

/** An observation's line by itself, as short as it stands in a full block; null when it has no visible text. */
export function renderLine(
  observation: ComposableObservation,
  format: LineFormat = DEFAULT_LINE_FORMAT,
  options: CompactLineOptions = {},
): string | null {
  if (format === 'compact') return renderCompactLine(observation, options);
  return renderObservationLine(observation, options.maxCharacters);
}

function lineEntry<T extends ComposableObservation>(
  { item, twins }: Folded<T>,
  { format, question }: NoteRoom<T>,
  maxCharacters?: number,
): NoteEntry<T> | null {
  const undone = namedBy(item, twins) ?? takenBackBy(item, twins);
  const reverts = undone && shownIdOf(undone);
  const line = renderLine(item, format, { question, maxCharacters, reverts });
  return line === null ? null : { item, twins, line, shownIds: [item.id, ...twins.map(({ id }) => id)] };
}

function talkEntry<T extends ComposableObservation>(
  item: T,
  { format }: NoteRoom<T>,
  fits: (entry: NoteEntry<T>) => boolean,
): NoteEntry<T> | null {
  if (item.talk === undefined) return null;
  const entryOf = (line: string): NoteEntry<T> => ({ item, twins: [], line, shownIds: [] });
  const id = format === 'classic' ? item.id : shownIdOf(item);
  const shown = showTalk(id, item.createdAt, item.talk, (line) => fits(entryOf(line)));
  return shown && { ...entryOf(shown.line), shownIds: [item.id, ...shown.exchangeIds] };
}

function longerEntry<T extends ComposableObservation>(
  entry: NoteEntry<T>,
  room: NoteRoom<T>,
  fits: (entry: NoteEntry<T>) => boolean,
): NoteEntry<T> | null {
  for (const characters of LONGER) {
    const longer = lineEntry(entry, room, characters);
    if (longer !== null && longer.line.length > entry.line.length && fits(longer)) return longer;
  }
  return null;
}

function costOf<T>({ estimateTokens, render }: NoteRoom<T>, kept: readonly NoteEntry<T>[]): number {
  return measureTokens(estimateTokens, render(kept));
}

/**
 * One observation as a block's line: `- [<id>] <excerpt> (weight: <weight>)`, the weight with two decimals, so 1 is
 * `1.00` and the lines of a block compare at a glance. null when the content has no visible text.
 * A stranger's words, and what was reverted, begin with a mark. A long content is cut at a sentence or a word, to `maxCharacters` UTF-16 units (default 300). The id is trusted to be a UUID; everything else of the content is not. Source: seed "Context Injection".
 */
export function renderObservationLine(
  observation: Pick<Observation, 'id' | 'content' | 'weight'> & Partial<Pick<Observation, 'metadata'>>,
  maxCharacters: number = EXCERPT_MAX_CHARACTERS,
): string | null {
  const { content } = observation;
  const cut = sanitizeExcerpt(content, maxCharacters);
  const excerpt = /\s/u.test(cut) ? cutAtWord(sanitizeExcerpt(content, content.length), maxCharacters) : cut;
  const revertedBy = shortRevertOf(observation);
  const reverted = revertedBy === null ? '' : `(reverted by ${revertedBy}) `;
  const mark = reverted + (isFromOutside(observation) ? `(${FROM_OUTSIDE}) ` : '');
  return excerpt === '' ? null : `- [${observation.id}] ${mark}${excerpt} (weight: ${observation.weight.toFixed(2)})`;
}

/** Observations that one line stands for. */
interface Folded<T> {
  /** The one that is shown. */
  readonly item: T;
  /** The others: what was picked onto another branch, or what the shown one takes back. */
  readonly twins: readonly T[];
}

/** A shorter subject ("Fix tests") is written again for something else. */
const FEWEST_WORDS = 3;

/** `Reapply` is how git takes back a revert. */
const ANSWERS = /^(revert|reapply):?\s+["“'](.*)["”']\s*$/u;
const NAMED = /\bThis reverts commit ([0-9a-f]{7,64})\b/gu;

/**
 * One entry for commits of the same subject, and for a commit with what takes it back, by its hash or its subject: what is shown then says
 * how it ended. Each stands where the best of them stood; everything else is left as it is.
 */
export function foldTwins<T extends ComposableObservation>(observations: readonly T[]): readonly Folded<T>[] {
  const groups = new Map<unknown, T[]>();
  const commits = observations.filter(isPlainCommit);
  for (const item of observations) {
    addToList(groups, keyOf(firstOf(item, commits)), item);
  }
  return [...groups.values()].map((group) => {
    const item = shownOf(group);
    return { item, twins: group.filter((one) => one !== item) };
  });
}

const isPlainCommit = ({ kind, talk }: ComposableObservation): boolean => kind === 'commit' && talk === undefined;

/** What a commit takes back, and what that takes back, to the first of them that is there. */
function firstOf<T extends ComposableObservation>(item: T, commits: readonly T[]): T {
  const named = namedBy(item, commits);
  return named === undefined ? item : firstOf(named, commits);
}

/** The earlier commit of these that a commit says it takes back. */
function namedBy<T extends ComposableObservation>(item: T, commits: readonly T[]): T | undefined {
  if (!isPlainCommit(item)) return undefined;
  const hashes = Array.from(item.content.matchAll(NAMED), ([, hash = '']) => hash);
  const isNamed = ({ metadata }: T): boolean =>
    hashes.some((hash) => String(metadata?.['commit'] ?? '').startsWith(hash));
  return commits.find((one) => one.createdAt < item.createdAt && isNamed(one));
}

/** By its subject. What takes back a revert leaves the commit in force. */
function takenBackBy<T extends ComposableObservation>(item: T, twins: readonly T[]): T | undefined {
  return originOf(item).isTakenBack ? twins.find((twin) => !isAnswer(twin)) : undefined;
}

/** Whether an observation takes another one back, or back in. */
function isAnswer({ content }: ComposableObservation): boolean {
  return ANSWERS.test(subjectOf(content)) || content.search(NAMED) !== -1;
}

/** The subject that the first commit of a row of reverts has, and whether the last one takes it back. */
function originOf({ content }: ComposableObservation): { readonly subject: string; readonly isTakenBack: boolean } {
  let subject = subjectOf(content);
  let isTakenBack = false;
  for (let match = ANSWERS.exec(subject); match !== null; match = ANSWERS.exec(subject)) {
    isTakenBack = (match[1] === 'revert') !== isTakenBack;
    subject = withoutMarks(match[2]!);
  }
  return { subject, isTakenBack };
}

/** What the same change has on every branch; an observation that is no commit is like no other. */
function keyOf(item: ComposableObservation): unknown {
  if (!isPlainCommit(item)) return item;
  const { subject } = originOf(item);
  return subject.split(' ').length < FEWEST_WORDS ? item : subject;
}

function subjectOf(content: string): string {
  return withoutMarks(content.split('\n', 1)[0]!.slice(0, 500).toLowerCase());
}

/** Without the branch in front and the number of the pull request behind. */
function withoutMarks(subject: string): string {
  return subject
    .trim()
    .replace(/^\[[\w./-]+\]\s+/u, '')
    .replace(/(?:\s*\((?:#|gh-)\d+\))+\s*$/u, '')
    .trim();
}

/** Among commits that take one another back the last one that holds tells how it ended; of the same commit on two branches the better row. */
function shownOf<T extends ComposableObservation>(group: readonly T[]): T {
  const holding = group.filter((one) => shortRevertOf(one) === null);
  const isSettled = holding.length < group.length || group.some(isAnswer);
  return (holding.length > 0 ? holding : group).reduce((shown, one) =>
    isSettled && one.createdAt > shown.createdAt ? one : shown,
  );
}
