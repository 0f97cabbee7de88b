import { contentHash } from '../../base/content-hash.ts';
import { lineTokens } from '../../memory/compose/line-tokens.ts';
import type { InjectionTrace, TracedLeftOut, TracedRow } from '../../memory/injection-log/injection-trace.ts';
import { tracedLeftOutOf, tracedRowOf } from '../../recall/trace-rows.ts';
import type { ReadyBlock } from './compose-block.ts';
import type { InjectorParts } from './injector-parts.ts';

/** How the block of an event came to be. Hashing and measuring are for after the hand-over: no tool call waits for it. */
export function traceBlock(
  { estimateTokens }: Pick<InjectorParts, 'estimateTokens'>,
  ready: ReadyBlock,
): InjectionTrace {
  const { composed, found } = ready;
  const leftOut = [...leftOutOfBlock(ready, estimateTokens), ...found.leftOut.map(tracedLeftOutOf)];
  const rowOf = new Map(found.rows.map((row) => [row.observation.id, row]));
  return {
    source: 'in-session',
    blockHash: contentHash(composed.block),
    outcome: 'ok',
    elapsedMs: null,
    degraded: found.degraded,
    rows: composed.included.flatMap(({ id }): TracedRow[] => {
      const row = rowOf.get(id);
      return row ? [tracedRowOf(row, lineTokens(row.observation, estimateTokens))] : [];
    }),
    leftOut,
    leftOutCount: leftOut.length,
  };
}

/** What was relevant enough: seen before, beyond the number of suggestions, or without room. */
function leftOutOfBlock(
  { composed, found, fresh }: ReadyBlock,
  estimateTokens: InjectorParts['estimateTokens'],
): TracedLeftOut[] {
  const included = new Set(composed.included.map(({ id }) => id));
  const skipped = new Map(composed.skipped.map(({ observation, reason }) => [observation.id, reason]));
  const unseen = new Set(fresh.map(({ id }) => id));
  return found.rows
    .filter(({ observation }) => !included.has(observation.id))
    .map(({ observation, relevance, weightedRank }) => {
      const { id } = observation;
      const reason = skipped.get(id) ?? (unseen.has(id) ? 'over-limit' : 'seen');
      const tokens = lineTokens(observation, estimateTokens);
      return { id, reason, relevance, weightedRank, tokens, policy: null };
    });
}
