import type { Sent } from '../api/call.ts';
import type { Question } from '../api/early-answers.ts';
import { positiveOr } from '../text/positive-or.ts';
import type { AnalyticsScope } from './analytics-scope.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const USUAL_DAYS = 30;

/** What the address says of the figures that are wanted. */
export function analyticsScope(
  { days = '', project = '' }: { readonly days?: string; readonly project?: string },
  nowMs: number,
): AnalyticsScope {
  // To the hour: the same question for an hour is answered once.
  const until = Math.ceil(nowMs / HOUR_MS) * HOUR_MS;
  const since = new Date(until - positiveOr(days, USUAL_DAYS) * DAY_MS).toISOString();
  return { since, ...(project === '' ? {} : { projectId: project }) };
}

/** What the budgets are compared by, until somebody chooses otherwise. */
export const USUAL_LEVEL = 'budget';

/** The change of a budget that is shown first. */
export const USUAL_BUDGET: { readonly workType: string; readonly budgetTokens: number } = {
  workType: 'bug_fix',
  budgetTokens: 400,
};

/** The memories at one end of the list. */
export function standingsOf(scope: AnalyticsScope, order: 'top' | 'bottom'): Sent<'getTopObservations'> {
  return { query: { ...scope, order, limit: 20 } };
}

/** What drifted. */
export function driftOf(scope: AnalyticsScope): Sent<'getDrift'> {
  return { query: { ...scope, limit: 100 } };
}

/** How much is known of which directory. */
export function coverageOf(
  { projectId }: AnalyticsScope,
  { depth = '', under = '' }: { readonly depth?: string; readonly under?: string },
): Sent<'getCoverage'> {
  const where = { ...(under === '' ? {} : { under }), ...(projectId === undefined ? {} : { projectId }) };
  return { query: { depth: Number(depth || 3), limit: 300, ...where } };
}

/** What each view of figures asks first. */
export function analyticsQuestions(
  view: string,
  scope: AnalyticsScope,
  search: Readonly<Record<string, string>>,
): readonly Question[] {
  const query = scope;
  switch (view) {
    case 'budget':
      return [
        { id: 'getContextBudget', sent: { query: { ...scope, level: USUAL_LEVEL } } },
        { id: 'getBudgetChange', sent: { query: { ...scope, ...USUAL_BUDGET } } },
      ];
    case 'latency':
      return [{ id: 'getLatency', sent: { query } }];
    case 'observations':
      return [
        { id: 'getTopObservations', sent: standingsOf(scope, 'top') },
        { id: 'getTopObservations', sent: standingsOf(scope, 'bottom') },
      ];
    case 'drift':
      return [{ id: 'getDrift', sent: driftOf(scope) }];
    case 'coverage':
      return [{ id: 'getCoverage', sent: coverageOf(scope, search) }];
    case 'trends':
      return [
        { id: 'getTrends', sent: { query: { ...scope, by: 'kind' } } },
        { id: 'getTrends', sent: { query: { ...scope, by: 'agent' } } },
      ];
    case 'health':
      return [{ id: 'getMemoryHealth', sent: { query } }];
    default:
      return [{ id: 'getFeedbackImpact', sent: { query } }];
  }
}
