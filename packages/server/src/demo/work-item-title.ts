const CONVENTIONAL_TYPE = /^\w+(?:\(([^)]*)\))?!?:\s+/;
const PULL_REQUEST_NUMBER = /\s*\(#\d+\)$/;

/**
 * What a commit's subject would have been called before the work was done: without the number of the pull request, which did not
 * exist yet, and without the conventional type, which the work type says; its scope stays.
 */
export function workItemTitle(subject: string): string {
  const withoutNumber = subject.trim().replace(PULL_REQUEST_NUMBER, '');
  return withoutNumber.replace(CONVENTIONAL_TYPE, (_type, scope: string | undefined) => (scope ? `${scope}: ` : ''));
}
