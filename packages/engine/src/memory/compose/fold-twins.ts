import type { ComposableObservation } from './composable-observation.ts';

/** Observations that one line stands for. */
export interface Folded<T> {
  /** The one that is shown. */
  readonly item: T;
  /** The others: what was picked onto another branch, or what the shown one takes back. */
  readonly twins: readonly T[];
}

/** A shorter subject ("Fix tests") is written again for something else. */
const FEWEST_WORDS = 3;

const REVERT = /^revert:?\s+["“'](.*)["”']\s*$/u;

/**
 * One entry for commits of the same subject, and for a commit with the one that takes it back, which is then what is shown: it says how it
 * ended. Each stands where the best of them stood; everything else is left as it is.
 */
export function foldTwins<T extends ComposableObservation>(observations: readonly T[]): readonly Folded<T>[] {
  const groups = new Map<unknown, T[]>();
  for (const item of observations) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].map((group) => {
    const item = shownOf(group);
    return { item, twins: group.filter((one) => one !== item) };
  });
}

/** Whether an observation takes another one back. */
export function isRevert({ content }: Pick<ComposableObservation, 'content'>): boolean {
  return REVERT.test(subjectOf(content));
}

/** What the same change has on every branch; an observation that is no commit is like no other. */
function keyOf(item: ComposableObservation): unknown {
  if (item.kind !== 'commit' || item.talk !== undefined) return item;
  let subject = subjectOf(item.content);
  for (let inner = REVERT.exec(subject)?.[1]; inner !== undefined; inner = REVERT.exec(subject)?.[1]) {
    subject = withoutMarks(inner);
  }
  return subject.split(' ').length < FEWEST_WORDS ? item : subject;
}

function subjectOf(content: string): string {
  return withoutMarks(content.split('\n', 1)[0]!.slice(0, 500).toLowerCase());
}

/** Without the branch in front and the number of the pull request behind. */
function withoutMarks(subject: string): string {
  return subject
    .trim()
    .replace(/^\[[\w./-]+\]\s+/u, '')
    .replace(/(?:\s*\((?:#|gh-)\d+\))+\s*$/u, '')
    .trim();
}

/** Among commits that take one another back the last one tells how it ended; of the same commit on two branches the better row. */
function shownOf<T extends ComposableObservation>(group: readonly T[]): T {
  const reverted = group.some(isRevert);
  return group.reduce((shown, one) => (reverted && one.createdAt > shown.createdAt ? one : shown));
}
