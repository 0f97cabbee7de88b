import { lineTokens, type LineMeasure } from '../../memory/compose/compose-observation-block.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { RecalledObservation } from '../../recall/memory-store.ts';

/** A pinned observation that the viewer may read, and the policy that allowed it. */
export interface PinnedObservation {
  readonly observation: Observation;
  readonly policy: string;
}

/** The share of a block that pinned observations may have: the rest is for what the work item is about. */
const SHARE_OF_PINNED = 1 / 3;

/**
 * The pinned observations that a start block begins with, as rows: in their order, as far as their lines fit into a third of the budget. What recall
 * found too keeps its scores.
 */
export function pinnedFirst(
  pinned: readonly PinnedObservation[],
  recalled: readonly RecalledObservation[],
  { budgetTokens, ...measure }: LineMeasure & { readonly budgetTokens: number },
): readonly RecalledObservation[] {
  const found = new Map(recalled.map((row) => [row.observation.id, row]));
  let left = budgetTokens * SHARE_OF_PINNED;
  return pinned.flatMap(({ observation, policy }, place): RecalledObservation[] => {
    const tokens = lineTokens(observation, measure);
    if (tokens === null || tokens > left) return [];
    left -= tokens;
    const ranks = { unweightedRank: place + 1, weightedRank: place + 1 };
    const row = found.get(observation.id) ?? { observation, relevance: 0, score: 0, policy, ...ranks };
    return [{ ...row, reason: 'pinned' }];
  });
}
