import { estimateTokens as estimateByCharacters, type TokenEstimator } from '../../base/text/estimate-tokens.ts';
import { safeListener } from '../../base/safe-listener.ts';
import { composeTripletBlock } from '../../memory/compose/compose-triplet-block.ts';
import type { FoundTriplet } from '../../memory/graph/expand-graph.ts';
import { surfacedGraph, type SurfacedGraph } from '../../memory/graph/triplet.ts';
import type { DeniedTriplet } from './authorize-triplets.ts';
import { findTriplets, type FindTripletsRequest } from './find-triplets.ts';

/** What a block of triplets is built from. */
export interface GraphContextRequest extends FindTripletsRequest {
  /** (Default: 500) */
  readonly budgetTokens?: number;
  /** (Default: an estimate that real tokenizers stay below) */
  readonly estimateTokens?: TokenEstimator;
}

/** A block of triplets and what is in it. */
export interface GraphContextBlock extends SurfacedGraph {
  /** Markdown; '' when there is no authorized triplet that fits. */
  readonly block: string;
  /** The triplets in the block, in its order. */
  readonly triplets: readonly FoundTriplet[];
  /** Estimated tokens of the block, at most the budget. */
  readonly actualTokens: number;
  /** What was found and must not be shown, and which policy says so. */
  readonly denied: readonly DeniedTriplet[];
}

/** Tokens of a block of triplets. Source: seed "Graph Context Injection", block format. */
export const DEFAULT_GRAPH_BUDGET_TOKENS = 500;

/**
 * The `## Knowledge Graph Triplets` block for a query: most important first, both ends authorized, never above its budget. Never
 * rejects: whatever fails is told to `onError`, and the block is empty. Source: seed "Graph Context Injection".
 *
 * ```ts
 * const { block } = await buildGraphContextBlock({
 *   identity: { agentId, orgId, projectId, sessionId },
 *   scope: { orgId, projectId },
 *   engine: org.graph,
 *   queryText: 'fix null pointer in AuthService',
 * });
 * ```
 */
export async function buildGraphContextBlock(request: GraphContextRequest): Promise<GraphContextBlock> {
  const onError = safeListener(request?.onError);
  try {
    const { budgetTokens = DEFAULT_GRAPH_BUDGET_TOKENS, estimateTokens = estimateByCharacters } = request;
    const { allowed, denied } = await findTriplets(request);
    const { block, actualTokens, included } = composeTripletBlock(allowed, budgetTokens, estimateTokens);
    return { block, actualTokens, triplets: included, denied, ...surfacedGraph(included) };
  } catch (error) {
    onError(error);
    return { block: '', actualTokens: 0, triplets: [], denied: [], ...surfacedGraph([]) };
  }
}
