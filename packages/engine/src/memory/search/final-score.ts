import { visibleCount } from './age-order.ts';
import { ALIVE, CONVERSATIONAL } from './document-table.ts';
import type { ScoringRun } from './lexical-score.ts';
import type { SearchQuery } from './search.ts';
import { createTopHits, floorOf, offer, type TopHits } from './top-hits.ts';

/**
 * Scores are rounded to this grid before they are compared: sums taken in another order differ in the sixteenth digit,
 * and equal documents must tie, so that the later one wins and every run gives the same order.
 */
const GRID = 1e10;

/** What the final score is made of, for one query. */
export interface FinalScoring {
  readonly run: ScoringRun;
  readonly query: SearchQuery;
  /** Documents created at or before the query's moment. */
  readonly visible: number;
  /** Session and namespace numbers that the filter asks for; null = any, -2 = one that nobody has. */
  readonly session: number | null;
  readonly namespace: number | null;
  /** The best raw score: the measure of all others. 0 = no word matched. */
  best: number;
  /** Best raw score by session, where sessions count. */
  readonly sessionBest: Map<number, number>;
}

export function createFinalScoring(run: ScoringRun, query: SearchQuery): FinalScoring {
  const { documents, ages } = run.state;
  const nameOf = (name: string | undefined): number | null =>
    name === undefined ? null : (documents.names.get(name) ?? -2);
  return {
    run,
    query,
    visible: visibleCount(ages, documents, query.now),
    session: nameOf(query.filter?.sessionId),
    namespace: nameOf(query.filter?.namespace),
    best: 0,
    sessionBest: new Map(),
  };
}

/** Living, already made, still valid, and inside the filter. */
export function isEligible({ run, query, session, namespace }: FinalScoring, slot: number): boolean {
  const { documents } = run.state;
  return (
    (documents.flags[slot]! & ALIVE) !== 0 &&
    documents.createdAt[slot]! <= query.now &&
    !(documents.validTo[slot]! <= query.now) &&
    (session === null || documents.session[slot] === session) &&
    (namespace === null || documents.namespace[slot] === namespace)
  );
}

/** Learns the best raw score, and each session's, from the slots given. */
export function measureBest(scoring: FinalScoring, slots: Iterable<number>): void {
  const { scratch, state } = scoring.run;
  const { flags, session } = state.documents;
  for (const slot of slots) {
    const raw = scratch.raw[slot]!;
    const counts = raw > scoring.best || ((flags[slot]! & CONVERSATIONAL) !== 0 && session[slot]! >= 0);
    if (!counts || !isEligible(scoring, slot)) continue;
    if (raw > scoring.best) scoring.best = raw;
    if ((flags[slot]! & CONVERSATIONAL) === 0 || session[slot]! < 0) continue;
    if (raw > (scoring.sessionBest.get(session[slot]!) ?? 0)) scoring.sessionBest.set(session[slot]!, raw);
  }
}

/** ln((1 + n) / rank): falls with the logarithm of the rank by age, 1 = newest; almost 0 for the oldest. */
export function recencyOfRank(rank: number, visible: number): number {
  return Math.log((1 + visible) / rank);
}

export function recencyOf({ run, visible }: FinalScoring, slot: number): number {
  return recencyOfRank(visible - run.state.ages.place[slot]!, visible);
}

/** The share that the best match of the document's session adds; 0 outside dialogues. */
export function sessionShare({ run, best, sessionBest }: FinalScoring, slot: number, raw: number): number {
  if (raw === 0 || sessionBest.size === 0 || (run.state.documents.flags[slot]! & CONVERSATIONAL) === 0) return 0;
  return (run.state.settings.sessionBonus * (sessionBest.get(run.state.documents.session[slot]!) ?? 0)) / best;
}

/** s = raw ÷ best + session + hints and co-change + recency. */
export function finalScore(scoring: FinalScoring, slot: number, raw: number): number {
  const { scratch, state } = scoring.run;
  const lexical = raw === 0 ? 0 : raw / scoring.best;
  const score =
    lexical +
    sessionShare(scoring, slot, raw) +
    scratch.bonus[slot]! +
    state.settings.recency * recencyOf(scoring, slot);
  return Math.round(score * GRID) / GRID;
}

/** The best `limit` of the slots, which may repeat only if `raw` is 0 there the second time. */
export function chooseBest(scoring: FinalScoring, slots: Iterable<number>, limit: number): TopHits {
  const { scratch, state } = scoring.run;
  const top = createTopHits(limit);
  const highest =
    state.settings.recency * recencyOfRank(1, scoring.visible) +
    (scoring.sessionBest.size > 0 ? state.settings.sessionBonus : 0) +
    1 / GRID;
  for (const slot of slots) {
    const raw = scratch.raw[slot]!;
    // The logarithm and the look-ups behind it are only worth it for what can still get in.
    const reachable = (raw === 0 ? 0 : raw / scoring.best) + scratch.bonus[slot]! + highest;
    if (reachable < floorOf(top) || !isEligible(scoring, slot)) continue;
    offer(top, { slot, score: finalScore(scoring, slot, raw), place: state.ages.place[slot]! });
  }
  return top;
}
