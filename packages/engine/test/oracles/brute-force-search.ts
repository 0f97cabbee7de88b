/**
 * The ranking written from its formulas alone: plain maps, every document scored for every query, nothing kept between
 * queries. Shares with the index only what is not ranking: tokens, path spelling, synonym groups, settings.
 */
import { normalizePath } from '../../src/base/normalize-path.ts';
import { isSamePath, pathTokens, tokenize } from '../../src/memory/search/text/tokenize.ts';
import { dateTokens, timesNamedIn } from '../../src/memory/search/query/named-times.ts';
import type { SearchDocument } from '../../src/memory/search/search-document.ts';
import type { FieldName, SearchSettings } from '../../src/memory/search/search-settings.ts';
import type { SearchQuery } from '../../src/memory/search/search.ts';
import { PRONOUNS } from '../../src/memory/search/text/synonyms.ts';
import { queryTerms, sum, words, type Term } from './query-terms-by-formula.ts';

export interface OracleHit {
  readonly id: string;
  readonly score: number;
  readonly relevance: number;
}

type Bag = Map<string, number>;

interface Entry {
  readonly document: SearchDocument;
  readonly paths: readonly string[];
  readonly fields: Readonly<Record<FieldName, Bag>>;
  readonly lengths: Readonly<Record<FieldName, number>>;
}

const FIELDS: readonly FieldName[] = ['text', 'path', 'speaker', 'date', 'neighbour1', 'neighbour2'];
const OWN_FIELDS: readonly FieldName[] = ['text', 'path', 'speaker', 'date'];

