import { contentHash } from '../../base/content-hash.ts';
import { lineTokens, type LineMeasure } from '../../memory/compose/line-tokens.ts';
import type { InjectionTrace, TracedLeftOut, TracedRow } from '../../memory/injection-log/injection-trace.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { tracedLeftOutOf, tracedRowOf } from '../../recall/trace-rows.ts';
import type { ReadyBlock } from './compose-block.ts';

/** How the block of an event came to be. Hashing and measuring are for after the hand-over: no tool call waits for it. */
export function traceBlock(measure: LineMeasure, ready: ReadyBlock): InjectionTrace {
  const { composed, found } = ready;
  // Rendered once: what the session has seen is alone in having no line yet.
  const lineOf = new Map<string, string>();
  for (const { item, line } of composed.entries) lineOf.set(item.id, line);
  const tokensOf = (observation: Observation): number | null =>
    lineTokens(observation, measure, lineOf.get(observation.id));
  const leftOut = [...leftOutOfBlock(ready, tokensOf), ...found.leftOut.map(tracedLeftOutOf)];
  const rowOf = new Map(found.rows.map((row) => [row.observation.id, row]));
  return {
    source: 'in-session',
    blockHash: contentHash(composed.block),
    outcome: 'ok',
    elapsedMs: null,
    degraded: found.degraded,
    rows: composed.included.flatMap(({ id }): TracedRow[] => {
      const row = rowOf.get(id);
      return row ? [tracedRowOf(row, tokensOf(row.observation))] : [];
    }),
    leftOut,
    leftOutCount: leftOut.length,
  };
}

/** What was relevant enough: seen before, beyond the number of suggestions, or without room. */
function leftOutOfBlock(
  { composed, found, fresh }: ReadyBlock,
  tokensOf: (observation: Observation) => number | null,
): TracedLeftOut[] {
  const included = new Set(composed.included.map(({ id }) => id));
  const skipped = new Map(composed.skipped.map(({ observation, reason }) => [observation.id, reason]));
  const unseen = new Set(fresh.map(({ id }) => id));
  return found.rows
    .filter(({ observation }) => !included.has(observation.id))
    .map(({ observation, relevance, weightedRank }) => {
      const { id } = observation;
      const reason = skipped.get(id) ?? (unseen.has(id) ? 'over-limit' : 'seen');
      return { id, reason, relevance, weightedRank, tokens: tokensOf(observation), policy: null };
    });
}
