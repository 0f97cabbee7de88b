import type { ReplayMethod, ReplaySurface } from './run-replay.ts';
import type { BlockSettings } from './start-block.ts';
import type { Suggestion } from './suggest-setting.ts';
import type { ReplayFigures, ToolCallFigures } from './summarize-replay.ts';

/** What a replay measured. */
export interface ReplayFindings {
  /** Those of the start blocks. */
  readonly settings: BlockSettings;
  readonly figures: readonly ReplayFigures[];
  readonly toolCalls: ToolCallFigures;
  /** null unless asked for. */
  readonly suggestion: (Suggestion & { readonly apply: string }) | null;
}

/** What a replay comes to, in sentences that a person can act on. */
export function concludeReplay(report: ReplayFindings): readonly string[] {
  return [startSentence(report), ...toolCallSentences(report), adviceOf(report)];
}

type Measured = Pick<ReplayFindings, 'figures'>;

function startSentence(report: Measured): string {
  const [own, latest, fullText] = (['inkling', 'latest', 'full-text'] as const).map((method) =>
    hits(report, 'start', method),
  );
  const { tasks = 0 } = figureOf(report, 'start', 'inkling') ?? {};
  return `On this history the start block names a commit behind the changed lines of ${tasks} tasks in ${own} (ten latest commits: ${latest}; full text: ${fullText}).`;
}

function toolCallSentences({ figures, toolCalls }: ReplayFindings): string[] {
  const report = { figures };
  if (!figureOf(report, 'tool-call', 'inkling')) return [];
  const [own, latest, fullText] = (['inkling', 'latest', 'full-text'] as const).map((method) =>
    hits(report, 'tool-call', method),
  );
  const { repeatedShare, blockShare, tokensPerBlock } = toolCalls;
  const repeated =
    repeatedShare === null ? '' : `; ${wholePercent(repeatedShare)} of a file's later blocks repeat an earlier one`;
  return [
    `The block of the first edit does in ${own} (git log -n 3: ${latest}; full text: ${fullText}).`,
    `${wholePercent(blockShare)} of tool calls get a block, of ${tokensPerBlock.toFixed(0)} tokens${repeated}.`,
  ];
}

function adviceOf({ suggestion, settings }: ReplayFindings): string {
  if (!suggestion) return 'Try --suggest for the budget and the relevance floor that would have served best.';
  const { best, apply } = suggestion;
  if (best.budgetTokens === settings.budgetTokens && best.minRelevance === settings.minRelevance) {
    return 'No other budget and floor would have served better.';
  }
  return `${best.budgetTokens} tokens from ${best.minRelevance} would have served best, with ${wholePercent(best.hitRate)}: ${apply}`;
}

function figureOf({ figures }: Measured, surface: ReplaySurface, method: ReplayMethod): ReplayFigures | undefined {
  return figures.find((row) => row.surface === surface && row.method === method);
}

/** How often, and what it costs: more tokens name more commits. */
function hits(report: Measured, surface: ReplaySurface, method: ReplayMethod): string {
  const { blameHitRate = 0, tokens = 0 } = figureOf(report, surface, method) ?? {};
  return `${wholePercent(blameHitRate)} with ${tokens.toFixed(0)} tokens`;
}

const wholePercent = (share: number): string => `${(share * 100).toFixed(0)} %`;
