import type { SearchScope } from './search.ts';

/** One element = all projects. A project's name, however it is spelled, is a second element. */
export const scopeKey = (scope: SearchScope): string =>
  scope.projectId === undefined ? JSON.stringify([scope.orgId]) : JSON.stringify([scope.orgId, scope.projectId]);
