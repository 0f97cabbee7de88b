import type { ConfigOverride } from '@inkling/engine/types';

/** Values by work type: the defaults, and what an organisation sets over them. */
interface WorkTypeValues<Value> {
  readonly defaults: Readonly<Record<string, Value>>;
  /** What holds for every other work type. */
  readonly otherwise: Value;
  readonly overrides: readonly ConfigOverride<Value>[];
}

/** What holds for one work type. */
export interface WorkTypeRow<Value> {
  readonly workType: string;
  /** null = every work type that is not named. */
  readonly byDefault: Value;
  readonly override: ConfigOverride<Value> | null;
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
