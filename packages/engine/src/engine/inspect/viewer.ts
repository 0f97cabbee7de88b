import { addToList } from '../../base/lists.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { requireId } from '../../base/require-input.ts';
import type { GraphNode } from '../../memory/graph/graph-node.ts';
import { listAttributeSets, type AttributeSet } from '../../base/database/hidden-sets.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { AuthorizationResource } from '../../memory/policy/authorizer.ts';
import { decideOnce } from '../../memory/policy/decide-once.ts';
import { nodeResource } from '../../memory/policy/enforce-graph-access.ts';
import { resourceOf } from '../../recall/candidates/authorize-candidates.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/**
 * Who looks at what is remembered. They are told what the policies let an agent of this name read that works in the memory's own project:
 * looking at a project is working in it. What they may not read is left out.
 */
export interface Viewer {
  /** As in the change log, for example `key:` and the key's id. */
  readonly agentId: string;
  /** The only projects that they may look at. (Default: every project) */
  readonly projects?: readonly string[];
  /** They review what is in quarantine; from others its text is kept, as from blocks. (Default: false) */
  readonly reviews?: boolean;
}

/** Whoever may look. (Default: nobody in particular, who is told everything: the handle's owner) */
export interface WithViewer {
  readonly viewer?: Viewer;
}

type Ports = Pick<Rooms, 'authorizer' | 'onError'>;

/** The attributes that no observation may have that the viewer is told of. Fails closed: what cannot be decided on is hidden. */
export async function hiddenFrom(
  ports: Ports,
  tenant: TenantDatabase,
  viewer: Viewer | undefined,
  project: string | null,
): Promise<readonly AttributeSet[]> {
  if (viewer === undefined) return [];
  const sets = await listAttributeSets(tenant, project);
  const { orgId } = tenant;
  const resources = sets.map((set): AuthorizationResource => ({ ...set, orgId, id: '', type: 'observation' }));
  const visible = await visibleTo(ports, orgId, viewer, resources);
  return sets.filter((_, index) => !visible.has(resources[index]!));
}

/** Those of the resources that the viewer may be told of. */
async function visibleTo<Resource extends AuthorizationResource>(
  { authorizer, onError }: Ports,
  orgId: string,
  viewer: Viewer | undefined,
  resources: readonly Resource[],
): Promise<ReadonlySet<Resource>> {
  if (viewer === undefined) return new Set(resources);
  requireId(viewer.agentId, 'viewer.agentId');
  const byProject = new Map<string | null, Resource[]>();
  for (const resource of resources) addToList(byProject, resource.projectId, resource);
  const visible = new Set<Resource>();
  for (const [projectId, those] of byProject) {
    if (!coversProject(viewer, projectId)) continue;
    const principal = { orgId, agentId: viewer.agentId, projectId, sessionId: null };
    const decisions = await decideOnce(authorizer, principal, those, onError);
    for (const [index, resource] of those.entries()) if (decisions[index]?.allowed) visible.add(resource);
  }
  return visible;
}

const coversProject = ({ projects }: Viewer, projectId: string | null): boolean =>
  projects === undefined || (projectId !== null && projects.includes(projectId));

/** Whether a viewer is told of statements that wait for a review. */
export const seesQuarantine = (viewer: Viewer | undefined): boolean => viewer === undefined || viewer.reviews === true;

/** The ids of those observations and nodes that the viewer may be told of. */
export async function visibleIds(
  ports: Ports,
  orgId: string,
  viewer: Viewer | undefined,
  {
    observations = [],
    nodes = [],
  }: { readonly observations?: readonly Observation[]; readonly nodes?: readonly GraphNode[] },
): Promise<ReadonlySet<string>> {
  const shown = observations.filter(({ quarantineReason }) => quarantineReason === null || seesQuarantine(viewer));
  const resources = [...shown.map(resourceOf), ...nodes.map(nodeResource)];
  return new Set([...(await visibleTo(ports, orgId, viewer, resources))].map(({ id }) => id));
}
