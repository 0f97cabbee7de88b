import type { WorkTypeValues } from 'inkling/contract/config';

/** What holds for one work type. */
export interface WorkTypeRow<Value> {
  readonly workType: string;
  /** null = every work type that is not named. */
  readonly byDefault: Value;
  readonly override: WorkTypeValues<Value>['overrides'][number] | null;
}

/** The work types with defaults, those that only the organisation names, and what holds for every other. */
export function workTypeRows<Value>({ defaults, otherwise, overrides }: WorkTypeValues<Value>): WorkTypeRow<Value>[] {
  const names = new Set([...Object.keys(defaults), ...overrides.map(({ key }) => key)]);
  return [...names].map((workType) => ({
    workType,
    byDefault: defaults[workType] ?? otherwise,
    override: overrides.find(({ key }) => key === workType) ?? null,
  }));
}
