/** The work types that a commit's subject can be taken for. */
export type GuessedWorkType = 'bug_fix' | 'feature' | 'refactor' | 'chore' | 'unknown';

const PREFIX = /^(\w+)(?:\([^)]*\))?!?:\s/;

const BY_PREFIX: Readonly<Record<string, GuessedWorkType>> = {
  fix: 'bug_fix',
  bugfix: 'bug_fix',
  hotfix: 'bug_fix',
  feat: 'feature',
  feature: 'feature',
  refactor: 'refactor',
  perf: 'refactor',
  chore: 'chore',
  docs: 'chore',
  doc: 'chore',
  ci: 'chore',
  build: 'chore',
  test: 'chore',
  tests: 'chore',
  style: 'chore',
};

// For histories without conventional prefixes; the first that matches decides.
const BY_WORDS: readonly (readonly [RegExp, GuessedWorkType])[] = [
  [/\b(fix(e[sd])?|bug|crash(es)?|regression|prevent|avoid|correct(ly)?|leaks?|race)\b/i, 'bug_fix'],
  [/\b(refactor|rename|move|extract|simplify|clean ?up|restructure|rework|split)\b/i, 'refactor'],
  [/\b(bump|update|upgrade|release|version|docs?|readme|changelog|typo|lint|format)\b/i, 'chore'],
  [/\b(add(s|ed)?|implement|support|introduce|allow|enable|new)\b/i, 'feature'],
];

/** Guesses a work type from a commit's subject: by its conventional prefix, else by its words, else `unknown`. */
export function guessWorkType(subject: string): GuessedWorkType {
  const prefix = PREFIX.exec(subject)?.[1]?.toLowerCase();
  const named = prefix !== undefined && Object.hasOwn(BY_PREFIX, prefix) ? BY_PREFIX[prefix] : undefined;
  return named ?? BY_WORDS.find(([words]) => words.test(subject))?.[1] ?? 'unknown';
}
