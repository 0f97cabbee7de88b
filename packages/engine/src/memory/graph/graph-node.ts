import type { Row } from '../../base/database/database.ts';
import type { Classification } from '../observations/observation.ts';
import { uuidv5 } from '../../base/uuid.ts';

/** What a node has beside its name. Free keys are kept. */
export interface GraphNodeMetadata {
  /** Files of the node, normalised on write. What is about the file an agent works on is found by them. */
  readonly paths?: readonly string[];
  readonly [key: string]: unknown;
}

/** A node as it is written. What is absent keeps the value that stands, and has its default in a new node. */
export interface GraphNodeInput extends GraphNodeIdentity {
  /** (Default of a new node: 'internal') */
  readonly classification?: Classification;
  /** 0 to 1. (Default of a new node: 0.5) */
  readonly importance?: number;
  /** Replaces all of the metadata that stands. At most 8 KiB of JSON. (Default of a new node: empty) */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** One thing of the knowledge graph. */
export interface GraphNode {
  readonly orgId: string;
  readonly id: string;
  readonly projectId: string | null;
  readonly type: string;
  readonly name: string;
  /** '' = the name says all. */
  readonly qualifiedName: string;
  readonly classification: Classification;
  /** 0 to 1. */
  readonly importance: number;
  /** What feedback made of it: 0 to 1, 0.5 is neutral. */
  readonly feedbackWeight: number;
  readonly metadata: GraphNodeMetadata;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of {@link GraphNode} of the table alias `n`. */
export const GRAPH_NODE_COLUMNS = `
  n.org_id as "orgId", n.id, nullif(n.project_id, '') as "projectId", n.type, n.name, n.qualified_name as "qualifiedName",
  n.classification, n.importance, n.feedback_weight as "feedbackWeight", n.metadata, n.created_at as "createdAt",
  n.updated_at as "updatedAt"`;

/** A row of {@link GRAPH_NODE_COLUMNS}. */
export type GraphNodeRow = GraphNode & Row;

/** The namespace of node ids. Never changes: ids in injection logs and in other databases were made with it. */
const NAMESPACE = '6f1a0a52-5d0e-5c43-9a54-7b1f2a2d9c10';

/** What makes a node the node that it is. */
export interface GraphNodeIdentity {
  /** (Default: null, belongs to no project) */
  readonly projectId?: string | null;
  /** Service, Module, API, Database, Decision, Pattern, Person, Config, Dependency, Function, Class or any other text. */
  readonly type: string;
  readonly name: string;
  /** Tells nodes of one type and name apart, such as `src/a.ts#main` and `src/b.ts#main`. (Default: '', the name says all) */
  readonly qualifiedName?: string;
}

/**
 * The id of a node: UUIDv5 of organisation, project, type and name, and of the qualified name when there is one. The same thing found
 * twice is the same node, and nobody needs to look it up to link to it. Source: contract 8.
 */
export function graphNodeId(orgId: string, { projectId, type, name, qualifiedName = '' }: GraphNodeIdentity): string {
  // As JSON, so that no choice of names makes two different lists one text.
  const parts = [orgId, projectId ?? '', type, name, ...(qualifiedName === '' ? [] : [qualifiedName])];
  return uuidv5(NAMESPACE, JSON.stringify(parts));
}
