import type { Clock } from '../../base/clock.ts';
import { createDeadline, DEADLINE_EXCEEDED, withinDeadline, type Deadline } from '../../base/deadline.ts';
import { createYieldTurn } from '../../base/threads/yield-turn.ts';
import type { Candidate } from '../candidates/read-candidates.ts';
import { linesBehind, type BlamedLine, type LinesBehind } from './lines-behind.ts';
import type { CommitBehind, RecallRequest } from '../memory-store.ts';

/** A commit behind the lines of a likely file. */
export interface CommitOfFile extends CommitBehind {
  /** The file, of several the one whose lines say most. */
  readonly path: string;
  /** The number of its line there that shares most with the question; undefined = none shares a word. */
  readonly line: number | undefined;
}

/** What stands behind the likely files of a question. */
interface BehindFiles {
  /** Best first; at most 8. */
  readonly commits: readonly CommitOfFile[];
  /** The guesses that are files today, best first; the first guesses where nobody can tell. */
  readonly files: readonly string[];
}

/** The share of the time left that git may take: of a start block's second 0.3, and the history of a file is read in 20 to 300 ms. */
const WAIT_SHARE = 0.3;

/** The first guess is right in half of all fixes, the second and the third in a seventh each (click, fastify, requests). */
const FILE_WORTH = [1, 0.6, 0.4];

/** How often a commit is behind the lines of a fix falls by its place among those of a file: 27, 15, 8, 8 in a hundred. */
const PLACE_WORTH = [1, 0.55, 0.35, 0.25, 0.2, 0.15, 0.12, 0.1];

/** Beside the share of the question that stands in one place of the file. */
const SHARE_OFFSET = 0.2;

/** A commit that the words found too is behind the lines four times as often. */
const SAID_TOO = 8;

/**
 * Nobody knows which lines of a likely file are meant, so any line may be: one without a word of the question counts this beside the square of
 * what the others tell, and the newest commit's lines count most. Where the file is right, one of the first three commits then is in 65 of 100
 * fixes instead of 55 (click, requests).
 */
const ANY_LINE = 0.5;
const OLDER = 0.3;

const MOST_COMMITS = 8;

/** A commit that is shown scores as much: of ten of them two are behind the lines. */
const SCORE_OF_SHOWN = 0.2;

/** What is guessed, and what the words found. */
interface FileGuess {
  readonly question: string;
  /** Best first, more than are read: histories are full of files that were moved or deleted since. */
  readonly files: readonly string[];
  readonly found: readonly Candidate[];
}

/**
 * The commits that brought those lines of likely files which share most with a question. None when nobody can read
 * the files' history, or not in time. One that is worth 0.25, the floor of a start block, is behind the lines of a fix in a tenth of all cases.
 * Never rejects: without them words decide.
 */
export async function behindGuessedFiles(
  { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => void },
  linesOf: RecallRequest['linesOf'],
  { question, files, found }: FileGuess,
  budget: Deadline,
): Promise<BehindFiles> {
  const guessed = files.slice(0, FILE_WORTH.length);
  if (linesOf === undefined || files.length === 0) return { commits: [], files: guessed };
  const deadline = createDeadline(clock, budget.remaining() * WAIT_SHARE, budget.signal);
  const yieldTurn = createYieldTurn(clock);
  const scores = new Map<string, Score>();
  let readable: readonly string[] = guessed;
  try {
    const read = await readFiles(files, linesOf, deadline);
    if (read.length > 0) readable = read.map(({ file }) => file);
    for (const [place, { file, lines }] of read.entries()) {
      const counted = await linesBehind(
        lines,
        { subject: question, path: file, atHand: null },
        yieldTurn,
        countOfGuess(lines),
      );
      addFile(scores, file, counted, FILE_WORTH[place]!);
    }
  } catch (error) {
    onError(error);
  } finally {
    deadline.clear();
  }
  return { commits: bestCommits(scores, found), files: readable };
}

interface Score {
  readonly score: number;
  /** Of the file that counts most. */
  readonly most: number;
  readonly path: string;
  readonly line: number | undefined;
}

function addFile(
  scores: Map<string, Score>,
  path: string,
  { commits, lineNumbers, share }: LinesBehind,
  worth: number,
): void {
  commits.forEach((commit, place) => {
    const more = worth * (PLACE_WORTH[place] ?? 0) * (SHARE_OFFSET + share);
    const before = scores.get(commit);
    const best = before !== undefined && before.most >= more ? before : { most: more, path, line: lineNumbers[place] };
    scores.set(commit, { ...best, score: (before?.score ?? 0) + more });
  });
}

interface ReadFile {
  readonly file: string;
  readonly lines: readonly BlamedLine[];
}

/** The first files that have lines, as many as have a worth, in their order; those of one round at once. */
async function readFiles(
  files: readonly string[],
  linesOf: NonNullable<RecallRequest['linesOf']>,
  deadline: Deadline,
): Promise<readonly ReadFile[]> {
  const read: ReadFile[] = [];
  for (let next = 0; next < files.length && read.length < FILE_WORTH.length;) {
    const round = files.slice(next, next + FILE_WORTH.length - read.length);
    next += round.length;
    const answers = await Promise.all(round.map((file) => withinDeadline(deadline, () => linesOf(file))));
    answers.forEach((lines, place) => {
      if (lines !== DEADLINE_EXCEEDED && lines !== null) read.push({ file: round[place]!, lines });
    });
  }
  return read;
}

/** What a line of a likely file counts. */
function countOfGuess(lines: readonly BlamedLine[]): (told: number, commit: string) => number {
  const times = new Map(lines.map(({ commit, at = 0 }) => [commit, at]));
  const newestFirst = [...times].sort(([, a], [, b]) => b - a);
  const ages = new Map(newestFirst.map(([commit], place) => [commit, (1 + place) ** -OLDER]));
  return (told, commit) => (told ** 2 + ANY_LINE) * (ages.get(commit) ?? 0);
}

function bestCommits(scores: ReadonlyMap<string, Score>, found: readonly Candidate[]): readonly CommitOfFile[] {
  const said = relevanceByCommit(found);
  return [...scores]
    .map(([commit, { score, ...place }]) => ({
      ...place,
      commit,
      score: score * (1 + SAID_TOO * (said.get(commit) ?? 0)),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_COMMITS)
    .map(({ commit, path, line, score }) => ({
      commit,
      path,
      line,
      worth: Math.min(1, (score / SCORE_OF_SHOWN) * 0.25),
    }));
}

function relevanceByCommit(found: readonly Candidate[]): ReadonlyMap<string, number> {
  return new Map(found.map(({ hit, observation }) => [String(observation.metadata['commit'] ?? ''), hit.relevance]));
}
