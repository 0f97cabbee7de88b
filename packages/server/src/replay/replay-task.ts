import type { GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { commitsBehind, isSourceFile, type CommitsBehind } from './commits-behind.ts';
import { tooLittle } from './plan-replay.ts';
import type { ReplayCommit } from './read-history.ts';

/** Files of one task that are edited, and files beside them that are only read: a tool call each. */
const MOST_FILES = 3;

// Tasks whose history is asked for at once, each by one git process at a time.
const AT_ONCE = 4;

/** A commit as a piece of work: what its author was about to change, and what the lines had behind them. */
export interface ReplayTask {
  readonly commit: ReplayCommit;
  readonly behind: CommitsBehind;
  /** Source files in the directories of those that are edited, which the commit left as they were; at most three. */
  readonly unchanged: readonly string[];
}

/** The files that a task edits, one tool call each: the first three, in git's order. */
export function editedFiles({ behind }: ReplayTask): CommitsBehind['files'] {
  return behind.files.slice(0, MOST_FILES);
}

/**
 * Makes tasks of commits. One with nothing behind its lines that memory can hold has no right answer, and is left out.
 * @throws InklingError `import-source-invalid` when that is true of all of them; `details` has `commits` and `needed`.
 */
export async function readTasks(
  repository: GitRepository,
  { commits, asked }: { readonly commits: readonly ReplayCommit[]; readonly asked: readonly ReplayCommit[] },
  onProgress: (done: number, total: number) => void,
): Promise<readonly ReplayTask[]> {
  const positions = new Map(commits.map(({ hash, position }) => [hash, position]));
  const tasks: ReplayTask[] = [];
  for (let done = 0; done < asked.length; done += AT_ONCE) {
    const read = asked.slice(done, done + AT_ONCE).map((commit) => readTask(repository, commit, positions));
    tasks.push(...(await Promise.all(read)).filter(({ behind }) => behind.all.size > 0));
    onProgress(Math.min(done + AT_ONCE, asked.length), asked.length);
  }
  if (tasks.length === 0) {
    const message = `None of ${asked.length} commits changes a line that a remembered commit wrote, so no answer would be right.`;
    throw tooLittle(message, 'Read more history with --commits, or ask about more with --queries.', 0, 1);
  }
  return tasks;
}

async function readTask(
  repository: GitRepository,
  commit: ReplayCommit,
  positions: ReadonlyMap<string, number>,
): Promise<ReplayTask> {
  const behind = await commitsBehind(repository, commit.hash, positions);
  return { commit, behind, unchanged: await unchangedFiles(repository, commit, behind.files.slice(0, MOST_FILES)) };
}

// Mode, type and object, then a tab. A link is no file to read.
const BLOB = /^100\d{3} blob [0-9a-f]+\t([^]+)$/;

async function unchangedFiles(
  { directory }: GitRepository,
  { hash, position, paths }: ReplayCommit,
  edited: CommitsBehind['files'],
): Promise<readonly string[]> {
  const folders = [...new Set(edited.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1)))];
  const list = ['ls-tree', '-z', '--full-tree', `${hash}^`, '--'];
  // Without a folder git lists the top one.
  const listed = await Promise.all(folders.map((folder) => runGit(directory, [...list, ...(folder ? [folder] : [])])));
  const entries = listed.flatMap(({ stdout }) => stdout.split('\0'));
  const files = entries.flatMap((entry) => BLOB.exec(entry)?.[1] ?? []);
  const left = files.filter((file) => isSourceFile(file) && !paths.includes(file));
  const sorted = left.toSorted();
  // Evenly spread from another beginning for each task, so that not the same three stand for all.
  const at = (index: number): number => (position + Math.floor((index * sorted.length) / MOST_FILES)) % sorted.length;
  const chosen = Array.from(
    { length: Math.min(MOST_FILES, sorted.length) },
    (_value, index) => sorted[at(index)] ?? '',
  );
  return [...new Set(chosen)];
}
