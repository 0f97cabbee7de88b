import { settleAgeOrder } from '../index/age-order.ts';
import {
  createFinalScoring,
  measureBest,
  offerHinted,
  offerMatches,
  recencyOf,
  sessionShare,
  type FinalScoring,
  type Lifting,
} from '../query/final-score.ts';
import type { IndexState } from '../index/index-state.ts';
import { idAt } from '../index/document-table.ts';
import { secondOf } from '../index/posting-lists.ts';
import { fieldFrequencies, frequencyOf, scanTerms, type ScoredTerm, type ScoringRun } from '../query/lexical-score.ts';
import { type TimedText, timesNamedIn } from '../query/named-times.ts';
import { companionBonus, hintBonus, liftByPaths, resolveHints } from '../query/path-bonus.ts';
import { bySpecificity, prepareQuery, type PreparedQuery } from '../query/query-terms.ts';
import { questionOf } from '../query/question-of.ts';
import { clearLifts, clearScratch, reserveScratch } from '../index/scratch.ts';
import { gatherTalks, TALK_CANDIDATES, type GatheredDoc } from '../query/talk-share.ts';
import { isTimed, liftByTimes, resolveTimes, timeBonus } from '../query/time-bonus.ts';
import type { SearchExplanation, SearchHit, SearchQuery } from '../search.ts';
import type { ScoredDoc, TopHits } from '../query/top-hits.ts';

/** Nobody reads more. */
const MOST_HITS = 1000;

/** Finds the best documents for a query. Null when it was cancelled on the way. */
export function searchIndex(run: ScoringRun, query: SearchQuery): readonly SearchHit[] | null {
  const { state, scratch } = run;
  // A caller that gave up while others were served is not served at all.
  if (run.isCancelled()) return null;
  settleAgeOrder(state.ages, state.documents);
  reserveScratch(scratch, state.documents.count, state.documents.conversational > 0);
  try {
    return searchWithin(run, query);
  } finally {
    clearScratch(scratch);
  }
}

/** What the paths lift is the same for each text, and takes as long to find as the hits of one. */
function searchWithin(run: ScoringRun, query: SearchQuery): readonly SearchHit[] | null {
  const { text, moreTexts = [] } = query;
  const { lifts } = run.scratch;
  const limit = Math.max(0, Math.min(MOST_HITS, Math.floor(query.limit)));
  const hinted = resolveHints(run.state, query.paths ?? []);
  liftByPaths(run.state, hinted, lifts);
  const answers: SearchHit[][] = [];
  for (const each of [text, ...moreTexts]) {
    const { times, rest } = timesAskedFor(run.state, each, query.now);
    const timed = resolveTimes(run.state, times);
    const hits = searchText(run, { ...query, text: rest, limit }, { hinted, timed });
    if (hits === null) return null;
    answers.push(hits);
    if (timed.length === 0) continue;
    clearLifts(lifts);
    liftByPaths(run.state, hinted, lifts);
  }
  return mergeAnswers(answers, limit);
}

function timesAskedFor({ settings }: IndexState, text: string, now: number): TimedText {
  // "Please fix" is left out afterwards: it tells that nobody asks.
  const { times, rest } = settings.namedTime === 0 ? { times: [], rest: text } : timesNamedIn(text, now);
  return { times, rest: settings.leaveOutPhrases ? questionOf(rest) : rest };
}

function searchText(run: ScoringRun, query: SearchQuery, lifting: Lifting): SearchHit[] | null {
  const prepared = prepareQuery(run.state, query);
  if (lifting.timed.length > 0) liftByTimes(run.state, lifting.timed, run.scratch.lifts, asksNothing(prepared));
  const terms = scoredTerms(run.state, prepared);
  const scoring = createFinalScoring(run, query, lifting, terms);
  const limit = run.state.talks.docIds.size === 0 ? query.limit : Math.max(query.limit, TALK_CANDIDATES);
  const top: TopHits = { limit, best: [] };
  if (!findBest(scoring, terms, top)) return null;
  const chosen = gatherTalks(scoring, prepared, terms, top.best).slice(0, query.limit);
  return chosen.map((each) => toHit(scoring, prepared, terms, each));
}

/** No word but those that name a time. */
const asksNothing = ({ totalInformation }: PreparedQuery): boolean => totalInformation === 0;

/** Shortest list first. */
function scoredTerms({ settings, postings }: IndexState, { terms }: PreparedQuery): ScoredTerm[] {
  // The new name first: behind the spread it would give each term a hidden class of its own.
  const scored = terms.map((term): ScoredTerm => ({
    gain: term.weight * term.emphasis * term.idf * (settings.k1 + 1),
    ...term,
  }));
  const length = ({ number }: ScoredTerm): number => postings.count[number]!;
  return scored.filter(({ gain }) => gain > 0).sort((a, b) => length(a) - length(b) || bySpecificity(a, b));
}

/** Offers `top` the documents that may be in the result. False when cancelled. */
function findBest(scoring: FinalScoring, terms: readonly ScoredTerm[], top: TopHits): boolean {
  const { run } = scoring;
  if (!scanTerms(run, terms)) return false;
  measureBest(scoring);
  offerMatches(scoring, top);
  offerHinted(scoring, top);
  return true;
}

