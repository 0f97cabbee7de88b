import { visibleCount } from '../index/age-order.ts';
import { ALIVE, CONVERSATIONAL } from '../index/document-table.ts';
import type { ScoredTerm, ScoringRun } from './lexical-score.ts';
import type { MatchList } from '../index/scratch.ts';
import { pathBonus, type HintedPaths } from './path-bonus.ts';
import type { SearchQuery } from '../search.ts';
import { addDoc, hasDoc } from '../index/column.ts';
import { timeBonus, type TimedPlaces } from './time-bonus.ts';
import { floorOf, offer, type TopHits } from './top-hits.ts';

/**
 * Scores are rounded to this grid before they are compared: sums taken in another order differ in the sixteenth digit,
 * and equal documents must tie, so that the later one wins and every run gives the same order.
 */
const GRID = 1e10;

/** What that may add to a score. */
const SCORE_SLACK: number = 1 / GRID;

/** What lifts documents besides their words. */
export interface Lifting {
  readonly hinted: HintedPaths;
  readonly timed: readonly TimedPlaces[];
}

/** What the final score is made of, for one query. */
export interface FinalScoring extends Lifting {
  readonly run: ScoringRun;
  readonly query: SearchQuery;
  /** Documents created at or before the query's moment. */
  readonly visible: number;
  /** What {@link recencyOf} tells of the newest of them. */
  readonly newest: number;
  /** Session and namespace numbers that the filter asks for; null = any, -2 = one that nobody has. */
  readonly session: number | null;
  readonly namespace: number | null;
  /** The raw score of a document that says nothing but the words asked for, over and over; 0 = none of them is known. */
  readonly most: number;
  /** The best raw score. 0 = no word matched. */
  best: number;
  /** What raw scores are divided by, once the best is known. */
  measure: number;
  /** No document gains more by the hints that reach it, and none by what else lifts it. */
  readonly mostByHints: number;
  readonly mostBeside: number;
  /** Best raw score by session, where sessions count. */
  readonly sessionBest: Map<number, number>;
}

export function createFinalScoring(
  run: ScoringRun,
  query: SearchQuery,
  lifting: Lifting,
  terms: readonly ScoredTerm[],
): FinalScoring {
  const { documents, ages } = run.state;
  const nameOf = (name: string | undefined): number | null =>
    name === undefined ? null : (documents.names.get(name) ?? -2);
  const visible = visibleCount(ages, documents, query.now);
  return {
    run,
    query,
    hinted: lifting.hinted,
    timed: lifting.timed,
    visible,
    newest: Math.log(1 + visible),
    session: nameOf(query.filter?.sessionId),
    namespace: nameOf(query.filter?.namespace),
    most: terms.reduce((sum, { origin, gain }) => (origin === 'text' ? sum + gain : sum), 0),
    best: 0,
    measure: 0,
    ...mostOf(run, lifting),
    sessionBest: new Map(),
  };
}

function mostOf(
  { state }: ScoringRun,
  { hinted: { hints, companions }, timed }: Lifting,
): Pick<FinalScoring, 'mostByHints' | 'mostBeside'> {
  const { pathHint, coChange, namedTime } = state.settings;
  const mostBeside = coChange * Math.max(0, ...companions.values()) + (timed.length > 0 ? namedTime : 0);
  return { mostByHints: pathHint * hints.length, mostBeside };
}

/** Living, already made, still valid, and inside the filter. */
export function isEligible({ run, query, session, namespace }: FinalScoring, docId: number): boolean {
  const { documents } = run.state;
  return (
    (documents.flags[docId]! & ALIVE) !== 0 &&
    documents.createdAt[docId]! <= query.now &&
    !(documents.validTo[docId]! <= query.now) &&
    (session === null || documents.session[docId] === session) &&
    (namespace === null || documents.namespace[docId] === namespace)
  );
}

/** Learns the best raw score, and each session's, from what was found. */
export function measureBest(scoring: FinalScoring): void {
  const { scratch } = scoring.run;
  scoring.best = 0;
  measureMatches(scoring, scratch.plain);
  measureMatches(scoring, scratch.lifted);
  settleMeasure(scoring);
}

/**
 * Fixes what raw scores are divided by. The best match alone would count 1 however little of the question it covers, as if one common word out
 * of ten proved as much as all ten: where words say little, what else is known decides more, and less where they say much.
 */
function settleMeasure(scoring: FinalScoring): void {
  const { best, most, run } = scoring;
  const { coverageInfluence, usualCoverage } = run.state.settings;
  scoring.measure = best === 0 || most === 0 ? best : best * ((usualCoverage * most) / best) ** coverageInfluence;
}

function measureMatches(scoring: FinalScoring, { docIds, scores, count }: MatchList): void {
  const hasSessions = scoring.run.state.documents.conversational > 0;
  for (let at = 0; at < count; at++) {
    const raw = scores[at]!;
    if (raw <= scoring.best && !hasSessions) continue;
    const docId = docIds[at]!;
    if (!isEligible(scoring, docId)) continue;
    if (raw > scoring.best) scoring.best = raw;
    if (hasSessions) measureSession(scoring, docId, raw);
  }
}

