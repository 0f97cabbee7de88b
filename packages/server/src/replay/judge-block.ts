import type { SessionMemoryBlock } from '@inkling/engine';
import type { BlockOutcome } from './query-outcome.ts';
import { positionOf } from './replay-commit.ts';

/** What is true of a query, whoever answers: positions of earlier commits. */
export interface ReplayTruth {
  /** Those that touched at least one of the files. */
  readonly touching: ReadonlySet<number>;
  /** Those that are similar enough. */
  readonly relevant: ReadonlySet<number>;
}

/** Compares what a block holds with what is true. */
export function judgeBlock(block: SessionMemoryBlock, { touching, relevant }: ReplayTruth): BlockOutcome {
  const positions = block.observationIds.map(positionOf);
  const onTarget = positions.filter((position) => touching.has(position));
  return {
    hit: onTarget.length > 0,
    relevantHit: relevant.size === 0 ? null : positions.some((position) => relevant.has(position)),
    lines: positions.length,
    linesOnTarget: onTarget.length,
    tokens: block.actualTokens,
    budgetTokens: block.budgetTokens,
    answered: block.outcome !== 'deadline-exceeded' && block.outcome !== 'failed',
  };
}
