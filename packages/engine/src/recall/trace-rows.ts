import type { TracedLeftOut, TracedRow } from '../memory/injection-log/injection-trace.ts';
import type { LeftOut, RecalledObservation } from './memory-store.ts';

/** A row of a block as its trace keeps it: numbers, no text. */
export function tracedRowOf(row: RecalledObservation, tokens: number | null): TracedRow {
  const { observation, relevance, score, unweightedRank, weightedRank, policy, explanation } = row;
  return {
    id: observation.id,
    relevance,
    score,
    weight: observation.weight,
    unweightedRank,
    weightedRank,
    tokens,
    policy: policy ?? explanation?.policy ?? null,
  };
}

/** A candidate that recall left out, as a trace keeps it. */
export function tracedLeftOutOf({ id, reason, relevance, decision }: LeftOut): TracedLeftOut {
  return { id, reason, relevance, weightedRank: null, tokens: null, policy: decision?.policy ?? null };
}
