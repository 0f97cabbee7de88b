import type { Clock } from '../base/clock.ts';
import type { FeedCursor } from '../memory/observations/change-feed.ts';
import type { ObservationChange } from '../memory/observations/observation-change.ts';
import type { IndexHost } from '../memory/search/index-host.ts';
import type { SearchScope } from '../memory/search/search.ts';
import type { RowSource } from './row-source.ts';

export interface ScopeRegistrySettings {
  /** Documents kept in memory over all scopes; the least recently used scope is dropped first. (Default: 200,000) */
  readonly maxDocuments: number;
  /** Follow what other processes write. Not needed on PGlite, whose directory one process owns. (Default: true) */
  readonly followFeed: boolean;
  /** How long one look at the change feed is good for: writes of other replicas are found after at most this. (Default: 500 ms) */
  readonly freshMs: number;
  /** How far each look reaches back, since commits do not arrive in the order of their timestamps. (Default: 2,000 ms) */
  readonly overlapMs: number;
  /** Rows fetched at a time. (Default: 500: about 0.5 MB, and few milliseconds of the calling thread) */
  readonly pageRows: number;
}

export interface ScopeRegistryPorts {
  readonly host: IndexHost;
  readonly rows: (orgId: string) => RowSource;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly settings: ScopeRegistrySettings;
}

/** One scope's index and what is known of it. */
export interface ScopeEntry {
  readonly key: string;
  readonly scope: SearchScope;
  loaded: boolean;
  /** Settles when the load in progress ends, well or badly; never rejects. */
  loading: Promise<void>;
  /** Changes written while the load runs; applied after it, since a page may hold the older version of a row. */
  pending: ObservationChange[];
  /** This process's own writes, applied one after the other; a search waits for it, so that a writer reads its own words. */
  applying: Promise<void>;
  cursor: FeedCursor | null;
  checkedAt: number;
  /** One look at the feed at a time; a second asker waits for the same one. */
  refreshing: Promise<void> | null;
  documents: number;
}