/** Every hit of the query, best first. `documents` in order of arrival. */
export function bruteForceSearch(
  documents: readonly SearchDocument[],
  settings: SearchSettings,
  question: SearchQuery,
): OracleHit[] {
  const { times, rest } =
    settings.namedTime === 0 ? { times: [], rest: question.text } : timesNamedIn(question.text, question.now);
  const query = { ...question, text: rest };
  const entries = withNeighbours(documents.map(toEntry));
  const holding = (term: string): number =>
    entries.filter((entry) => OWN_FIELDS.some((field) => entry.fields[field].has(term))).length;
  const idfAmong = (documents: number, term: string): number => {
    const df = holding(term);
    return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
  };
  const idf = (term: string): number => idfAmong(entries.length, term);
  const information = (term: string): number => idfAmong(entries.length + settings.relevancePrior, term);
  const vocabulary = new Set(
    entries.flatMap((entry) => OWN_FIELDS.flatMap((field) => [...entry.fields[field].keys()])),
  );
  const { terms, words: asked } = queryTerms(query, settings, vocabulary, holding, idf);
  const informationOf = new Map([...asked, ...terms.map(({ term }) => term)].map((word) => [word, information(word)]));
  // Half of the unknown pairs of characters stand across two words.
  const isPairUnknown = (word: string): boolean =>
    holding(word) === 0 &&
    /^[\p{L}\p{N}]/u.test(word) &&
    /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u.test(word);
  const askedInformation = sum(asked.map((word) => informationOf.get(word)! / (isPairUnknown(word) ? 2 : 1)));
  const averages = Object.fromEntries(
    FIELDS.map((field) => [field, sum(entries.map((entry) => entry.lengths[field])) / entries.length || 1]),
  ) as Record<FieldName, number>;

  const frequency = (entry: Entry, term: string): number =>
    sum(
      FIELDS.map((field) => {
        const { weight, b } = settings.fields[field];
        const times = Math.min(entry.fields[field].get(term) ?? 0, field.startsWith('neighbour') ? Infinity : 255);
        return times === 0 ? 0 : (weight * times) / (1 - b + (b * entry.lengths[field]) / averages[field]);
      }),
    );
  const rawOf = (entry: Entry): number =>
    sum(
      terms.map(({ term, weight, emphasis, idf: specificity }) => {
        const f = frequency(entry, term);
        return (weight * emphasis * specificity * (settings.k1 + 1) * f) / (settings.k1 + f);
      }),
    );
  const contextTerms = terms.filter(({ isContext }) => isContext);
  const contextInformation = settings.contextRelevance * sum(contextTerms.map(({ term }) => informationOf.get(term)!));
  const hasPronoun = (query.text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => PRONOUNS.has(word));
  // For each time the newest made in it, as many as gain by it.
  const inTime = times.map(({ from, to }) => {
    const made = entries.filter(({ document: { createdAt } }) => createdAt >= from && createdAt < to).sort(oldestFirst);
    return new Set(made.toReversed().slice(0, settings.hintDocuments));
  });
  const isTimed = (entry: Entry): boolean => inTime.some((made) => made.has(entry));
  const refersBack = (words(query.text).size === 0 || hasPronoun) && contextInformation > 0;
  const relevanceOf = (entry: Entry): number => {
    if (asked.length === 0 && isTimed(entry)) return 1;
    const coveredBy = (of: readonly Term[], weightOf: (term: Term) => number): number =>
      sum(
        of.map((one) => {
          const f = frequency(entry, one.term);
          return (weightOf(one) * informationOf.get(one.term)! * f) / (settings.relevanceK1 + f);
        }),
      );
    const ofAsked = coveredBy(
      terms.filter(({ isContext, isPath }) => !isContext && !isPath),
      ({ weight }) => weight,
    );
    const ofContext = coveredBy(contextTerms, () => settings.contextRelevance);
    const alone = asked.length === 0 ? 0 : ofAsked / askedInformation;
    const together = refersBack ? (ofAsked + ofContext) / (askedInformation + contextInformation) : 0;
    return Math.pow(Math.min(1, Math.max(alone, together)), settings.relevanceExponent);
  };

  const eligible = entries.filter(({ document: { createdAt, validTo, sessionId, namespace } }) => {
    const { filter = {} } = query;
    return (
      createdAt <= query.now &&
      (validTo === undefined || validTo > query.now) &&
      (filter.sessionId === undefined || filter.sessionId === sessionId) &&
      (filter.namespace === undefined || filter.namespace === namespace)
    );
  });
  const raws = new Map(eligible.map((entry) => [entry, rawOf(entry)]));
  const best = Math.max(0, ...raws.values());
  // What the words asked for give at full saturation, all of them.
  const most = sum(
    terms.filter(({ isAsked }) => isAsked).map((one) => one.weight * one.emphasis * one.idf * (settings.k1 + 1)),
  );
  const measure =
    most === 0
      ? best
      : Math.pow(best, 1 - settings.coverageInfluence) *
        Math.pow(settings.usualCoverage * most, settings.coverageInfluence);
  const visible = entries.filter(({ document }) => document.createdAt <= query.now).sort(oldestFirst);
  const hints = hintedPaths(entries, query);
  // Documents that touch the path, newest arrivals first, as many as gain by it.
  const reaches = (path: string, entry: Entry): boolean =>
    entries
      .filter(({ paths }) => paths.includes(path))
      .toReversed()
      .slice(0, settings.hintDocuments)
      .includes(entry);
  const hintsOf = (entry: Entry): string[][] =>
    hints.filter((named) => entry.paths.some((path) => named.includes(path) && reaches(path, entry)));
  const companions = companionsOf(entries, hints.flat(), settings);

  const score = (entry: Entry): number => {
    const { document, paths } = entry;
    const raw = raws.get(entry)!;
    const mates = eligible.filter((other) => isDialogue(other) && other.document.sessionId === document.sessionId);
    const session =
      raw > 0 && isDialogue(entry)
        ? (settings.sessionBonus * Math.max(...mates.map((mate) => raws.get(mate)!))) / measure
        : 0;
    const focus = 1 + settings.pathFocus * Math.log(Math.max(1, paths.length));
    const hinted = hintsOf(entry).length;
    const companion = Math.max(0, ...paths.map((path) => (reaches(path, entry) ? (companions.get(path) ?? 0) : 0)));
    const age = visible.length - visible.indexOf(entry);
    return (
      (raw > 0 ? raw / measure : 0) +
      session +
      (settings.pathHint * hinted + settings.coChange * companion) / focus +
      (isTimed(entry) ? settings.namedTime : 0) +
      settings.recency * Math.log((1 + visible.length) / age)
    );
  };
  const found = eligible.filter(
    (entry) => raws.get(entry)! > 0 || hintsOf(entry).length > 0 || (asked.length === 0 && isTimed(entry)),
  );
  return found
    .map((entry) => ({ entry, score: score(entry) }))
    .sort((a, b) => rounded(b.score) - rounded(a.score) || -oldestFirst(a.entry, b.entry))
    .map(({ entry, score: its }) => ({ id: entry.document.id, score: its, relevance: relevanceOf(entry) }));
}

