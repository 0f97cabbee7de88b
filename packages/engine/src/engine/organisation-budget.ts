import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import { type ContextBudgetConfig, DEFAULT_CONTEXT_BUDGET } from '../features/session-start/context-budget.ts';
import type { Rooms } from './wire-rooms.ts';

// A cached answer takes no time and a read half a millisecond; a database that is slower than this has the default budgets.
const WAIT_MS = 250;

/**
 * The budgets of an organisation: its overrides over the memory's defaults. A session is never without a block because its budget could
 * not be read: the defaults count then, and `onError` is told why.
 */
export async function organisationBudget(
  { options, config, clock, onError }: Pick<Rooms, 'options' | 'config' | 'clock' | 'onError'>,
  orgId: string,
): Promise<ContextBudgetConfig> {
  const defaults = { ...DEFAULT_CONTEXT_BUDGET.defaults, ...options.sessionStart?.budgets };
  const deadline = createDeadline(clock, WAIT_MS);
  try {
    // Budgets are the same for all its projects.
    const effective = await withinDeadline(deadline, () => config(orgId).effective(null));
    if (effective === DEADLINE_EXCEEDED) return { defaults };
    return { defaults, orgOverrides: { [orgId]: effective.budgetOverrides } };
  } catch (error) {
    onError(error);
    return { defaults };
  } finally {
    deadline.clear();
  }
}
