import type { ObservationStore } from '../memory/observations/observation-store.ts';

/** What recall needs of the store that holds the truth, for one organisation. */
export type RowSource = Pick<
  ObservationStore,
  'getMany' | 'getTalks' | 'amendments' | 'countRecallable' | 'scopePage' | 'changesSince' | 'feedHead'
>;
