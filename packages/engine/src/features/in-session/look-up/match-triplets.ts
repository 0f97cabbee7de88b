import type { Clock } from '../../../base/clock.ts';
import { inTimeOr, type Deadline } from '../../../base/deadline.ts';
import { InklingError } from '../../../base/errors.ts';
import type { GraphContextTriplet } from '../../../memory/graph/triplet.ts';
import type { GraphIdentity, GraphMatchRequest, InSessionGraph } from '../injector-options.ts';
import { questionsOf, type VerbBusEvent } from '../events/verb-bus-event.ts';

interface MatchPorts {
  readonly graph: InSessionGraph | undefined;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The observations do not wait for the graph any longer than this share of what is left of the budget. */
const SHARE_FOR_GRAPH = 0.5;

function identityOf(event: VerbBusEvent, given: GraphIdentity | undefined): GraphIdentity {
  const { orgId, agentId, sessionId, projectId = null } = event;
  return given ? { ...given, sessionId } : { orgId, agentId, projectId, sessionId };
}

/**
 * The triplets that belong to an event, are wanted, and that the policy allows. Fails closed: without a policy, when it fails or is late, and when
 * it answers anything but a list of as many answers, none; each needs a plain `true`. Never rejects: the observations stand alone then.
 */
export async function matchTriplets(
  ports: MatchPorts,
  event: VerbBusEvent,
  paths: readonly string[],
  isWanted: (triplet: GraphContextTriplet) => boolean,
  budget: Deadline,
): Promise<readonly GraphContextTriplet[]> {
  const { graph } = ports;
  const identity = identityOf(event, graph?.identity);
  if (!graph?.enforce || identity.orgId !== event.orgId) return [];
  const work = (deadline: Deadline): Promise<readonly GraphContextTriplet[]> =>
    allowedTriplets(graph, isWanted, { identity, ...questionsOf(event), paths, signal: deadline.signal });
  return inTimeOr(ports, budget.remaining() * SHARE_FOR_GRAPH, work, [], budget.signal);
}

async function allowedTriplets(
  { matcher, enforce }: InSessionGraph,
  isWanted: (triplet: GraphContextTriplet) => boolean,
  request: GraphMatchRequest,
): Promise<readonly GraphContextTriplet[]> {
  const found = await matcher.match(request);
  if (!Array.isArray(found)) throw answeredNonsense('graph matcher', 'a list of triplets');
  const wanted = found.filter((value): value is GraphContextTriplet => isTriplet(value) && isWanted(value));
  const triplets = wanted.toSorted((a, b) => a.relevanceScore - b.relevanceScore);
  if (triplets.length === 0) return [];
  const answers: unknown = await enforce?.(triplets, request.identity, request.signal);
  if (!Array.isArray(answers) || answers.length !== triplets.length) {
    throw answeredNonsense('graph policy', `${triplets.length} answers`);
  }
  return triplets.filter((_triplet, index) => answers[index] === true);
}

function isTriplet(value: unknown): value is GraphContextTriplet {
  const triplet = (value ?? {}) as Partial<Record<keyof GraphContextTriplet, unknown>>;
  const texts = [triplet.sourceEntity, triplet.relationship, triplet.targetEntity];
  const ids = [triplet.sourceNodeId, triplet.targetNodeId];
  return [...texts, ...ids].every((text) => typeof text === 'string') && typeof triplet.relevanceScore === 'number';
}

const answeredNonsense = (who: string, expected: string): InklingError =>
  new InklingError('invalid-input', `The ${who} did not answer with ${expected}.`);
