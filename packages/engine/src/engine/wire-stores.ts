import type { RetrievalLog } from '../memory/feedback/retrieval-log.ts';
import {
  createCrossProjectTransferStore,
  type CrossProjectTransferSettings,
} from '../recall/cross-project-transfer-store.ts';
import type { MemoryStore } from '../recall/memory-store.ts';
import { createRecall, type RecallPorts } from '../recall/recall.ts';
import { logRetrieval } from './log-retrieval.ts';
import type { OpenMemoryOptions } from './memory-options.ts';
import { transferOptions, wireTransferSources, type TransferSources } from './wire-transfer.ts';

/** The ways to recall from one memory. */
export interface MemoryStores {
  /** What everybody recalls through: with what is granted from other projects, as far as the memory is set to it. */
  readonly store: MemoryStore;
  /** The projects' own memories only. */
  readonly projectStore: MemoryStore;
  /** As `projectStore`, without a row in the retrieval log. */
  readonly unloggedStore: MemoryStore;
  /** null = nothing transfers. */
  readonly transfer: CrossProjectTransferSettings | null;
  readonly transferSources: TransferSources;
}

/** Puts transfer and the retrieval log over recall. */
export function wireStores(options: OpenMemoryOptions, ports: RecallPorts, retrievals: RetrievalLog): MemoryStores {
  const { authorizer, clock, onError } = ports;
  const projectStore = createRecall({ ...ports, onRanked: (ranked) => logRetrieval(retrievals, ranked) });
  const transferSources = wireTransferSources(options.database, clock);
  const transfer = options.crossProjectTransfer === false ? null : (options.crossProjectTransfer ?? {});
  const parts = { options, authorizer, clock, onError, transferSources };
  const store = transfer
    ? createCrossProjectTransferStore(projectStore, transferOptions(parts, transfer))
    : projectStore;
  return { store, projectStore, unloggedStore: createRecall(ports), transfer, transferSources };
}
