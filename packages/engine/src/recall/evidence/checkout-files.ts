import type { Clock } from '../../base/clock.ts';
import { inTime } from '../../base/deadline.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { isStated } from '../../memory/observations/read/stated-of-file.ts';
import type { ShownObservation } from '../candidates/shown-rows.ts';

/** What the checkout at hand says of a file, whose path is told from its top. Either may be missing: then nothing is said of it. */
export interface CheckoutFiles<File = string> {
  /** Whether it is there; null = nobody can tell. */
  readonly hasFile?: (file: File) => Promise<boolean | null>;
  /** When a commit last changed it, in milliseconds since 1970; null = nobody can tell. An answer that comes too late is not used: keep it for the next time. */
  readonly changedAt?: (file: File) => Promise<number | null>;
}

/** How what an observation names stands today. */
interface Standing {
  /** Files that the checkout does not have. */
  readonly goneFiles: readonly string[];
  /** Of a statement: a file of it was changed since. */
  readonly isFileChanged: boolean;
}

/** By the ids of the observations; those that name nothing that is gone or changed are not in it. */
export type CheckedFiles = ReadonlyMap<string, Standing>;

export const ALL_AS_IT_WAS: CheckedFiles = new Map();

/** A commit may touch thousands; who names more than these is about no single one. */
const MOST_PATHS = 20;

/** Each file that git is asked about is a process. */
const MOST_ASKED_OF_GIT = 16;

/** A statement and the commit that follows it are one piece of work. */
const SAME_WORK_MS = 24 * 60 * 60 * 1000;

interface Ports extends CheckoutFiles {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Aborting ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks whether the files that observations of a project name are in its checkout, and whether those of statements were changed since. What takes
 * longer than `waitMs` is not waited for. Never rejects. Contract 3, "true today".
 */
export async function checkFiles(
  { hasFile, changedAt, clock, onError, signal }: Ports,
  observations: readonly Observation[],
  projectId: string | null,
  waitMs: number,
): Promise<CheckedFiles> {
  const own = observations.filter((one) => one.projectId !== null && one.projectId === projectId);
  const named = own.map((one) => ({ one, paths: pathsOf(one.metadata.paths) })).filter(({ paths }) => paths.length > 0);
  const ask = async <Answer>(
    asked: ((path: string) => Promise<Answer | null>) | undefined,
    from: typeof named,
    most: number = Number.POSITIVE_INFINITY,
  ) => {
    const answers = new Map<string, Answer | null>();
    const paths = [...new Set(from.flatMap((each) => each.paths))].slice(0, most);
    if (asked === undefined || paths.length === 0) return answers;
    const note = async (path: string): Promise<void> => {
      try {
        answers.set(path, await asked(path));
      } catch (error) {
        onError(error);
      }
    };
    await inTime(clock, waitMs, () => Promise.all(paths.map(note)), signal);
    // What comes later is not looked at any more.
    return new Map(answers);
  };
  const [there, changes] = await Promise.all([
    ask(hasFile, named),
    ask(
      changedAt,
      named.filter(({ one }) => isStated(one)),
      MOST_ASKED_OF_GIT,
    ),
  ]);
  const standings = named.map(({ one, paths }): [string, Standing] => {
    const until = Date.parse(one.createdAt) + SAME_WORK_MS;
    const isFileChanged = isStated(one) && paths.some((path) => (changes.get(path) ?? 0) > until);
    return [one.id, { goneFiles: paths.filter((path) => there.get(path) === false), isFileChanged }];
  });
  return new Map(standings.filter(([, { goneFiles, isFileChanged }]) => goneFiles.length > 0 || isFileChanged));
}

function pathsOf(paths: unknown): readonly string[] {
  if (!Array.isArray(paths) || paths.length > MOST_PATHS) return [];
  return paths.filter((path): path is string => typeof path === 'string' && path !== '');
}

/** Observations as a block shows them, with how their files stand today. */
export function withCheckedFiles(
  shown: readonly ShownObservation[],
  checked: CheckedFiles,
): readonly ShownObservation[] {
  return shown.map((one) => {
    const standing = checked.get(one.id);
    return standing === undefined ? one : { ...one, ...standing };
  });
}
