import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import { type ContextBudgetConfig, DEFAULT_CONTEXT_BUDGET } from '../features/session-start/context-budget.ts';
import type { Rooms } from './wire-rooms.ts';

// A cached answer takes no time and a read half a millisecond; a database that is slower than this has the default budgets.
const WAIT_MS = 250;

/**
 * The budgets of an organisation: its overrides over the defaults. A session is never without a block because its budget could
 * not be read: the defaults count then, and `onError` is told why.
 */
export async function organisationBudget(
  { config, clock, onError }: Pick<Rooms, 'config' | 'clock' | 'onError'>,
  orgId: string,
): Promise<ContextBudgetConfig> {
  const deadline = createDeadline(clock, WAIT_MS);
  try {
    // Budgets are the same for all its projects.
    const effective = await withinDeadline(deadline, () => config(orgId).effective(null));
    if (effective === DEADLINE_EXCEEDED) return DEFAULT_CONTEXT_BUDGET;
    return { ...DEFAULT_CONTEXT_BUDGET, orgOverrides: { [orgId]: effective.budgetOverrides } };
  } catch (error) {
    onError(error);
    return DEFAULT_CONTEXT_BUDGET;
  } finally {
    deadline.clear();
  }
}
