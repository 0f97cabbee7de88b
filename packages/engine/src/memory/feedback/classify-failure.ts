import type { SessionEvent } from './find-evidence.ts';

/** Why a session failed, as far as its own traces tell. */
export type FailureClass = 'environment' | 'test-failure' | 'regression' | 'style' | 'wrong-approach' | 'incomplete';

/** A class with the words that gave it. */
export interface ClassifiedFailure {
  readonly failureClass: FailureClass;
  /** The words, at most 200 characters; '' when nothing was found and the class is the last resort. */
  readonly evidence: string;
}

// The first that fits wins: what is more particular stands first. A broken machine also fails tests, and a test that used to pass is
// a regression before it is a failure.
const RULES: readonly (readonly [FailureClass, RegExp])[] = [
  [
    'environment',
    /\b(ENOSPC|ENOMEM|ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EACCES|out of memory|no space left|command not found|permission denied|network (is )?unreachable|could not resolve host|connection refused|rate limit|cannot find module|no module named)\b/iu,
  ],
  [
    'regression',
    /\b(regress\w*|used to (pass|work)|previously (passed|passing|worked)|(broke|breaks|broken by) (existing|other|unrelated)|worked before)\b/iu,
  ],
  [
    'test-failure',
    /\b(tests? (failed|failing|fails?)|failing tests?|\d+ (failed|failing)|assertion(error| failed)?|expected .{1,80} (to|but)|(^|\W)FAIL(ED)?\b)/iu,
  ],
  [
    'style',
    /\b(eslint|oxlint|biome|prettier|oxfmt|rustfmt|gofmt|clippy|ruff|flake8|black|lint(er|ing)?( errors?)?|formatting|code style|naming convention)\b/iu,
  ],
  [
    'wrong-approach',
    /\b(wrong (approach|direction|file|place)|misunderst\w+|not what (was|i|we) (asked|wanted)|different approach|over-?engineered|reverted|rolled back|should have)\b/iu,
  ],
  [
    'incomplete',
    /\b(incomplete|unfinished|partial(ly)?|missing|not (done|finished|implemented)|ran out of|time(d)? ?out|budget|context (window|limit)|gave up|stopped early)\b/iu,
  ],
];

/** Read of a session's end: its last failures say more than its first. */
const MOST_EVENTS = 200;

/**
 * The class of a failed session, without a model: the reason that was given for its end decides, then its error events from the last
 * to the first. A session that tells nothing is `incomplete`. Never fails.
 */
export function classifyFailure(endReason: string | null, events: readonly SessionEvent[]): ClassifiedFailure {
  const errors = events.filter(({ type }) => type === 'error').slice(-MOST_EVENTS);
  const texts = [endReason ?? '', ...errors.toReversed().map(({ body }) => JSON.stringify(body))];
  for (const text of texts) {
    const classified = classOf(text);
    if (classified) return classified;
  }
  return { failureClass: 'incomplete', evidence: '' };
}

function classOf(text: string): ClassifiedFailure | null {
  for (const [failureClass, pattern] of RULES) {
    const match = pattern.exec(text);
    if (match) return { failureClass, evidence: match[0].slice(0, 200) };
  }
  return null;
}
