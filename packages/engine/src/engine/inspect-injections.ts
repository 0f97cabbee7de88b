import { estimateTokens } from '../base/estimate-tokens.ts';
import { composeObservationBlock } from '../memory/compose/compose-observation-block.ts';
import { sanitizeExcerpt } from '../memory/compose/sanitize-excerpt.ts';
import {
  listDeliveredInjections,
  type DeliveredInjection,
  type InjectionDelivery,
  type ListDeliveredInjectionsOptions,
} from '../memory/injection-log/list-delivered-injections.ts';
import type { StoredContextInjection } from '../memory/injection-log/context-injection-log.ts';
import type { Observation, ObservationStatus } from '../memory/observations/observation.ts';
import { observationStatus } from '../memory/observations/observation-status.ts';
import type { GraphNode } from '../memory/graph/graph-node.ts';
import type { Rooms } from './wire-rooms.ts';

/**
 * The block of an injection. `exact`: as it was enqueued. `rebuilt`: the queue does not have it (any more: it was purged, or never enqueued), so it is
 * rendered anew from what its memories say today. `forgotten`: an observation in it was forgotten, and its text with it. `empty`: there was none.
 */
export interface InspectedBlock {
  readonly state: 'exact' | 'rebuilt' | 'forgotten' | 'empty';
  readonly text: string;
}

/** A memory of an injection as it is today. */
export interface InspectedMemory {
  readonly id: string;
  /** null = it was forgotten. */
  readonly excerpt: string | null;
  readonly kind: string | null;
  readonly weight: number | null;
  readonly status: ObservationStatus | 'forgotten';
}

/** An injection with all that can be told of it. */
export interface InspectedInjection extends StoredContextInjection {
  readonly block: InspectedBlock;
  /** null = it was never enqueued, or the row was purged. */
  readonly delivery: Omit<InjectionDelivery, 'text'> | null;
  /** Of the block and of what was left out, each once. */
  readonly memories: readonly InspectedMemory[];
}

/** What reading injections stands on. */
export interface InspectParts {
  readonly rooms: Pick<Rooms, 'options' | 'observations' | 'clock'>;
  readonly orgId: string;
  readonly nodes: (ids: readonly string[]) => Promise<readonly GraphNode[]>;
}

/** The injections of a session, newest first, with blocks, deliveries and memories. Fails with `invalid-input`. */
export async function inspectInjections(
  { rooms, orgId, nodes }: InspectParts,
  sessionId: string,
  options: ListDeliveredInjectionsOptions = {},
): Promise<readonly InspectedInjection[]> {
  const logs = await listDeliveredInjections(rooms.options.database.tenant(orgId), sessionId, options);
  const [observations, named] = await Promise.all([
    rooms.observations(orgId).getMany([...new Set(logs.flatMap(idsOf))]),
    nodes([...new Set(logs.flatMap(({ graphNodeIds }) => graphNodeIds))]),
  ]);
  const known = new Map(observations.map((observation) => [observation.id, observation]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return logs.map((log) => inspected(log, known, names, rooms.clock.now()));
}

function idsOf({ observationIds, trace }: StoredContextInjection): string[] {
  return [...observationIds, ...(trace?.leftOut ?? []).flatMap(({ id }) => (id === null ? [] : [id]))];
}

function inspected(
  injection: DeliveredInjection,
  known: ReadonlyMap<string, Observation>,
  names: ReadonlyMap<string, string>,
  now: number,
): InspectedInjection {
  const { delivery, ...log } = injection;
  return {
    ...log,
    delivery: delivery === null ? null : withoutText(delivery),
    block: blockOf(injection, known, names),
    memories: [...new Set(idsOf(log))].map((id) => memoryOf(id, known.get(id), now)),
  };
}

function withoutText({ text: _text, ...delivery }: InjectionDelivery): Omit<InjectionDelivery, 'text'> {
  return delivery;
}

function memoryOf(id: string, observation: Observation | undefined, now: number): InspectedMemory {
  if (!observation) return { id, excerpt: null, kind: null, weight: null, status: 'forgotten' };
  const { content, kind, weight } = observation;
  return { id, excerpt: sanitizeExcerpt(content), kind, weight, status: observationStatus(observation, now) };
}

function blockOf(
  { delivery, observationIds, graphEdgeKeys, actualTokens }: DeliveredInjection,
  known: ReadonlyMap<string, Observation>,
  names: ReadonlyMap<string, string>,
): InspectedBlock {
  if (delivery) return { state: delivery.text === '' ? 'forgotten' : 'exact', text: delivery.text };
  if (actualTokens === 0) return { state: 'empty', text: '' };
  const rows = observationIds.flatMap((id) => known.get(id) ?? []);
  if (rows.length < observationIds.length) return { state: 'forgotten', text: '' };
  const triplets = graphEdgeKeys.flatMap(({ sourceId, relationshipName: relationship, targetId }) => {
    const [sourceEntity, targetEntity] = [names.get(sourceId), names.get(targetId)];
    return sourceEntity === undefined || targetEntity === undefined
      ? []
      : [{ sourceEntity, relationship, targetEntity }];
  });
  const { block } = composeObservationBlock(rows, Number.POSITIVE_INFINITY, estimateTokens, { triplets });
  return { state: 'rebuilt', text: block };
}
