import { uuidv5 } from '../../base/uuid.ts';

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
