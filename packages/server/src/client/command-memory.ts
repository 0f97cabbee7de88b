import type { ApiKeys, ObservationStore, OrgMemory } from '@inkling/engine';

/** What commands and importers ask of one organisation's memory, be it opened here or a daemon's. */
export type CommandMemory = Pick<
  OrgMemory,
  'importCursors' | 'recall' | 'warm' | 'buildSessionMemoryBlock' | 'recordContextInjection'
> & {
  readonly apiKeys: Omit<ApiKeys, 'verify'>;
  readonly observations: Pick<
    ObservationStore,
    'remember' | 'rememberMany' | 'list' | 'count' | 'supersede' | 'release' | 'forget' | 'exportRows' | 'importRows'
  >;
};
