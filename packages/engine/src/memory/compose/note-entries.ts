import type { TokenEstimator } from '../../base/estimate-tokens.ts';
import type { Observation } from '../observations/observation.ts';
import { measureTokens } from './fit-lines-to-budget.ts';
import type { LineWeights } from './line-weights.ts';
import { renderObservationLine } from './render-observation-line.ts';
import type { Entry } from './section.ts';
import { showTalk, type ComposableTalk } from './talk-lines.ts';

/** The parts of an observation that a block shows. */
export interface ComposableObservation extends Pick<Observation, 'id' | 'content' | 'weight' | 'createdAt'> {
  /** It stands for a remembered talk, and what decides there is shown in place of its own text. */
  readonly talk?: ComposableTalk;
}

/** A note of a block, with the ids of all that its line shows. */
export interface NoteEntry<T> extends Entry<T> {
  readonly shownIds: readonly string[];
}

/** What the notes of a block may cost, and what they cost. */
export interface NoteRoom<T> {
  readonly budgetTokens: number;
  readonly estimateTokens: TokenEstimator;
  readonly render: (kept: readonly NoteEntry<T>[]) => string;
  /** What is asked. */
  readonly question: string | undefined;
  readonly weights: LineWeights | undefined;
}

/** A talk takes this share of what is left while other notes wait behind it; what they do not need comes back to it. */
const SHARE_OF_A_TALK = 0.6;

/** A third talk is about something else. */
const MOST_TALKS = 2;

/** What a long statement is shown with when there is room left, in UTF-16 units, the longest first. Contract 5. */
const LONGER = [900, 600, 450];

/** The notes that have a line, each as short as it stands in a full block. */
export function noteEntries<T extends ComposableObservation>(
  observations: readonly T[],
  room: NoteRoom<T>,
): readonly NoteEntry<T>[] {
  let left = room.budgetTokens;
  let talks = 0;
  const entries: NoteEntry<T>[] = [];
  for (const item of observations) {
    if (item.talk === undefined) {
      const line = renderObservationLine(item, room.question, undefined, room.weights);
      if (line !== null) entries.push({ item, line, shownIds: [item.id] });
    } else if (talks < MOST_TALKS) {
      const tokens = observations.length === 1 ? left : left * SHARE_OF_A_TALK;
      const entry = talkEntry(item, room, (entry) => costOf(room, [entry]) <= tokens);
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
): readonly NoteEntry<T>[] {
  const notes = [...kept];
  for (const [at, { item }] of kept.entries()) {
    const fits = (entry: NoteEntry<T>): boolean => costOf(room, notes.with(at, entry)) <= room.budgetTokens;
    const longer = item.talk === undefined ? longerEntry(item, room, fits) : talkEntry(item, room, fits);
    if (longer !== null) notes[at] = longer;
  }
  return notes;
}

function talkEntry<T extends ComposableObservation>(
  item: T,
  { weights }: NoteRoom<T>,
  fits: (entry: NoteEntry<T>) => boolean,
): NoteEntry<T> | null {
  if (item.talk === undefined) return null;
  const shown = showTalk(item.id, item.createdAt, item.talk, (line) => fits({ item, line, shownIds: [] }), weights);
  return shown && { item, line: shown.line, shownIds: [item.id, ...shown.exchangeIds] };
}

function longerEntry<T extends ComposableObservation>(
  item: T,
  { question, weights }: NoteRoom<T>,
  fits: (entry: NoteEntry<T>) => boolean,
): NoteEntry<T> | null {
  const entries = LONGER.flatMap((characters): NoteEntry<T>[] => {
    const line = renderObservationLine(item, question, characters, weights);
    return line === null ? [] : [{ item, line, shownIds: [item.id] }];
  });
  return entries.find(fits) ?? null;
}

function costOf<T>({ estimateTokens, render }: NoteRoom<T>, kept: readonly NoteEntry<T>[]): number {
  return measureTokens(estimateTokens, render(kept));
}
