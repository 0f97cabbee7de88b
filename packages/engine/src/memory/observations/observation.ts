/** One remembered statement, and the shapes around it. Rooms may import this file and graph/triplet.ts, nothing else of each other. */

/** Well-known kinds; any other string is allowed. A 'message' is part of a conversation: what was said around it counts too. */
export type ObservationKind =
  | 'decision'
  | 'error'
  | 'convention'
  | 'file_operation'
  | 'session_summary'
  | 'commit'
  | 'message'
  | 'exchange'
  | 'explicit'
  | (string & {});

/** How a statement came in. */
export type ObservationSource = 'auto-capture' | 'tool' | 'import' | 'api';

/** `internal` is the default; `confidential` and `restricted` never leave their project. */
export type Classification = (typeof CLASSIFICATIONS)[number];

export const CLASSIFICATIONS = ['public', 'internal', 'confidential', 'restricted'] as const;

/** What is known about a statement besides its text. Free keys are kept. */
export interface ObservationMetadata {
  /** Files the statement is about, relative to the repository root, `/` as separator. */
  readonly paths?: readonly string[];
  readonly namespace?: string;
  readonly sessionId?: string;
  readonly tags?: readonly string[];
  /** Where a captured statement comes from: its detector, and the activity. */
  readonly capture?: unknown;
  /** Who said it, for conversation-like sources. */
  readonly speaker?: string;
  /** `outside`: the words of nobody of the project (an issue, a fetched page, a dependency's document, the only commit of its author). */
  readonly provenance?: string;
  readonly [key: string]: unknown;
}

/** One remembered statement, as it is stored. */
export interface Observation {
  readonly orgId: string;
  /** UUIDv7. */
  readonly id: string;
  readonly projectId: string | null;
  readonly agentId: string;
  readonly sessionId: string | null;
  readonly kind: ObservationKind;
  /** 1 byte to 8 KiB of UTF-8, secrets already redacted. */
  readonly content: string;
  /** SHA-256 hex of the content. */
  readonly contentHash: string;
  readonly source: ObservationSource;
  readonly classification: Classification;
  /** Feedback weight in [0, 2]; 1 is neutral. */
  readonly weight: number;
  readonly pinned: boolean;
  readonly metadata: ObservationMetadata;
  /** 64-bit SimHash as 16 hex digits. */
  readonly simhash: string;
  readonly supersededBy: string | null;
  /** ISO-8601 UTC; from then on it is not recalled. */
  readonly validTo: string | null;
  /** Why it is kept out of blocks until reviewed; null = not in quarantine. */
  readonly quarantineReason: string | null;
  /** ISO-8601 UTC. When the statement was made (an import keeps the original date). */
  readonly createdAt: string;
  /** ISO-8601 UTC. When the row last changed; the change feed's cursor. */
  readonly updatedAt: string;
}

/** Whether a statement is in a stranger's words: it needs more to be shown, ranks lower, and its line says so. */
export function isFromOutside({ metadata }: { readonly metadata?: ObservationMetadata | undefined }): boolean {
  return metadata?.provenance === 'outside';
}

/** What a search index needs of a statement, without the rest. */
export interface ScopeRow extends Pick<Observation, 'id' | 'projectId' | 'sessionId' | 'kind' | 'content' | 'validTo'> {
  /** ISO-8601 UTC, or milliseconds. */
  readonly createdAt: string | number;
  readonly metadata: Pick<ObservationMetadata, 'paths' | 'speaker' | 'namespace' | 'sessionId' | 'capture'>;
}

/**
 * A page of a scope by columns, as the database writes it. Rows of one page are alike: an object for each cost PostgreSQL a look-up of each
 * field's type, the text every name again, and the reader as many objects.
 */
export interface ScopeColumns {
  readonly id: readonly string[];
  readonly projectId: readonly (string | null)[];
  readonly sessionId: readonly (string | null)[];
  readonly kind: readonly ScopeRow['kind'][];
  readonly content: readonly string[];
  /** Seconds since 1970, exact to the microsecond. */
  readonly createdAt: readonly number[];
  readonly validTo: readonly (string | null)[];
  readonly metadata: readonly ScopeRow['metadata'][];
}

/** What a caller gives to remember a statement. Everything but `content` has a default. */
export interface ObservationInput {
  readonly content: string;
  readonly projectId?: string | null;
  /** (Default: 'user') */
  readonly agentId?: string;
  readonly sessionId?: string | null;
  /** (Default: 'explicit') */
  readonly kind?: ObservationKind;
  /** (Default: 'api') */
  readonly source?: ObservationSource;
  /** (Default: 'internal') */
  readonly classification?: Classification;
  /** (Default: 1.0) */
  readonly weight?: number;
  /** (Default: false) */
  readonly pinned?: boolean;
  readonly metadata?: ObservationMetadata;
  /** ISO-8601 or Date. (Default: now) */
  readonly createdAt?: string | Date;
  readonly validTo?: string | Date | null;
}

/** Whether a statement may be recalled: only an active one is. */
export type ObservationStatus = 'active' | 'superseded' | 'expired' | 'quarantined';

/**
 * The end of a write. `created: false` means that the same statement was already there; `id` is then the first row's. Nothing has the id of one
 * whose status is `forgotten`.
 */
export interface RememberResult {
  readonly id: string;
  readonly created: boolean;
  /** It had expired, and is valid again by this write. Else not there. */
  readonly revived?: true;
  readonly contentHash: string;
  /** State of the row that now stands for the statement. `forgotten`: an import brought what somebody had forgotten, and nothing was stored. */
  readonly status: ObservationStatus | 'forgotten';
  /** Kinds of secrets that were replaced by `[redacted:<kind>]`. */
  readonly redacted: readonly string[];
}
