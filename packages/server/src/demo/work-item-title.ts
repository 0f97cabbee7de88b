/** The types of conventional commits. Any other word before a colon is a scope ("tftp: …"), mostly the name of a module. */
const CONVENTIONAL_TYPE =
  /^(?:build|bugfix|chore|ci|deps|docs?|feat|feature|fix|hotfix|perf|refactor|release|revert|style|tests?|wip)(?:\(([^)]*)\))?!?:\s+/i;
const PULL_REQUEST_NUMBER = /\s*\(#\d+\)$/;

/**
 * What a commit's subject would have been called before the work was done: without the number of the pull request, which did not
 * exist yet, and without the conventional type, which the work type says; the scope stays, with a type or alone.
 */
export function workItemTitle(subject: string): string {
  const withoutNumber = subject.trim().replace(PULL_REQUEST_NUMBER, '');
  return withoutNumber.replace(CONVENTIONAL_TYPE, (_type, scope: string | undefined) => (scope ? `${scope}: ` : ''));
}
