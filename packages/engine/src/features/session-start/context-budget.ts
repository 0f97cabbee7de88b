import { INTEGER_MAX, requireInput, requireWholeNumber } from '../../base/require-input.ts';

/** Token budgets of the session-start block. Source: seed "Context Injection", token budgets. */
export interface ContextBudgetConfig {
  /** Tokens per work type; `*` = every other one. (Default of `*`: 500) */
  readonly defaults: Readonly<Record<string, number>>;
  /** Tokens per organisation and work type; they win over `defaults`, `*` over its `*`. (Default: none) */
  readonly orgOverrides?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The seed's budgets: bug_fix 750, feature 400, refactor 600, chore 300. */
export const DEFAULT_CONTEXT_BUDGET: ContextBudgetConfig = Object.freeze({
  defaults: Object.freeze({ bug_fix: 750, feature: 400, refactor: 600, chore: 300 }),
});

/** The budget of a work type that neither the organisation nor the defaults name. */
export const UNKNOWN_WORK_TYPE_BUDGET = 500;

/** A map's own entry. Work types and organisations are foreign text: `__proto__` and `constructor` are names like any other. */
function ownEntry(map: unknown, key: unknown): unknown {
  const found = isMap(map) && typeof key === 'string' && Object.hasOwn(map, key);
  return found ? map[key] : undefined;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The token budget of one session: the organisation's override, else the default of the work type, else the organisation's override of
 * `*`, else the default of `*`, else 500. 0 is a budget too: nothing fits. Fails with `invalid-input` when the config has no defaults or
 * the entry found is not a whole number from 0 up.
 *
 * @example resolveContextBudget(DEFAULT_CONTEXT_BUDGET, 'org_abc', 'bug_fix') === 750
 */
export function resolveContextBudget(config: ContextBudgetConfig, orgId: string, workType: string): number {
  requireInput(isMap(config) && isMap(config.defaults), 'budget', 'an object with defaults');
  const overrides = ownEntry(config.orgOverrides, orgId);
  const budget =
    ownEntry(overrides, workType) ??
    ownEntry(config.defaults, workType) ??
    ownEntry(overrides, '*') ??
    ownEntry(config.defaults, '*') ??
    UNKNOWN_WORK_TYPE_BUDGET;
  // What the injection log has a column for.
  requireWholeNumber(budget, `budget.${workType}`, 0, INTEGER_MAX);
  return budget;
}
