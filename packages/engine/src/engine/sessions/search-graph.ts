import { DEADLINE_EXCEEDED, inTime, type Deadline } from '../../base/deadline.ts';
import { requireId, requireInput, requireObject } from '../../base/require-input.ts';
import { authorizeTriplets, type DeniedTriplet } from '../../features/graph-context/authorize-triplets.ts';
import type { FoundTriplet } from '../../memory/graph/expand-graph.ts';
import {
  DEFAULT_GRAPH_SEARCH,
  type GraphSearchEngine,
  type GraphSearchRequest,
} from '../../memory/graph/graph-search-engine.ts';
import { ANONYMOUS_AGENT } from '../../memory/policy/authorizer.ts';
import { graphPolicy } from './session-graph.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** What an agent asks of the graph, and who it is. */
export interface GraphQuestion extends Pick<
  GraphSearchRequest,
  'queryText' | 'paths' | 'topK' | 'neighborhoodDepth' | 'deadlineMs' | 'signal'
> {
  /** (Default: 'anonymous') */
  readonly agentId?: string;
  /** The project that the agent works in. (Default: what belongs to no project) */
  readonly projectId?: string | null;
  readonly sessionId?: string | null;
  /** `org` looks into every project of the organisation. (Default: 'project') */
  readonly scope?: 'project' | 'org';
  /** Fill `denied`. (Default: false) */
  readonly explain?: boolean;
}

/** A triplet that may be read, with the time as a text. */
export interface AnsweredTriplet extends Omit<FoundTriplet, 'provenance'> {
  readonly provenance: {
    readonly observationId: string | null;
    readonly sessionId: string | null;
    readonly timestamp: string | null;
  };
}

/** What the graph answers. */
export interface GraphAnswer {
  readonly outcome: 'ok' | 'deadline-exceeded';
  /** Most relevant first. */
  readonly triplets: readonly AnsweredTriplet[];
  /** What was found and must not be shown, and by which policy. Filled when the question asked to explain. */
  readonly denied: readonly DeniedTriplet[];
  readonly elapsedMs: number;
}

/** More are searched than wanted, so that what the policy takes away leaves some. */
const SEARCHED_PER_WANTED = 2;
const MOST_SEARCHED = 100;

/**
 * Searches the graph for somebody: only triplets of which both ends may be read, whatever the gates of session start say, since it was
 * asked for. Search and policy share one deadline. Fails with `invalid-input`, and as the database does.
 */
export async function searchGraph(
  rooms: Pick<Rooms, 'authorizer' | 'onError' | 'clock'>,
  orgId: string,
  engine: GraphSearchEngine,
  question: GraphQuestion,
): Promise<GraphAnswer> {
  requireQuestion(question);
  const { deadlineMs = DEFAULT_GRAPH_SEARCH.deadlineMs } = question;
  const start = rooms.clock.monotonic();
  const work = ({ signal }: Deadline): Promise<Found> =>
    find(rooms, orgId, engine, { ...question, deadlineMs, signal });
  const found = await inTime(rooms.clock, deadlineMs, work, question.signal);
  const answer = found === DEADLINE_EXCEEDED ? LATE : found;
  return { ...answer, elapsedMs: rooms.clock.monotonic() - start };
}

type Found = Omit<GraphAnswer, 'elapsedMs'>;

const LATE: Found = { outcome: 'deadline-exceeded', triplets: [], denied: [] };

async function find(
  rooms: Pick<Rooms, 'authorizer' | 'onError'>,
  orgId: string,
  engine: GraphSearchEngine,
  question: GraphQuestion & { readonly signal: AbortSignal },
): Promise<Found> {
  const { agentId = ANONYMOUS_AGENT, projectId = null, sessionId = null, scope, explain, signal, ...asked } = question;
  const { topK = DEFAULT_GRAPH_SEARCH.topK } = asked;
  const found = await engine.search({
    ...asked,
    scope: scope === 'org' ? { orgId } : { orgId, projectId },
    // What is no number of triplets is refused as it is.
    topK: Number.isInteger(topK) ? Math.max(topK, Math.min(topK * SEARCHED_PER_WANTED, MOST_SEARCHED)) : topK,
    signal,
  });
  if (found.outcome !== 'ok') return LATE;
  const identity = { orgId, agentId, projectId, sessionId };
  const { allowed, denied } = await authorizeTriplets(graphPolicy(rooms), identity, found.triplets, signal);
  return { outcome: 'ok', triplets: allowed.slice(0, topK).map(answered), denied: explain === true ? denied : [] };
}

function answered({ provenance, ...triplet }: FoundTriplet): AnsweredTriplet {
  const { observationId = null, sessionId = null, timestamp } = provenance ?? {};
  return { ...triplet, provenance: { observationId, sessionId, timestamp: timestamp?.toISOString() ?? null } };
}

function requireQuestion(question: GraphQuestion): void {
  requireObject(question, 'question');
  const { agentId, projectId, sessionId, scope, deadlineMs = 1 } = question;
  if (agentId !== undefined) requireId(agentId, 'agentId');
  if (projectId !== undefined && projectId !== null) requireId(projectId, 'projectId');
  if (sessionId !== undefined && sessionId !== null) requireId(sessionId, 'sessionId');
  const scopes: readonly unknown[] = [undefined, 'project', 'org'];
  requireInput(scopes.includes(scope), 'scope', "'project' or 'org'");
  requireInput(deadlineMs >= 1 && deadlineMs <= 600_000, 'deadlineMs', 'a number from 1 to 600000');
}
