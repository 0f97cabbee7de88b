import { numberAt } from './chunked-column.ts';
import { ALIVE, TALK } from './document-table.ts';
import { isEligible, type FinalScoring } from './final-score.ts';
import type { IndexState } from './index-state.ts';
import type { ScoredTerm } from './lexical-score.ts';
import type { PreparedQuery } from './query-terms.ts';
import type { ScoredSlot } from './top-hits.ts';

/** The slots of each session's talk, by session number. */
export type TalkSlots = ReadonlyMap<number, readonly number[]>;

/** A talk's parts crowd each other, so more are looked at than are wanted: one talk is one hit. */
export const TALK_CANDIDATES = 200;

/** Of the talks found first so many are held against the question as a whole. */
const MOST_TALKS = 32;

/** A talk says so much that a few words of a short question stand in many: below this it counts by its best part alone. In nats. */
const LEAST_INFORMATION = 20;

/**
 * Relevance = slope × share + offset. Measured on 84 sessions (development half of the decision set): the talk that decides holds 0.31 to 0.87
 * of a report's information (median 0.66), the best of the others mostly 0.16 to 0.25. A share of 0.29 is the start block's
 * floor of 0.25, and 0.40 a tool call's of 0.4.
 */
const SLOPE = 1.36;
const OFFSET = -0.145;

/** A hit, with the relevance of the talk that it is part of. */
export interface GatheredSlot extends ScoredSlot {
  readonly talkRelevance?: number;
}

/** The parts of all talks. Found anew after a change: a look at each document's flags, 0.1 ms for 100,000. */
export function talkSlots(state: IndexState): TalkSlots {
  if (state.talks) return state.talks;
  const talks = new Map<number, number[]>();
  const { flags, session, count } = state.documents;
  for (let slot = 0; slot < count; slot++) {
    if ((flags[slot]! & (ALIVE | TALK)) !== (ALIVE | TALK)) continue;
    const known = talks.get(session[slot]!);
    if (known) known.push(slot);
    else talks.set(session[slot]!, [slot]);
  }
  state.talks = talks;
  return talks;
}

/**
 * Of each talk the part that was found best stands for it, with the score and the relevance of the whole: a report tells a symptom, a talk says
 * a word of it here and a word there, and no part of it holds the share that the talk has.
 */
export function gatherTalks(
  scoring: FinalScoring,
  query: PreparedQuery,
  terms: readonly ScoredTerm[],
  best: readonly ScoredSlot[],
): readonly GatheredSlot[] {
  const { documents } = scoring.run.state;
  const talks = talkSlots(scoring.run.state);
  const seen = new Set<number>();
  const gathered: GatheredSlot[] = [];
  for (const each of best) {
    const session = documents.session[each.slot]!;
    const slots = (documents.flags[each.slot]! & TALK) === 0 ? undefined : talks.get(session);
    if (slots === undefined) gathered.push(each);
    else if (!seen.has(session)) {
      seen.add(session);
      gathered.push(seen.size > MOST_TALKS ? each : asTalk(scoring, query, terms, each, slots));
    }
  }
  return gathered.toSorted((a, b) => b.score - a.score || b.place - a.place);
}

function asTalk(
  scoring: FinalScoring,
  { totalInformation }: PreparedQuery,
  terms: readonly ScoredTerm[],
  part: ScoredSlot,
  slots: readonly number[],
): GatheredSlot {
  const counts = occurrences(scoring, terms, slots);
  const { k1 } = scoring.run.state.settings;
  let raw = 0;
  let shared = 0;
  terms.forEach((term, index) => {
    const count = counts[index]!;
    if (count === 0 || term.origin === 'context' || term.origin === 'path') return;
    const frequency = 1 + Math.log(count);
    raw += (term.gain * frequency) / (k1 + frequency);
    if (term.origin === 'text') shared += term.information;
  });
  const score = scoring.measure === 0 ? part.score : part.score + Math.max(0, raw - part.raw) / scoring.measure;
  const share = totalInformation === 0 || shared < LEAST_INFORMATION ? 0 : shared / totalInformation;
  return { ...part, score, talkRelevance: Math.min(1, Math.max(0, SLOPE * share + OFFSET)) };
}

/** In how many parts of the talk each term stands. */
function occurrences(scoring: FinalScoring, terms: readonly ScoredTerm[], slots: readonly number[]): Uint16Array {
  const { documents } = scoring.run.state;
  const counts = new Uint16Array(terms.length);
  const places = new Map(terms.map(({ number }, index) => [number, index]));
  for (const slot of slots) {
    if (!isEligible(scoring, slot)) continue;
    for (let at = documents.termStart[slot]!; at < documents.termStart[slot + 1]!; at++) {
      const index = places.get(numberAt(documents.terms, at));
      if (index !== undefined) counts[index] = counts[index]! + 1;
    }
  }
  return counts;
}
