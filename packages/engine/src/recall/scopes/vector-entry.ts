import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import type { EmbeddingCursor } from '../../memory/embeddings/store/embedding-rows.ts';
import { signCodeWords } from '../../memory/embeddings/store/quantize.ts';
import type { VectorHost, VectorSpace } from '../../memory/embeddings/store/vector-host.ts';
import type { SearchScope } from '../../memory/search/search.ts';

/** How much memory vectors may take, and how they are kept current. */
export interface VectorScopesSettings {
  /** Bytes of all scopes together; the least recently used are dropped first. (Default: 512 MiB: 900,000 of 384 dimensions) */
  readonly maxBytes: number;
  /** Follow what other processes store. Not needed on PGlite, whose directory one process owns. (Default: true) */
  readonly followFeed: boolean;
  /** Vectors fetched at a time. (Default: 1000: 0.4 MB at 384 dimensions) */
  readonly pageRows: number;
}

export const DEFAULT_VECTOR_SCOPES: VectorScopesSettings = Object.freeze({
  maxBytes: 512 * 1024 * 1024,
  followFeed: true,
  pageRows: 1_000,
});

export interface VectorScopesPorts {
  readonly host: VectorHost;
  readonly space: VectorSpace;
  readonly tenant: (orgId: string) => TenantDatabase;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly settings: VectorScopesSettings;
  /** A scope was loaded: some of its observations may have no vector yet. */
  readonly onLoaded: (orgId: string) => void;
}

/** One scope's vectors and what is known of them. */
export interface VectorEntry {
  readonly key: string;
  readonly scope: SearchScope;
  state: 'loading' | 'loaded' | 'too-large';
  /** Settles when all that was begun has ended; never rejects. */
  work: Promise<void>;
  cursor: EmbeddingCursor | null;
  checkedAt: number;
  /** How many there are, as of the last that were put. */
  vectors: number;
}

export function createVectorEntry(key: string, scope: SearchScope): VectorEntry {
  return {
    key,
    scope,
    state: 'loading',
    work: Promise.resolve(),
    cursor: null,
    checkedAt: Number.NEGATIVE_INFINITY,
    vectors: 0,
  };
}

/** An id in a list and a map, beside the vector's bytes. */
const BYTES_FOR_ID = 110;

/** What so many vectors take in memory, without the list's reserve. */
export function bytesOf(vectors: number, { dimension }: VectorSpace): number {
  return vectors * (dimension + 4 + 4 * signCodeWords(dimension) + BYTES_FOR_ID);
}

/** What is reported, once, of a scope whose vectors do not fit. */
export const tooManyVectors = (maxBytes: number): InklingError =>
  new InklingError('index-too-large', `A scope's vectors take more than ${maxBytes} bytes.`, {
    hint: 'Words and paths answer for it.',
  });

/** What is reported of a scope whose thread died while it was being filled. */
export const lostVectors = (): InklingError =>
  new InklingError('search-worker-failed', 'The vectors of a scope were lost while they were being loaded.', {
    hint: 'They are loaded again by the next question.',
  });
