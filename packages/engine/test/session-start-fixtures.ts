import type { SessionMemoryRequest } from '../src/features/session-start/session-memory-request.ts';
import type { Observation } from '../src/memory/observations/observation.ts';
import type { MemoryStore, RecalledObservation, RecallRequest, RecallResult } from '../src/recall/memory-store.ts';

/** A UUID that says which one it is. */
export const uuid = (n: number): string => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;

/** A recalled observation of org_123, with whatever the test changes. */
export function recalledRow(n: number, changes: Partial<Observation> = {}): RecalledObservation {
  const observation: Observation = {
    orgId: 'org_123',
    id: uuid(n),
    projectId: 'proj_xyz',
    agentId: 'git',
    sessionId: null,
    kind: 'commit',
    content: `note ${n}`,
    contentHash: '',
    source: 'import',
    classification: 'internal',
    weight: 1,
    pinned: false,
    metadata: {},
    simhash: '',
    supersededBy: null,
    validTo: null,
    quarantineReason: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...changes,
  };
  return { observation, relevance: 0.5, score: 1, unweightedRank: n, weightedRank: n };
}

/** A store that answers every recall with these rows, as they are, and notes what it was asked. */
export function storeOf(
  rows: readonly RecalledObservation[],
  asked: RecallRequest[] = [],
  answer: Partial<RecallResult> = {},
): MemoryStore {
  return {
    ranksItself: true,
    recall(request) {
      asked.push(request);
      return Promise.resolve({
        outcome: 'ok',
        rows,
        leftOut: [],
        degraded: null,
        semantic: null,
        elapsedMs: 1,
        ...answer,
      });
    },
  };
}

/** The seed's own call of buildSessionMemoryBlock, with whatever the test changes. */
export function requestTo(store: MemoryStore, changes: Partial<SessionMemoryRequest> = {}): SessionMemoryRequest {
  return {
    sessionId: 'ses_abc',
    workType: 'bug_fix',
    orgId: 'org_123',
    projectId: 'proj_xyz',
    queryText: 'fix null pointer in auth middleware',
    store,
    ...changes,
  };
}
