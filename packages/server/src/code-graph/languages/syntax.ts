import type { Node } from '@vscode/tree-sitter-wasm';

/** The named children of one type. */
export function childrenOf(node: Node, type: string): Node[] {
  return node.namedChildren.filter((child): child is Node => child?.type === type);
}

/** The text of a field; empty = there is none. */
export function fieldText(node: Node, field: string): string {
  return node.childForFieldName(field)?.text ?? '';
}