function toHit(
  scoring: FinalScoring,
  prepared: PreparedQuery,
  terms: readonly ScoredTerm[],
  { docId, raw, score, talkRelevance = 0 }: ScoredDoc & Partial<GatheredDoc>,
): SearchHit {
  const { run, query, timed } = scoring;
  const id = idAt(run.state.documents, docId);
  const isOfTime = isTimed(run.state, timed, docId);
  const isAnswer = asksNothing(prepared) && isOfTime;
  const relevance = isAnswer ? 1 : Math.max(talkRelevance, coverage(run, prepared, terms, docId));
  // Being of the time that was asked for is evidence which no word tells.
  const told = isOfTime ? {} : { sharedInformation: sharedInformation(run, terms, docId) };
  const hit = { id, relevance, score, ...told };
  return query.explain ? { ...hit, explanation: explain(scoring, terms, docId, raw) } : hit;
}

/** Σ information of the words asked for that the document holds. */
function sharedInformation({ state }: ScoringRun, terms: readonly ScoredTerm[], docId: number): number {
  return terms.reduce(
    (sum, { origin, information, number }) =>
      origin === 'text' && secondOf(state.postings, number, docId) !== 0 ? sum + information : sum,
    0,
  );
}

/**
 * How much of what was asked the document covers, absolutely: (raw BM25F ÷ (Σ information × (k1 + 1)))^exponent. The context is left out,
 * unless the query refers back to it: then what both cover together counts, if it is more. A power keeps the order of what it is
 * applied to; it only moves the thresholds to where they mean what they should.
 */
function coverage(
  run: ScoringRun,
  { totalInformation, contextInformation }: PreparedQuery,
  terms: readonly ScoredTerm[],
  docId: number,
): number {
  const { relevanceK1, relevanceExponent, contextRelevance } = run.state.settings;
  let covered = 0;
  let coveredOfContext = 0;
  for (const term of terms) {
    if (term.origin === 'path' || (term.origin === 'context' && contextInformation === 0)) continue;
    const frequency = frequencyOf(run, term, docId);
    const share = (term.information * frequency) / (relevanceK1 + frequency);
    if (term.origin === 'context') coveredOfContext += contextRelevance * share;
    else covered += term.weight * share;
  }
  const alone = totalInformation === 0 ? 0 : covered / totalInformation;
  const together =
    contextInformation === 0 ? 0 : (covered + coveredOfContext) / (totalInformation + contextInformation);
  return Math.min(1, Math.max(alone, together)) ** relevanceExponent;
}

function explain(scoring: FinalScoring, terms: readonly ScoredTerm[], docId: number, raw: number): SearchExplanation {
  const { run, hinted, timed } = scoring;
  const { recency } = run.state.settings;
  const found = terms.map((term) => ({ term, fields: fieldFrequencies(run, term, docId) }));
  const matched = found.filter(({ fields }) => fields.length > 0);
  return {
    lexical: raw,
    fields: [...new Set(matched.flatMap(({ fields }) => fields.map(([field]) => field)))],
    terms: matched
      .map(({ term }) => term)
      .sort(bySpecificity)
      .map(({ term }) => term),
    pathHint: hintBonus(run.state, hinted, docId),
    session: sessionShare(scoring, docId, raw),
    recency: recency * recencyOf(scoring, docId),
    coChange: companionBonus(run.state, hinted, docId),
    namedTime: timeBonus(run.state, timed, docId),
    semantic: null,
  };
}

/**
 * The hits of several texts as one answer: merged by id, best first; a hit that several found counts with its best. Scores only compare inside
 * one answer, relevance everywhere. So each answer's scores are scaled until its best hit is worth its relevance: a text that nothing
 * answers well cannot lift its own best hit above a real match of another. One answer stays as it is.
 */
export function mergeAnswers(answers: readonly (readonly SearchHit[])[], limit: number): readonly SearchHit[] {
  const [only = []] = answers;
  return answers.length < 2 ? only : mergeHits(answers.map(scaled)).slice(0, limit);
}

function scaled(hits: readonly SearchHit[]): readonly SearchHit[] {
  const [best] = hits.toSorted((a, b) => b.score - a.score);
  // Nothing to scale by: the hits keep their order, below those of any answer that scored.
  if (!best || best.score <= 0) return hits;
  const factor = best.relevance / best.score;
  return hits.map((hit) => ({ ...hit, score: hit.score * factor }));
}

function mergeHits(answers: readonly (readonly SearchHit[])[]): SearchHit[] {
  const merged = new Map<string, SearchHit>();
  for (const hit of answers.flat()) {
    const known = merged.get(hit.id);
    const better = known && known.score >= hit.score ? known : hit;
    const relevance = Math.max(hit.relevance, known?.relevance ?? 0);
    const shared = Math.max(hit.sharedInformation ?? -1, known?.sharedInformation ?? -1);
    merged.set(hit.id, { ...better, relevance, ...(shared < 0 ? {} : { sharedInformation: shared }) });
  }
  return [...merged.values()].toSorted((a, b) => b.score - a.score);
}
