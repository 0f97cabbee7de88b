/** Which work types recall the graph; true = they do. */
export type RecallMatrix = Readonly<Record<string, boolean>>;

/** bug_fix, refactor and feature recall the graph, chore does not. Source: seed "Graph Context Injection", activation. */
export const DEFAULT_RECALL_MATRIX: RecallMatrix = Object.freeze({
  bug_fix: true,
  refactor: true,
  feature: true,
  chore: false,
});

/** Work types that neither the organisation nor the defaults name recall the graph. */
export const UNKNOWN_WORK_TYPE_RECALLS_GRAPH = true;

/** The second gate of graph context: the organisation's override, else the default, else included. Work types are foreign text. */
export function recallsGraph(overrides: RecallMatrix, workType: string): boolean {
  const matrix = [overrides, DEFAULT_RECALL_MATRIX].find((one) => Object.hasOwn(one, workType));
  return matrix?.[workType] ?? UNKNOWN_WORK_TYPE_RECALLS_GRAPH;
}
