import { shareEstimate } from '@inkling/engine/building-blocks';
import { mean } from '../base/figures.ts';
import {
  REPLAY_SURFACES,
  type ReplayMethod,
  type ReplaySurface,
  type TaskOutcome,
  type TaskVerdict,
} from './run-replay.ts';
import type { ToolCallAnswer } from './tool-calls.ts';

/** The figures of one method at one surface. Rates and shares are from 0 to 1. */
export interface ReplayFigures {
  readonly surface: ReplaySurface;
  readonly method: ReplayMethod;
  readonly tasks: number;
  /** Answers that name a commit behind the changed lines. */
  readonly blameHitRate: number;
  /** Where the true rate lies with 95 % certainty. */
  readonly blameHitInterval: readonly [low: number, high: number];
  /** Answers that name a commit which touched a same file: how far words alone lead. */
  readonly sameFileRate: number;
  /** Answers that name something. */
  readonly spokenShare: number;
  /** Lines of an answer, mean, and the share of all lines that name a commit behind the changed lines. */
  readonly lines: number;
  readonly linesBehindShare: number;
  /** Tokens of an answer, mean, silence included. */
  readonly tokens: number;
  readonly unanswered: number;
}

/** What Inkling answered to all tool calls of all tasks. Shares are from 0 to 1. */
export interface ToolCallFigures {
  readonly edits: number;
  /** Calls on files that the task leaves as they are. */
  readonly reads: number;
  /** Calls that get a block: of all, of the edits, of the reads. */
  readonly blockShare: number;
  readonly editBlockShare: number;
  readonly readBlockShare: number;
  /** Tokens of a block, mean. */
  readonly tokensPerBlock: number;
  /** Of the blocks that a file got after its first, those with the very lines of an earlier task's. null when no file got two. */
  readonly repeatedShare: number | null;
}

const METHODS: readonly ReplayMethod[] = ['inkling', 'full-text', 'latest'];

/** The figures of every method at every surface: the surfaces in their order, the methods within. */
export function summarizeReplay(outcomes: readonly TaskOutcome[]): readonly ReplayFigures[] {
  const verdicts = outcomes.flatMap((outcome) => outcome.verdicts);
  return REPLAY_SURFACES.flatMap((surface) =>
    METHODS.flatMap((method) => {
      const own = verdicts.filter((verdict) => verdict.method === method && verdict.surface === surface);
      return own.length === 0 ? [] : [figuresOf(method, surface, own)];
    }),
  );
}

function figuresOf(method: ReplayMethod, surface: ReplaySurface, verdicts: readonly TaskVerdict[]): ReplayFigures {
  const of = verdicts.length;
  const hits = shareEstimate({ count: verdicts.filter(({ hit }) => hit).length, of });
  const lines = mean(verdicts.map((verdict) => verdict.lines));
  return {
    surface,
    method,
    tasks: of,
    blameHitRate: hits.value,
    blameHitInterval: [hits.low, hits.high],
    sameFileRate: shareOf(verdicts, ({ sameFile }) => sameFile),
    spokenShare: shareOf(verdicts, (verdict) => verdict.lines > 0),
    lines,
    linesBehindShare: lines === 0 ? 0 : mean(verdicts.map(({ linesBehind }) => linesBehind)) / lines,
    tokens: mean(verdicts.map(({ tokens }) => tokens)),
    unanswered: verdicts.filter(({ answered }) => !answered).length,
  };
}

/** The figures of the tool calls, task by task. */
export function summarizeToolCalls(outcomes: readonly TaskOutcome[]): ToolCallFigures {
  const calls = outcomes.flatMap((outcome) => outcome.calls);
  const [edits, reads] = [calls.filter(({ tool }) => tool === 'Edit'), calls.filter(({ tool }) => tool === 'Read')];
  return {
    edits: edits.length,
    reads: reads.length,
    blockShare: shareOf(calls, hasBlock),
    editBlockShare: shareOf(edits, hasBlock),
    readBlockShare: shareOf(reads, hasBlock),
    tokensPerBlock: mean(calls.filter(hasBlock).map(({ tokens }) => tokens)),
    repeatedShare: repeatedShareOf(calls.filter(hasBlock)),
  };
}

const hasBlock = ({ named }: ToolCallAnswer): boolean => named.length > 0;

/** No task asks twice about a file, so two blocks of a file are of two tasks. */
function repeatedShareOf(blocks: readonly ToolCallAnswer[]): number | null {
  const seen = new Map<string, Set<string>>();
  const later: boolean[] = [];
  for (const { path, named } of blocks) {
    const lines = named.toSorted((a, b) => a - b).join();
    const earlier = seen.get(path);
    if (earlier) later.push(earlier.has(lines));
    seen.set(path, (earlier ?? new Set()).add(lines));
  }
  return later.length === 0 ? null : shareOf(later, Boolean);
}

const shareOf = <T>(rows: readonly T[], isOne: (row: T) => boolean): number =>
  mean(rows.map((row) => (isOne(row) ? 1 : 0)));
