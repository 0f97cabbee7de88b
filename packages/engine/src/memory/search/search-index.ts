import { settleAgeOrder } from './age-order.ts';
import {
  createFinalScoring,
  measureBest,
  offerSlots,
  recencyOf,
  sessionShare,
  type FinalScoring,
} from './final-score.ts';
import { refreshFieldNorms, type FieldNorms } from './field-norms.ts';
import { peakFactor } from './frequency-peaks.ts';
import type { IndexState } from './index-state.ts';
import {
  fieldFrequencies,
  frequencyOf,
  scoreTerm,
  type IsCancelled,
  type ScoredTerm,
  type ScoringRun,
} from './lexical-score.ts';
import {
  companionBonus,
  hintCandidates,
  hintBonus,
  markBonuses,
  resolveHints,
  type HintedPaths,
} from './path-bonus.ts';
import { tryToFinish } from './pruned-candidates.ts';
import { bySpecificity, prepareQuery, type PreparedQuery } from './query-terms.ts';
import { clearScratch, reserveScratch, type Scratch } from './scratch.ts';
import type { SearchExplanation, SearchHit, SearchQuery } from './search.ts';
import { createTopHits, ranked, type ScoredSlot } from './top-hits.ts';

/** A proof is tried again when so much less is left to read: each attempt walks all that was found so far. */
const WORTH_ANOTHER_ATTEMPT = 0.6;

/** Nobody reads more; the heap stays small. */
const MOST_HITS = 1000;

/** Finds the best documents for a query. Null when it was cancelled on the way. */
export function searchIndex(
  state: IndexState,
  norms: FieldNorms,
  scratch: Scratch,
  query: SearchQuery,
  isCancelled: IsCancelled,
): SearchHit[] | null {
  // A caller that gave up while others were served is not served at all.
  if (isCancelled()) return null;
  settleAgeOrder(state.ages, state.documents);
  refreshFieldNorms(norms, state);
  reserveScratch(scratch, state.documents.count);
  const run: ScoringRun = { state, norms, scratch, isCancelled };
  try {
    return searchWithin(run, query);
  } finally {
    clearScratch(scratch);
  }
}

function searchWithin(run: ScoringRun, query: SearchQuery): SearchHit[] | null {
  const { state, scratch } = run;
  const limit = Math.max(0, Math.min(MOST_HITS, Math.floor(query.limit)));
  const prepared = prepareQuery(state, query);
  const terms = scoredTerms(state, prepared);
  const hinted = resolveHints(state, query.paths ?? []);
  markBonuses(state, hinted, scratch);
  const scoring = createFinalScoring(run, query);
  const matched = collectMatches(scoring, terms, limit);
  if (matched === null) return null;
  const hintedOnly = hintCandidates(state, hinted).filter((slot) => scratch.raw[slot] === 0);
  const top = createTopHits(limit);
  offerSlots(scoring, matched, matched.length, top);
  offerSlots(scoring, hintedOnly, hintedOnly.length, top);
  return ranked(top).map((each) => toHit(scoring, prepared, terms, hinted, each));
}

/** Highest bound first: the fewer terms must be read before the rest cannot matter. */
function scoredTerms(state: IndexState, { terms }: PreparedQuery): ScoredTerm[] {
  const { k1 } = state.settings;
  const factor = peakFactor(state);
  const scored = terms.map((term): ScoredTerm => {
    const peak = state.dictionary.peak[term.number]! * factor;
    const gain = term.weight * term.idf * (k1 + 1);
    return { ...term, gain, bound: (gain * peak) / (k1 + peak) };
  });
  return scored.filter(({ gain }) => gain > 0).sort((a, b) => b.bound - a.bound || bySpecificity(a, b));
}

/** The slots that may be in the result, with their raw scores written and the best one known. Null when cancelled. */
function collectMatches(scoring: FinalScoring, terms: readonly ScoredTerm[], limit: number): ArrayLike<number> | null {
  const { state, scratch } = scoring.run;
  // A dialogue's document gains from its session's best match, which only a full scan knows.
  const mayPrune = state.settings.prune && state.documents.conversational === 0 && limit > 0;
  let rest = terms.reduce((sum, term) => sum + term.bound, 0);
  let attemptBelow = rest * WORTH_ANOTHER_ATTEMPT;
  for (const [at, term] of terms.entries()) {
    if (mayPrune && rest < attemptBelow) {
      const candidates = tryToFinish(scoring, terms, at, limit);
      if (candidates) return candidates.filter((slot) => scratch.raw[slot]! > 0);
      attemptBelow = rest * WORTH_ANOTHER_ATTEMPT;
    }
    if (!scoreTerm(scoring.run, term)) return null;
    rest -= term.bound;
  }
  const matched = scratch.touched.subarray(0, scratch.touchedCount);
  measureBest(scoring, matched, matched.length);
  return matched;
}

function toHit(
  scoring: FinalScoring,
  prepared: PreparedQuery,
  terms: readonly ScoredTerm[],
  hinted: HintedPaths,
  { slot, score }: ScoredSlot,
): SearchHit {
  const { run, query } = scoring;
  const id = run.state.documents.ids[slot]!;
  const relevance = coverage(run, prepared, terms, slot);
  if (!query.explain) return { id, relevance, score };
  return { id, relevance, score, explanation: explain(scoring, terms, hinted, slot) };
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
  slot: number,
): number {
  const { relevanceK1, relevanceExponent, contextRelevance } = run.state.settings;
  let covered = 0;
  let coveredOfContext = 0;
  for (const term of terms) {
    if (term.origin === 'context' && contextInformation === 0) continue;
    const frequency = frequencyOf(run, term, slot);
    const share = (term.information * frequency) / (relevanceK1 + frequency);
    if (term.origin === 'context') coveredOfContext += contextRelevance * share;
    else covered += term.weight * share;
  }
  const alone = totalInformation === 0 ? 0 : covered / totalInformation;
  const together =
    contextInformation === 0 ? 0 : (covered + coveredOfContext) / (totalInformation + contextInformation);
  return Math.min(1, Math.max(alone, together)) ** relevanceExponent;
}

function explain(
  scoring: FinalScoring,
  terms: readonly ScoredTerm[],
  hinted: HintedPaths,
  slot: number,
): SearchExplanation {
  const { run } = scoring;
  const { recency } = run.state.settings;
  const raw = run.scratch.raw[slot]!;
  const found = terms.map((term) => ({ term, fields: fieldFrequencies(run, term, slot) }));
  const matched = found.filter(({ fields }) => fields.length > 0);
  return {
    lexical: raw,
    fields: [...new Set(matched.flatMap(({ fields }) => fields.map(([field]) => field)))],
    terms: matched
      .map(({ term }) => term)
      .sort(bySpecificity)
      .map(({ term }) => term),
    pathHint: hintBonus(run.state, hinted, slot),
    session: sessionShare(scoring, slot, raw),
    recency: recency * recencyOf(scoring, slot),
    coChange: companionBonus(run.state, hinted, slot),
    semantic: null,
  };
}
