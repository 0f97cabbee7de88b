import { addToList } from '../../../base/lists.ts';
import { TALK } from '../index/document-table.ts';
import { isEligible, type FinalScoring } from './final-score.ts';
import type { ScoredTerm, ScoringRun } from './lexical-score.ts';
import { queryParts, type PreparedQuery, type QueryPart, type QueryTerm } from './query-terms.ts';
import type { ScoredDoc } from './top-hits.ts';
import type { IndexState } from '../index/index-state.ts';
import { secondOf } from '../index/posting-lists.ts';

/** A talk's parts crowd each other, so more are looked at than are wanted: one talk is one hit. */
export const TALK_CANDIDATES = 200;

/** Of the talks found first so many are held against the question as a whole. */
const MOST_TALKS = 16;

/** A talk says so much that a few words of a short question stand in many: below this it counts by its best part alone. In nats. */
const LEAST_INFORMATION = 20;

/** A sentence that says less may stand in any talk. */
const LEAST_OF_A_SENTENCE = 25;

/**
 * Relevance = slope × (share of the whole question + share of its best sentence) ÷ 2 + offset, both beyond chance. Chosen on 154 sessions of six
 * projects so that a start block's floor of 0.25 lies above the best talk of those that know nothing (69 of 72 questions).
 */
const SLOPE = 1.76;
const OFFSET = -0.39;

/**
 * The fewer talks, the fewer can share a question's words by chance: up to `few` talks what is below `sure` lies closer to it by a third, from
 * `many` on not at all. Chosen on 58 reports beside 14 to 20 talks (docs/benchmarks/talks.md); `sure` is the floor of a tool call.
 */
const YOUNG = { few: 15, many: 70, sure: 0.4, closer: 1 / 3 };

/** Documents that chance assumes besides those of the scope: among five, every word that two talks share would be common. */
const CHANCE_PRIOR = 200;

/** How far the length of a talk is held against it in the order (the b of BM25). */
const LENGTH_MATTERS = 0.75;

/** A hit, with the relevance of the talk that it is part of. */
export interface GatheredDoc extends ScoredDoc {
  readonly talkRelevance?: number;
}

/**
 * Of each talk the part that was found best stands for it, with the score and the relevance of the whole: a report tells a symptom, a talk says
 * a word of it here and a word there, and no part of it holds the share that the talk has.
 */
export function gatherTalks(
  scoring: FinalScoring,
  query: PreparedQuery,
  terms: readonly ScoredTerm[],
  best: readonly ScoredDoc[],
): readonly GatheredDoc[] {
  const { state } = scoring.run;
  const { documents } = state;
  const talks = state.talks.docIds;
  const parts = queryParts(state, scoring.query.text, terms).filter((part) => part.information >= LEAST_OF_A_SENTENCE);
  const question = { terms, totalInformation: query.totalInformation, parts };
  const seen = new Set<number>();
  const gathered: GatheredDoc[] = [];
  for (const each of best) {
    const session = documents.session[each.docId]!;
    const docIds = (documents.flags[each.docId]! & TALK) === 0 ? undefined : talks.get(session);
    if (docIds === undefined) gathered.push(asStatement(scoring, question, each));
    else if (!seen.has(session) || !state.settings.talk.gather) {
      seen.add(session);
      gathered.push(seen.size > MOST_TALKS ? each : asTalk(scoring, question, each, docIds));
    }
  }
  return gathered.toSorted((a, b) => b.score - a.score || b.place - a.place);
}

interface TalkQuestion {
  readonly terms: readonly ScoredTerm[];
  readonly totalInformation: number;
  readonly parts: readonly QueryPart[];
}

/** A statement is a talk of one part: of a long report it holds a small share, and yet more than anything else does. */
function asStatement(scoring: FinalScoring, question: TalkQuestion, each: ScoredDoc): GatheredDoc {
  const { wholeQuestion } = scoring.run.state.settings;
  if (wholeQuestion === 0 || question.totalInformation < LEAST_INFORMATION) return each;
  const counts = occurrences(scoring, question.terms, [each.docId]);
  return { ...each, talkRelevance: wholeQuestion * asShare(talkRelevance(scoring.run, question, counts, 1)) };
}

