import type { Observation } from '@inkling/engine';

/** What one may ask the explorer for; '' = whatever. */
export type MemoryFilterName = 'q' | 'kind' | 'path' | 'session' | 'project' | 'class' | 'weight' | 'status';

/** The filters as the address has them. */
export type MemoryFilters = Readonly<Record<MemoryFilterName, string>>;

/** Memories that are listed at first. */
export const MEMORY_PAGE = 50;

/** The names of the filters. */
export const FILTER_NAMES: readonly MemoryFilterName[] = [
  'q',
  'kind',
  'path',
  'session',
  'project',
  'class',
  'weight',
  'status',
];

/** The filters of an address; what it does not name is ''. */
export function readMemoryFilters(search: Readonly<Record<string, string>>): MemoryFilters {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, search[name] ?? ''])) as MemoryFilters;
}

interface WeightBand {
  readonly text: string;
  readonly low: number;
  readonly high: number;
}

/** Weights begin at 1: below it feedback spoke against a memory, above it for it. */
export const WEIGHT_BANDS: Readonly<Record<string, WeightBand>> = {
  low: { text: 'Doubted (below 0.9)', low: 0, high: 0.9 },
  neutral: { text: 'Untested (0.9 – 1.1)', low: 0.9, high: 1.1 },
  high: { text: 'Proven (above 1.1)', low: 1.1, high: 2 },
};

/** True when a row of a search passes the filters: a search ranks by words, and what was chosen beside them is looked at here. */
export function passesFilters(observation: Observation, filters: MemoryFilters): boolean {
  const band = WEIGHT_BANDS[filters.weight];
  if (band && (observation.weight < band.low || observation.weight > band.high)) return false;
  if (filters.class !== '' && observation.classification !== filters.class) return false;
  if (filters.kind !== '' && observation.kind !== filters.kind) return false;
  if (filters.session !== '' && observation.sessionId !== filters.session) return false;
  return filters.path === '' || (observation.metadata.paths ?? []).some((path) => path.includes(filters.path));
}

/** The filters as the daemon's list and count take them. */
export function listQuery(filters: MemoryFilters) {
  const band = WEIGHT_BANDS[filters.weight];
  return {
    ...(filters.class === '' ? {} : { classification: filters.class as Observation['classification'] }),
    ...(band ? { minWeight: band.low, maxWeight: band.high } : {}),
    ...(filters.kind === '' ? {} : { kind: filters.kind }),
    ...(filters.path === '' ? {} : { path: filters.path }),
    ...(filters.session === '' ? {} : { sessionId: filters.session }),
    ...(filters.project === '' ? {} : { projectId: filters.project }),
    ...(filters.status === '' ? {} : { status: filters.status as 'active' }),
  };
}

/** The filters as a search takes them: in one project when one was named, else everywhere. */
export function recallBody(filters: MemoryFilters) {
  const isEverywhere = filters.project === '';
  return {
    queryText: filters.q,
    explain: true,
    limit: 50,
    // A person waits longer than an agent, and wants the answer of the index rather than none.
    deadlineMs: 5000,
    minRelevance: 0.05,
    scope: isEverywhere ? ('org' as const) : ('project' as const),
    ...(isEverywhere ? {} : { projectId: filters.project }),
    ...(filters.path === '' ? {} : { paths: [filters.path] }),
  };
}
