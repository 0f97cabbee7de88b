import {
  buildSessionMemoryBlock,
  type SessionMemoryBlock,
} from '../features/session-start/build-session-memory-block.ts';
import type { SessionMemoryRequest } from '../features/session-start/session-memory-request.ts';
import type { GraphSearchEngine } from '../memory/graph/graph-search-engine.ts';
import type { CrossProjectTransferSettings } from '../recall/cross-project-transfer-store.ts';
import type { MemoryStore } from '../recall/memory-store.ts';
import { lineMeasure } from './line-measure.ts';
import { organisationBudget } from './organisation-budget.ts';
import { sessionGraph } from './session-graph.ts';
import type { Rooms } from './wire-rooms.ts';
import { transferOptions } from './wire-transfer.ts';

/** What a block of this organisation is built from; `crossProjectTransfer: {}` also recalls from the peers that are granted. */
export type SessionBlockRequest = Omit<SessionMemoryRequest, 'orgId' | 'store' | 'clock' | 'crossProjectTransfer'> & {
  readonly store?: MemoryStore;
  readonly crossProjectTransfer?: CrossProjectTransferSettings;
};

/** Builds a block with what the organisation has where the request says nothing. */
export async function buildBlock(
  rooms: Rooms,
  orgId: string,
  graph: GraphSearchEngine,
  request: SessionBlockRequest,
): Promise<SessionMemoryBlock> {
  const { options, clock, onError } = rooms;
  const { crossProjectTransfer, ...rest } = request ?? {};
  return buildSessionMemoryBlock({
    ...lineMeasure(options),
    onError,
    ...rest,
    ...(crossProjectTransfer ? { crossProjectTransfer: transferOptions(rooms, crossProjectTransfer) } : {}),
    budget: rest.budget ?? (await organisationBudget(rooms, orgId)),
    graph: rest.graph ?? (await sessionGraph(rooms, orgId, graph, rest)),
    store: rest.store ?? rooms.projectStore,
    clock,
    orgId,
  });
}

/** As a session start of this memory does: with the transfer that it is set to. */
export function buildStartBlock(
  rooms: Rooms,
  orgId: string,
  graph: GraphSearchEngine,
  request: SessionBlockRequest,
): Promise<SessionMemoryBlock> {
  const { transfer } = rooms;
  return buildBlock(rooms, orgId, graph, transfer ? { crossProjectTransfer: transfer, ...request } : request);
}