function asTalk(
  scoring: FinalScoring,
  question: TalkQuestion,
  part: ScoredDoc,
  docIds: readonly number[],
): GatheredDoc {
  const { state } = scoring.run;
  const { k1, talk } = state.settings;
  const counts = occurrences(scoring, question.terms, docIds);
  const saturation = k1 * (1 - LENGTH_MATTERS + LENGTH_MATTERS * relativeLength(state, docIds));
  let raw = 0;
  for (const { number, gain } of question.terms) {
    const times = counts.get(number)?.times ?? 0;
    raw += (gain * times) / (saturation + times);
  }
  const more = scoring.measure === 0 ? 0 : (raw - part.raw) / scoring.measure;
  const own = talkRelevance(scoring.run, question, counts, docIds.length);
  const relevance = inYoungMemory(own, state.talks.docIds.size);
  return { ...part, score: part.score + talk.whole * more, talkRelevance: talk.whole * asShare(relevance) };
}

/** A long talk holds many words by chance: only what it holds beyond that counts. Below 0 and above 1 where it is clear. */
function talkRelevance(
  { state }: ScoringRun,
  { terms, totalInformation, parts }: TalkQuestion,
  counts: Occurrences,
  size: number,
): number {
  const { live } = state.documents;
  const { bestSentence, chance } = state.settings.talk;
  const others = live - size + CHANCE_PRIOR;
  const chanceOf = ({ number }: QueryTerm): number =>
    1 - (1 - (state.dictionary.documents[number]! - (counts.get(number)?.parts ?? 0)) / others) ** size;
  const shareOf = (asked: readonly QueryTerm[], total: number, least = 0): number => {
    let [shared, expected] = [0, 0];
    for (const term of asked) {
      if ((counts.get(term.number)?.parts ?? 0) > 0) shared += term.information;
      expected += chance * term.information * chanceOf(term);
    }
    return shared < least ? 0 : (shared - expected) / (total - expected);
  };
  const share = shareOf(
    terms.filter(({ origin }) => origin === 'text'),
    totalInformation,
    LEAST_INFORMATION,
  );
  const best = Math.max(share, ...parts.map((part) => shareOf(part.terms, part.information)));
  const both = (share + bestSentence * best) / (1 + bestSentence);
  return share <= 0 ? OFFSET : SLOPE * both + OFFSET;
}

function inYoungMemory(relevance: number, talks: number): number {
  const { few, many, sure, closer } = YOUNG;
  const youth = Math.log(many / Math.min(many, Math.max(few, talks))) / Math.log(many / few);
  return relevance >= sure ? relevance : sure - (sure - relevance) * (1 - closer * youth);
}

const asShare = (relevance: number): number => Math.min(1, Math.max(0, relevance));

/** By term: in how many parts of a talk it stands, and how often in their texts. */
type Occurrences = ReadonlyMap<number, { readonly parts: number; readonly times: number }>;

function occurrences(scoring: FinalScoring, terms: readonly ScoredTerm[], docIds: readonly number[]): Occurrences {
  const { documents, postings } = scoring.run.state;
  const counts = new Map(terms.map(({ number }) => [number, { parts: 0, times: 0 }]));
  for (const docId of docIds) {
    if (!isEligible(scoring, docId)) continue;
    for (let at = documents.termStart[docId]!; at < documents.termStart[docId + 1]!; at++) {
      const term = documents.terms[at]!;
      const count = counts.get(term);
      if (count === undefined) continue;
      count.parts += 1;
      count.times += secondOf(postings, term, docId) & 0xff;
    }
  }
  return counts;
}

/** The length of a talk, 1 = as long as the talks of the scope are on average. */
function relativeLength(state: IndexState, docIds: readonly number[]): number {
  const { docIds: all, words } = state.talks;
  const own = docIds.reduce((sum, docId) => sum + state.documents.textLength[docId]!, 0);
  return words === 0 ? 1 : (own * all.size) / words;
}

/** Enters a part of a talk; any other document is none. */
export function enterTalkDoc({ talks, documents }: IndexState, docId: number): void {
  if ((documents.flags[docId]! & TALK) === 0) return;
  addToList(talks.docIds, documents.session[docId]!, docId);
  talks.words += documents.textLength[docId]!;
}

/** Takes a part out of its talk, before it dies. */
export function leaveTalkDoc({ talks, documents: { session, textLength } }: IndexState, docId: number): void {
  const known = talks.docIds.get(session[docId]!);
  const at = known?.indexOf(docId) ?? -1;
  if (!known || at < 0) return;
  known.splice(at, 1);
  talks.words -= textLength[docId]!;
  if (known.length === 0) talks.docIds.delete(session[docId]!);
}
