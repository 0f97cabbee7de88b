import type { Clock } from '../base/clock.ts';
import { createDeadline, DEADLINE_EXCEEDED, withinDeadline, type Deadline } from '../base/deadline.ts';
import { createGiveWay } from '../base/give-way.ts';
import type { Candidate } from './read-candidates.ts';
import { linesBehind } from './lines-behind.ts';
import type { CommitBehind, RecallRequest } from './memory-store.ts';

/** A commit behind the lines of a likely file. */
export interface CommitOfFile extends CommitBehind {
  /** The file, of several the one whose lines say most. */
  readonly path: string;
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

const MOST_COMMITS = 8;

/** A commit that is shown scores as much: of ten of them two are behind the lines. */
const SCORE_OF_SHOWN = 0.2;

/**
 * The commits that brought those lines of likely files which share most with a question, best first; at most 8. Empty when nobody can read
 * the files' history, or not in time. One that is worth 0.25, the floor of a start block, is behind the lines of a fix in a tenth of all cases.
 * Never rejects: without them words decide.
 */
export async function behindGuessedFiles(
  { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => void },
  linesOf: RecallRequest['linesOf'],
  {
    question,
    files,
    found,
  }: { readonly question: string; readonly files: readonly string[]; readonly found: readonly Candidate[] },
  budget: Deadline,
): Promise<readonly CommitOfFile[]> {
  if (linesOf === undefined || files.length === 0) return [];
  const deadline = createDeadline(clock, budget.remaining() * WAIT_SHARE, budget.signal);
  const giveWay = createGiveWay(clock);
  const scores = new Map<string, { score: number; most: number; path: string }>();
  async function read(file: string, worth: number): Promise<void> {
    const lines = await withinDeadline(deadline, () => linesOf!(file));
    if (lines === DEADLINE_EXCEEDED || lines === null) return;
    const { commits, share } = await linesBehind(lines, question, null, giveWay);
    commits.forEach((commit, place) => {
      const more = worth * (PLACE_WORTH[place] ?? 0) * (SHARE_OFFSET + share);
      const { score, most, path } = scores.get(commit) ?? { score: 0, most: 0, path: file };
      scores.set(commit, { score: score + more, most: Math.max(most, more), path: more > most ? file : path });
    });
  }
  try {
    await Promise.all(files.slice(0, FILE_WORTH.length).map((file, place) => read(file, FILE_WORTH[place]!)));
  } catch (error) {
    onError(error);
  } finally {
    deadline.clear();
  }
  const said = relevanceByCommit(found);
  return [...scores]
    .map(([commit, { score, path }]) => ({ commit, path, score: score * (1 + SAID_TOO * (said.get(commit) ?? 0)) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_COMMITS)
    .map(({ commit, path, score }) => ({ commit, path, worth: Math.min(1, (score / SCORE_OF_SHOWN) * 0.25) }));
}

function relevanceByCommit(found: readonly Candidate[]): ReadonlyMap<string, number> {
  return new Map(found.map(({ hit, observation }) => [String(observation.metadata['commit'] ?? ''), hit.relevance]));
}
