import {
  createCrossProjectTransferStore,
  type CrossProjectTransferSettings,
  type CrossProjectTransferOptions,
} from '../../recall/candidates/cross-project-transfer-store.ts';
import type { MemoryStore } from '../../recall/memory-store.ts';
import { createRecall, type RecallPorts } from '../../recall/recall.ts';
import { logRetrieval, type BackgroundLogs } from './background-logs.ts';
import type { OpenMemoryOptions, MemoryOptions } from './memory-options.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/database/database.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import { createCedarAuthorizer, type ShadowReport } from '../../memory/policy/cedar/cedar-authorizer.ts';
import { createCurrentPolicies, type CurrentPolicies } from '../../memory/policy/current-policies.ts';
import { createReadCache, oneForEach } from '../../base/read-cache.ts';
import { feedbackRankingSettings } from '../../memory/ranking/apply-feedback-ranking.ts';
import { listTransferSources, type TransferSource } from '../../memory/transfer/grants.ts';

/** The ways to recall from one memory. */
export interface MemoryStores {
  /** What everybody recalls through: with what is granted from other projects, as far as the memory is set to it. */
  readonly store: MemoryStore;
  /** The projects' own memories only. */
  readonly projectStore: MemoryStore;
  /** As `projectStore`, without a row in the retrieval log. */
  readonly unloggedStore: MemoryStore;
  /** As `store`, without a row in the retrieval log: for what a memory looks up for itself. */
  readonly ownStore: MemoryStore;
  /** null = nothing transfers. */
  readonly transfer: CrossProjectTransferSettings | null;
  readonly transferSources: TransferSources;
}

/** Puts transfer and the retrieval log over recall. */
export function wireStores(options: OpenMemoryOptions, ports: RecallPorts, logs: BackgroundLogs): MemoryStores {
  const { authorizer, clock, onError } = ports;
  const projectStore = createRecall({ ...ports, onRanked: (ranked) => logRetrieval(logs, ranked) });
  const transferSources = wireTransferSources(options.database, clock);
  const transfer = options.crossProjectTransfer === false ? null : (options.crossProjectTransfer ?? {});
  const parts = { options, authorizer, clock, onError, transferSources };
  const withTransfer = (own: MemoryStore): MemoryStore =>
    transfer ? createCrossProjectTransferStore(own, transferOptions(parts, transfer)) : own;
  const unloggedStore = createRecall(ports);
  const [store, ownStore] = [withTransfer(projectStore), withTransfer(unloggedStore)];
  return { store, projectStore, unloggedStore, ownStore, transfer, transferSources };
}

/** One holder of policies for each organisation: it hears of every change in this process. */
export function currentPolicies(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): (orgId: string) => CurrentPolicies {
  // One process owns an embedded database: nobody else changes its policies.
  const ttl = database.kind === 'pglite' ? { ttlMs: Number.POSITIVE_INFINITY } : {};
  return oneForEach((orgId) => createCurrentPolicies({ tenant: database.tenant(orgId), clock, onError, ...ttl }));
}

/** The organisation and the agent of a warm-up: nobody's. What a policy would deny it, nobody is told. */
export const WARM_UP = 'inkling-warm-up';

/** The authorizer that is used when none is given. */
export function policyAuthorizer(
  policies: (orgId: string) => CurrentPolicies,
  listener: ((report: ShadowReport) => void) | undefined,
  onError: (error: unknown) => void,
): Authorizer {
  function onShadowDenied(report: ShadowReport): void {
    try {
      if (report.principal.agentId !== WARM_UP) listener?.(report);
    } catch (error) {
      onError(error);
    }
  }
  return createCedarAuthorizer({ policies: (orgId) => policies(orgId).decider(), onShadowDenied });
}

// As for settings: another process on a server may have granted or revoked, and is believed that late.
const SOURCES_TTL_MS = 2000;

/** What is granted to projects, kept because each recall asks for it. */
interface TransferSources {
  /** What is granted to a destination, with the fingerprints that decide on it. */
  of(orgId: string, destinationProjectId: string): Promise<readonly TransferSource[]>;
  /** A grant or a fingerprint has changed, or may have. */
  changed(): void;
}

/** Reads grants of all organisations of a memory. */
function wireTransferSources(database: Database, clock: Clock): TransferSources {
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

interface TransferParts {
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
