/** A node of the code's graph. Type, name and qualified name together are its identity in a project. */
export interface CodeNode {
  readonly type: string;
  readonly name: string;
  /** Empty = the name says all. */
  readonly qualifiedName: string;
  /** 0 to 1. */
  readonly importance: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type CodeNodeIdentity = Pick<CodeNode, 'type' | 'name' | 'qualifiedName'>;

/** An edge, by the identities of its ends. */
export interface CodeEdge {
  readonly source: CodeNodeIdentity;
  readonly relationship: string;
  readonly target: CodeNodeIdentity;
}

/** What one file gives to the graph: the nodes it declares, and the edges that are read from it. */
export interface FileGraph {
  readonly path: string;
  readonly nodes: readonly CodeNode[];
  readonly edges: readonly CodeEdge[];
}
