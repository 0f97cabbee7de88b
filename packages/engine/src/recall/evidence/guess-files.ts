import { isCodePath } from '../../base/normalize-path.ts';
import { pathsInText, concernsPaths } from '../../memory/ranking/boost-by-path-overlap.ts';
import { questionOf } from '../../memory/search/query/question-of.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';
import { isTrivialCommit } from './is-trivial-commit.ts';
import type { Candidate } from '../candidates/read-candidates.ts';
import type { Observation } from '../../memory/observations/observation.ts';

/**
 * Three of them are read. In a history with moves the first guesses are often files that are gone: of 100 fixes one of three guesses is right in
 * 73, 55, 76 and 51, one of three that exist in 83, 60, 76 and 55 (click, requests, fastify, gitleaks).
 */
const MOST_FILES = 8;

/** What shares less with the question says nothing of where its files are. */
const FEWEST_SHARED = 0.1;

/** With these two the first guess is right in 62, 41, 61 and 40 of 100 fixes, without them in 61, 38, 55 and 36 (click, requests, fastify, gitleaks). */
const NAMED = 0.5;
const OLDER = 0.2;

const MONTH_MS = 30 * 86_400_000;

/** Code of others: the frames of a stack trace name it beside one's own. */
const OF_DEPENDENCIES =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|\.cargo|third_party|lib\/python[\d.]+|pkg\/mod|usr\/(?:lib|include))\//u;

/** A web address, or a module of a runtime. */
const NO_FILE = /^(?:https?:|node:|git@)/iu;

/**
 * The files that a question may be about, at most eight, best first: those it names itself, and beside them those that the code changes which it resembles
 * touched. `candidates`: what its words found, best first. Of a change that touched many files each counts less. A question about other things
 * has those that it names alone.
 */
export function guessFiles(question: string, candidates: readonly Candidate[]): readonly string[] {
  const named = filesNamedIn(question);
  const votes = isOfOtherThings(question, candidates) ? new Map<string, number>() : votesOf(candidates);
  const voted = sayingNames(question, votes).toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [...new Set([...named, ...voted.map(([path]) => path)])].slice(0, MOST_FILES);
}

/** A longer text tells more than its subject. */
const MOST_WORDS = 12;
/** Of the subjects of 120 commits each in eight repositories 0 to 11 % have so many words that nothing before them says, of prompts about other things most. */
const STRANGE = 0.5;

/** Whether half of the words of a short question are in nothing that was found: "plan a birthday party for my son" finds what says "plan". */
function isOfOtherThings(question: string, candidates: readonly Candidate[]): boolean {
  const words = new Set(tokenize(questionOf(question)));
  if (words.size < 2 || words.size > MOST_WORDS) return false;
  const strange = new Set(words);
  for (const { observation } of candidates) {
    const said = `${observation.content} ${(observation.metadata.paths ?? []).join(' ')}`;
    for (const word of tokenize(said)) strange.delete(word);
  }
  return strange.size >= words.size * STRANGE;
}

/** In the order of the text; of a stack trace those frames that are not a dependency's. */
function filesNamedIn(question: string): readonly string[] {
  const paths = pathsInText(questionOf(question)).map((segments) => segments.join('/'));
  return paths.filter((path) => /\.\w{1,8}$/u.test(path) && !NO_FILE.test(path) && !OF_DEPENDENCIES.test(`/${path}`));
}

/** By how much each change resembles the question, how many files it touched and how long before the newest of them it was made. */
function votesOf(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const votes = new Map<string, number>();
  const newest = Math.max(...candidates.map(({ observation }) => madeAt(observation)));
  for (const { hit, observation } of candidates) {
    if (hit.relevance < FEWEST_SHARED || isTrivialCommit(observation)) continue;
    const paths = (observation.metadata.paths ?? []).filter(isCodePath);
    const age = (1 + (newest - madeAt(observation)) / MONTH_MS) ** -OLDER;
    for (const path of paths) votes.set(path, (votes.get(path) ?? 0) + (hit.relevance * age) / Math.sqrt(paths.length));
  }
  return votes;
}

const madeAt = ({ createdAt }: Candidate['observation']): number => Date.parse(createdAt) || 0;

/** The votes of files whose names the question says count more, by how rare among them what it says is. */
function sayingNames(question: string, votes: ReadonlyMap<string, number>): readonly [string, number][] {
  const asked = new Set(tokenize(questionOf(question)));
  const names = [...votes.keys()].map((path) => new Set(tokenize(path.replace(/\.\w+$/u, ''))));
  const files = new Map<string, number>();
  for (const word of names.flatMap((name) => [...name])) files.set(word, (files.get(word) ?? 0) + 1);
  const tell = (word: string): number => Math.log(1 + votes.size / (files.get(word)! + 0.5));
  return [...votes].map(([path, vote], at) => {
    const said = [...names[at]!].filter((word) => asked.has(word)).reduce((sum, word) => sum + tell(word), 0);
    return [path, vote * (1 + NAMED * said)];
  });
}

/**
 * The share of the relevance floor that what touches a guessed file needs: words and file are evidence together. At about the same number of
 * rows the start block named a commit behind the fixed lines in 42, 48 and 49 of 100 fixes instead of 19, 34 and 28 (click, fastify, boltons).
 */
const TOUCHES = 2 / 3;

/**
 * The last changes of the likely files need no word in common: two of them are one row more and make it 51, 48 and 55 of 100. Those of the best
 * guess come first: a file that is guessed by one word of its name may be the newest of all.
 */
const LATEST = 2;

/**
 * What share of the relevance floor a row needs where files were guessed, 0 to 1: none for the two latest commits that touch the best of them and
 * teach something, two thirds for what else touches one, all of it for the others.
 */
export function guessedFloor(
  guessed: readonly string[],
  candidates: readonly Candidate[],
): (observation: Observation) => number {
  if (guessed.length === 0) return () => 1;
  const touches = concernsPaths(guessed);
  const telling = candidates
    .map(({ observation }) => observation)
    .filter((row) => row.kind === 'commit' && touches(row) && !isTrivialCommit(row))
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  const latest = new Set(
    guessed
      .flatMap((file) => telling.filter(concernsPaths([file])))
      .map(({ id }) => id)
      .slice(0, LATEST),
  );
  return (observation) => {
    if (latest.has(observation.id)) return 0;
    return touches(observation) ? TOUCHES : 1;
  };
}
