import { composeObservationBlock } from '../../memory/compose/compose-observation-block.ts';
import { sanitizeExcerpt } from '../../memory/compose/lines/sanitize-excerpt.ts';
import {
  listDeliveredInjections,
  type DeliveredInjection,
  type InjectionDelivery,
  type ListDeliveredInjectionsOptions,
} from '../../memory/injection-log/list-delivered-injections.ts';
import type { FeedbackEvidence } from '../../memory/feedback/find-evidence.ts';
import { listSessionUses } from '../../memory/feedback/list-injected-observations.ts';
import type { StoredContextInjection } from '../../memory/injection-log/context-injection-log.ts';
import { withoutDenied } from '../../memory/injection-log/injection-trace.ts';
import type { Observation, ObservationStatus } from '../../memory/observations/observation.ts';
import { observationStatus } from '../../memory/observations/observation-status.ts';
import type { GraphStore } from '../../memory/graph/graph-store.ts';
import { lineMeasure } from '../wire/memory-options.ts';
import { visibleIds, type WithViewer } from './viewer.ts';
import type { Rooms } from '../wire/wire-rooms.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { listContextInjections } from '../../memory/injection-log/record-context-injection.ts';
import { listMemoryInjects, type ListMemoryInjectsOptions } from '../../memory/injects/list-given.ts';
import type { MemoryInject } from '../../memory/injects/memory-inject.ts';

/**
 * The block of an injection. `exact`: as it was enqueued. `rebuilt`: the queue does not have it (any more: it was purged, or never enqueued), so it is
 * rendered anew from what its memories say today. `forgotten`: an observation in it was forgotten, and its text with it. `empty`: there was none.
 * `withheld`: the viewer may not read all that is in it.
 */
export interface InspectedBlock {
  readonly state: 'exact' | 'rebuilt' | 'forgotten' | 'empty' | 'withheld';
  readonly text: string;
}

/** A memory of an injection as it is today; `withheld`, by its id only: policies deny it to the viewer. */
export interface InspectedMemory {
  readonly id: string;
  /** null = it was forgotten or is withheld. */
  readonly excerpt: string | null;
  readonly kind: string | null;
  readonly weight: number | null;
  readonly status: ObservationStatus | 'forgotten' | 'withheld';
  /** How the session used it; null = not at all, or nobody has looked yet. */
  readonly use: FeedbackEvidence | null;
}

/** An injection with all that can be told of it. */
export interface InspectedInjection extends StoredContextInjection {
  readonly block: InspectedBlock;
  /** null = it was never enqueued, or the row was purged. */
  readonly delivery: Omit<InjectionDelivery, 'text'> | null;
  /** Of the block and of what was left out, each once. */
  readonly memories: readonly InspectedMemory[];
}

export interface InspectParts {
  readonly rooms: Pick<Rooms, 'options' | 'observations' | 'clock' | 'authorizer' | 'onError'>;
  readonly tenant: TenantDatabase;
  readonly graph: Pick<GraphStore, 'getNodes' | 'neighbourhood'>;
}

/** What is known of the memories and nodes that injections name, and what of it may be told. */
interface Known {
  readonly observations: ReadonlyMap<string, Observation>;
  readonly nodeNames: ReadonlyMap<string, string>;
  readonly uses: ReadonlyMap<string, FeedbackEvidence>;
  readonly visible: ReadonlySet<string>;
  readonly measure: ReturnType<typeof lineMeasure>;
  readonly now: number;
}

/** The injections of a session, newest first, with blocks, deliveries and memories. Fails with `invalid-input`. */
export async function inspectInjections(
  { rooms, tenant, graph }: InspectParts,
  sessionId: string,
  { viewer, ...options }: ListDeliveredInjectionsOptions & WithViewer = {},
): Promise<readonly InspectedInjection[]> {
  const logs = await listDeliveredInjections(tenant, sessionId, options);
  const [observations, named, uses] = await Promise.all([
    rooms.observations(tenant.orgId).getMany([...new Set(logs.flatMap(idsOf))]),
    graph.getNodes([...new Set(logs.flatMap(({ graphNodeIds }) => graphNodeIds))]),
    listSessionUses(tenant, sessionId),
  ]);
  const known: Known = {
    observations: new Map(observations.map((observation) => [observation.id, observation])),
    nodeNames: new Map(named.map(({ id, name }) => [id, name])),
    uses,
    visible: await visibleIds(rooms, tenant.orgId, viewer, { observations, nodes: named }),
    measure: lineMeasure(rooms.options),
    now: rooms.clock.now(),
  };
  // What was denied to the session stays a matter between it and its policies.
  return logs.map((log) => inspected(viewer === undefined ? log : { ...log, trace: withoutDenied(log.trace) }, known));
}