function toEntry(document: SearchDocument): Entry {
  const paths = [...new Set(document.paths.map(normalizePath))].filter((path) => path !== '');
  const tokens = {
    text: tokenize(document.text),
    path: paths.flatMap(pathTokens),
    speaker: tokenize(`${document.speaker ?? ''} ${document.projectId ?? ''}`),
    date: dateTokens(document.createdAt),
  };
  const none = { neighbour1: new Map(), neighbour2: new Map() };
  return {
    document,
    paths,
    fields: {
      text: bag(tokens.text),
      path: bag(tokens.path),
      speaker: bag(tokens.speaker),
      date: bag(tokens.date),
      ...none,
    },
    lengths: { text: tokens.text.length, path: tokens.path.length, speaker: 0, date: 0, neighbour1: 0, neighbour2: 0 },
  };
}

/** Fills the neighbour fields from the text fields of the same session, one and two away on either side. */
function withNeighbours(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => {
    if (!isDialogue(entry)) return entry;
    const session = entries
      .filter((other) => isDialogue(other) && other.document.sessionId === entry.document.sessionId)
      .sort((a, b) => positionOf(a) - positionOf(b) || oldestFirst(a, b));
    const at = session.indexOf(entry);
    const near = [session[at - 1], session[at + 1]].filter((each) => each !== undefined);
    const far = [session[at - 2], session[at + 2]].filter((each) => each !== undefined);
    return {
      ...entry,
      fields: { ...entry.fields, neighbour1: merged(near), neighbour2: merged(far) },
      lengths: {
        ...entry.lengths,
        neighbour1: sum(near.map((each) => each.lengths.text)),
        neighbour2: sum(far.map((each) => each.lengths.text)),
      },
    };
  });
}

/** For each different hint that names something: the paths it names. */
function hintedPaths(entries: readonly Entry[], query: SearchQuery): string[][] {
  const all = [...new Set(entries.flatMap(({ paths }) => paths))];
  return [...new Set((query.paths ?? []).map(normalizePath))]
    .map((hint) => (all.includes(hint) ? [hint] : all.filter((path) => isSamePath(path, hint))))
    .filter((named) => named.length > 0);
}

function companionsOf(
  entries: readonly Entry[],
  hinted: readonly string[],
  settings: SearchSettings,
): Map<string, number> {
  const named = [...new Set(hinted)];
  if (named.length === 0 || settings.coChange === 0) return new Map();
  const shared = new Map<string, number>();
  let asked = 0;
  for (const path of named) {
    const touching = entries.filter(({ paths }) => paths.includes(path)).slice(-200);
    asked += touching.length;
    for (const { paths } of touching) {
      if (paths.length > 32) continue;
      for (const other of paths) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  const touchedBy = (path: string): number => entries.filter(({ paths }) => paths.includes(path)).length;
  return new Map(
    [...shared]
      .filter(([path]) => !named.includes(path))
      .map(([path, count]) => ({ path, count, telling: count * Math.log(1 + entries.length / touchedBy(path)) }))
      .sort((a, b) => b.telling - a.telling || (a.path < b.path ? -1 : 1))
      .slice(0, settings.coChangeFiles)
      .map(({ path, count }) => [path, count / Math.max(5, asked)]),
  );
}

function isDialogue({ document }: Entry): boolean {
  return document.conversational && document.sessionId !== undefined;
}

function positionOf({ document }: Entry): number {
  return document.position ?? document.createdAt;
}

function oldestFirst(a: Entry, b: Entry): number {
  return a.document.createdAt - b.document.createdAt || (a.document.id < b.document.id ? -1 : 1);
}

function bag(tokens: readonly string[]): Bag {
  const counts: Bag = new Map();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function merged(entries: readonly Entry[]): Bag {
  const counts: Bag = new Map();
  for (const { fields } of entries) {
    for (const [term, times] of fields.text) counts.set(term, (counts.get(term) ?? 0) + Math.min(255, times));
  }
  return counts;
}

function rounded(score: number): number {
  return Math.round(score * 1e10);
}
