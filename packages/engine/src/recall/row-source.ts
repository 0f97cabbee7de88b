import type { ObservationStore } from '../memory/observations/observation-store.ts';

/** What recall needs of the store that holds the truth, for one organisation. */
export type RowSource = Pick<ObservationStore, 'getMany' | 'scopePage' | 'changesSince' | 'feedHead'>;

/** What recall asks of the store about an exchange that was found: the talk around it, and whether a later one amends it. */
export type TalkSource = Pick<ObservationStore, 'getTalks' | 'amendments'>;

/** What recall asks of the store about commits that a request names: which memories they are. */
export type CommitSource = Pick<ObservationStore, 'idsOfCommits'>;