function idsOf({ observationIds, trace }: StoredContextInjection): string[] {
  return [...observationIds, ...(trace?.leftOut ?? []).flatMap(({ id }) => (id === null ? [] : [id]))];
}

function inspected(injection: DeliveredInjection, known: Known): InspectedInjection {
  const { delivery, ...log } = injection;
  return {
    ...log,
    delivery: delivery === null ? null : withoutText(delivery),
    block: blockOf(injection, known),
    memories: [...new Set(idsOf(log))].map((id) => memoryOf(id, known)),
  };
}

const untold = (id: string, status: 'withheld' | 'forgotten'): InspectedMemory => ({
  id,
  excerpt: null,
  kind: null,
  weight: null,
  status,
  use: null,
});

function withoutText({ text: _text, ...delivery }: InjectionDelivery): Omit<InjectionDelivery, 'text'> {
  return delivery;
}

function memoryOf(id: string, { observations, uses, visible, now }: Known): InspectedMemory {
  const observation = observations.get(id);
  if (!observation) return untold(id, 'forgotten');
  if (!visible.has(id)) return untold(id, 'withheld');
  const { content, kind, weight } = observation;
  const status = observationStatus(observation, now);
  return { id, excerpt: sanitizeExcerpt(content), kind, weight, status, use: uses.get(id) ?? null };
}

function blockOf(injection: DeliveredInjection, known: Known): InspectedBlock {
  const { delivery, observationIds, graphNodeIds, actualTokens } = injection;
  const hasText = delivery ? delivery.text !== '' : actualTokens > 0;
  if (!hasText) return { state: delivery ? 'forgotten' : 'empty', text: '' };
  const inIt = [
    ...observationIds.filter((id) => known.observations.has(id)),
    ...graphNodeIds.filter((id) => known.nodeNames.has(id)),
  ];
  if (!inIt.every((id) => known.visible.has(id))) return { state: 'withheld', text: '' };
  return delivery ? { state: 'exact', text: delivery.text } : rebuilt(injection, known);
}

function rebuilt(
  { observationIds, graphEdgeKeys }: DeliveredInjection,
  { observations, nodeNames, measure }: Known,
): InspectedBlock {
  const rows = observationIds.flatMap((id) => observations.get(id) ?? []);
  if (rows.length < observationIds.length) return { state: 'forgotten', text: '' };
  const triplets = graphEdgeKeys.flatMap(({ sourceId, relationshipName: relationship, targetId }) => {
    const [sourceEntity, targetEntity] = [nodeNames.get(sourceId), nodeNames.get(targetId)];
    return sourceEntity === undefined || targetEntity === undefined
      ? []
      : [{ sourceEntity, relationship, targetEntity }];
  });
  const { lineFormat: format, estimateTokens } = measure;
  const { block } = composeObservationBlock(rows, Number.POSITIVE_INFINITY, estimateTokens, { format, triplets });
  return { state: 'rebuilt', text: block };
}

const MOST_LOGGED = 1000;

/** The queue of a session as somebody may see it: the text is '' where the viewer may not read all that is in it. */
export async function injectsSeen(
  { rooms, tenant, graph }: InspectParts,
  sessionId: string,
  { viewer, ...options }: ListMemoryInjectsOptions & WithViewer = {},
): Promise<readonly MemoryInject[]> {
  const rows = await listMemoryInjects(tenant, sessionId, options);
  if (viewer === undefined || rows.length === 0) return rows;
  const logs = await listContextInjections(tenant, sessionId, { limit: MOST_LOGGED });
  const nodesOf = ({ logId, contentHash }: MemoryInject): readonly string[] =>
    logs.find(({ id, trace }) => id === logId || trace?.blockHash === contentHash)?.graphNodeIds ?? [];
  const [observations, named] = await Promise.all([
    rooms.observations(tenant.orgId).getMany([...new Set(rows.flatMap(({ observationIds }) => observationIds))]),
    graph.getNodes([...new Set(rows.flatMap(nodesOf))]),
  ]);
  const visible = await visibleIds(rooms, tenant.orgId, viewer, { observations, nodes: named });
  const hidden = new Set([...observations, ...named].map(({ id }) => id).filter((id) => !visible.has(id)));
  return rows.map((row) => {
    const isWithheld = [...row.observationIds, ...nodesOf(row)].some((id) => hidden.has(id));
    return isWithheld ? { ...row, text: '', observationIds: row.observationIds.filter((id) => !hidden.has(id)) } : row;
  });
}
