import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/database/database.ts';
import { createReadCache } from '../base/read-cache.ts';
import type { Authorizer } from '../memory/policy/authorizer.ts';
import { feedbackRankingSettings } from '../memory/ranking/apply-feedback-ranking.ts';
import { listTransferSources, type TransferSource } from '../memory/transfer/grants.ts';
import type {
  CrossProjectTransferOptions,
  CrossProjectTransferSettings,
} from '../recall/cross-project-transfer-store.ts';
import type { MemoryOptions } from './memory-options.ts';

// As for settings: another process on a server may have granted or revoked, and is believed that late.
const SOURCES_TTL_MS = 2000;

/** What is granted to projects, kept because each recall asks for it. */
export interface TransferSources {
  /** What is granted to a destination, with the fingerprints that decide on it. */
  of(orgId: string, destinationProjectId: string): Promise<readonly TransferSource[]>;
  /** A grant or a fingerprint has changed, or may have. */
  changed(): void;
}

/** Reads grants of all organisations of a memory. */
export function wireTransferSources(database: Database, clock: Clock): TransferSources {
  // One process owns an embedded database: nobody else changes its grants.
  const ttlMs = database.kind === 'pglite' ? Number.POSITIVE_INFINITY : SOURCES_TTL_MS;
  const cache = createReadCache(
    (key: string) => {
      const [orgId, destination] = JSON.parse(key) as [string, string];
      return listTransferSources(database.tenant(orgId), destination);
    },
    { clock, ttlMs },
  );
  return {
    of: (orgId, destination) => cache.get(JSON.stringify([orgId, destination])),
    changed: () => cache.clear(),
  };
}

/** What a memory gives to transfer. */
export interface TransferParts {
  readonly options: Pick<MemoryOptions, 'feedbackRanking'>;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly transferSources: TransferSources;
}

/** What transfer of this memory stands on: its grants, its authorizer, its clock. */
export function transferOptions(
  { options, authorizer, clock, onError, transferSources }: TransferParts,
  settings: CrossProjectTransferSettings,
): CrossProjectTransferOptions {
  return {
    ...settings,
    sources: (orgId, destination) => transferSources.of(orgId, destination),
    ranking: feedbackRankingSettings(options.feedbackRanking),
    authorizer,
    clock,
    onError,
  };
}