function measureSession({ run, sessionBest }: FinalScoring, docId: number, raw: number): void {
  const { flags, session } = run.state.documents;
  const number = session[docId]!;
  if (number < 0 || (flags[docId]! & CONVERSATIONAL) === 0) return;
  if (raw > (sessionBest.get(number) ?? 0)) sessionBest.set(number, raw);
}

/** ln((1 + n) / rank): falls with the logarithm of the rank by age, 1 = newest; almost 0 for the oldest. */
export function recencyOf({ run, visible }: FinalScoring, docId: number): number {
  return Math.log((1 + visible) / (visible - run.state.ages.place[docId]!));
}

/**
 * No less than that, by the power of two below the rank: it tells most documents that cannot get in, and a logarithm for each match would take
 * longer than all else. What is newer than the query's moment is not eligible.
 */
function recencyBound({ run, visible, newest }: FinalScoring, docId: number): number {
  const rank = Math.max(1, visible - run.state.ages.place[docId]!);
  return newest - Math.LN2 * (31 - Math.clz32(rank));
}

/** The share that the best match of the document's session adds; 0 outside dialogues. */
export function sessionShare({ run, measure, sessionBest }: FinalScoring, docId: number, raw: number): number {
  if (raw === 0 || sessionBest.size === 0 || (run.state.documents.flags[docId]! & CONVERSATIONAL) === 0) return 0;
  return (run.state.settings.sessionBonus * (sessionBest.get(run.state.documents.session[docId]!) ?? 0)) / measure;
}

/** s = raw ÷ measure + session + hints and co-change + named time + recency. */
function finalScore(scoring: FinalScoring, docId: number, raw: number): number {
  const { run, hinted, timed } = scoring;
  const { scratch, state } = run;
  const lexical = raw === 0 ? 0 : raw / scoring.measure;
  const score =
    lexical +
    sessionShare(scoring, docId, raw) +
    (hasDoc(scratch.lifts.docIds, docId) ? pathBonus(state, hinted, docId) + timeBonus(state, timed, docId) : 0) +
    state.settings.recency * recencyOf(scoring, docId);
  return Math.round(score * GRID) / GRID;
}

/**
 * Offers all matches, those first that paths lift and of each kind the last docIds first, which mostly are the newest: the sooner the floor is
 * high, the fewer must be scored.
 */
export function offerMatches(scoring: FinalScoring, top: TopHits): void {
  const { plain, lifted } = scoring.run.scratch;
  offerList(scoring, lifted, true, top);
  offerList(scoring, plain, false, top);
}

/** Offers what hints alone find: the hinted documents that no term matched. */
export function offerHinted(scoring: FinalScoring, top: TopHits): void {
  const { scratch, state } = scoring.run;
  const { lifts } = scratch;
  const { recency } = state.settings;
  const most = scoring.mostByHints + scoring.mostBeside + SCORE_SLACK;
  for (const docIds of lifts.hinted) {
    for (let at = docIds.length - 1; at >= 0; at--) {
      const docId = docIds[at]!;
      if (most + recency * recencyBound(scoring, docId) < floorOf(top) || hasDoc(lifts.matched, docId)) continue;
      // Another hinted path may reach it too.
      addDoc(lifts.matched, docId);
      offerDoc(scoring, docId, 0, top);
    }
  }
}

/** Offers one document, unless it may not be in the result. */
function offerDoc(scoring: FinalScoring, docId: number, raw: number, top: TopHits): void {
  if (!isEligible(scoring, docId)) return;
  offer(top, { docId, raw, score: finalScore(scoring, docId, raw), place: scoring.run.state.ages.place[docId]! });
}

/** Most matches cannot get in, and are told by their words and the most that recency and all else may add. */
function offerList(scoring: FinalScoring, { docIds, scores, count }: MatchList, isLifted: boolean, top: TopHits): void {
  const { best, measure, run, sessionBest, mostByHints, mostBeside } = scoring;
  const { recency } = run.state.settings;
  const { hintedDocs } = run.scratch.lifts;
  const share = best > 0 ? 1 / measure : 0;
  const session = sessionBest.size > 0 ? run.state.settings.sessionBonus * best * share : 0;
  const most = session + (isLifted ? mostBeside : 0) + SCORE_SLACK;
  let floor = floorOf(top);
  for (let at = count - 1; at >= 0; at--) {
    const docId = docIds[at]!;
    const hints = isLifted && hasDoc(hintedDocs, docId) ? mostByHints : 0;
    if (scores[at]! * share + most + hints + recency * recencyBound(scoring, docId) < floor) continue;
    offerDoc(scoring, docId, scores[at]!, top);
    floor = floorOf(top);
  }
}
