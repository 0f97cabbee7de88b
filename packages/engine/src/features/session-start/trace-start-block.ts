import { contentHash } from '../../base/content-hash.ts';
import { lineTokens, type LineMeasure } from '../../memory/compose/line-tokens.ts';
import type { InjectionTrace, TracedLeftOut } from '../../memory/injection-log/injection-trace.ts';
import { tracedLeftOutOf, tracedRowOf } from '../../recall/trace-rows.ts';
import type { SessionMemoryBlock } from './build-session-memory-block.ts';

/** How a session's start block came to be. */
export function traceStartBlock(block: SessionMemoryBlock, measure: LineMeasure): InjectionTrace {
  const skipped = block.skipped.map(
    ({ id, reason, tokens = null, relevance = null, weightedRank = null }): TracedLeftOut => ({
      id,
      reason,
      relevance,
      weightedRank,
      tokens,
      policy: null,
    }),
  );
  const leftOut = [...skipped, ...block.leftOut.map(tracedLeftOutOf)];
  return {
    source: 'session-start',
    blockHash: block.block === '' ? null : contentHash(block.block),
    outcome: block.outcome,
    elapsedMs: block.elapsedMs,
    degraded: block.degraded,
    rows: block.rows.map((row) => tracedRowOf(row, lineTokens(row.observation, measure))),
    leftOut,
    leftOutCount: leftOut.length,
  };
}
