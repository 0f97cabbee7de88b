import { requireInput, requireId } from '../../base/require-input.ts';
import type { DeniedTriplet } from '../../features/graph-context/authorize-triplets.ts';
import type { SessionMemoryBlock } from '../../features/session-start/build-session-memory-block.ts';
import { composeRetrievalQuery } from '../../features/session-start/inject-context-for-claimed-session.ts';
import type { PolicyDecision, ShadowDenial } from '../../memory/policy/authorizer.ts';
import { existingSession, type SessionStore } from '../../memory/sessions/session-store.ts';
import type { SessionBlockRequest } from '../sessions/build-block.ts';
import { decideOnce } from '../../memory/policy/decide-once.ts';
import { resourceOf } from '../../recall/candidates/authorize-candidates.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** A session, or somebody and what is asked. */
export type DenialQuestion =
  | { readonly sessionId: string; readonly queryText?: undefined }
  | {
      readonly sessionId?: undefined;
      readonly queryText: string;
      readonly agentId?: string;
      readonly projectId?: string | null;
      readonly paths?: readonly string[];
      /** (Default: 'feature') */
      readonly workType?: string;
    };

/** One thing that was kept from the block by a policy, by its id only. */
export type Denial =
  | { readonly type: 'observation'; readonly id: string; readonly decision: PolicyDecision }
  | ({ readonly type: 'triplet' } & DeniedTriplet);

/** What the policies do to a session start. */
export interface DenialExplanation {
  readonly queryText: string;
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly denied: readonly Denial[];
  /** What is in the block, and the policy that allowed it; with what policies in shadow mode would deny of it. */
  readonly allowed: readonly { readonly id: string; readonly policy: string; readonly shadow?: ShadowDenial }[];
  /** Triplets in the block. */
  readonly triplets: number;
  readonly outcome: SessionMemoryBlock['outcome'];
}

/** A preview writes nothing, not even to the retrieval log. */
interface DenialPorts {
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly previewStartBlock: (request: SessionBlockRequest) => Promise<SessionMemoryBlock>;
}

// Nobody waits for it but a person.
const DEADLINE_MS = 10_000;

/** The session that a question without one is decided for: no policy names it. */
const NO_SESSION = 'explanation';

/**
 * Builds the block of a session start again and says what the policies kept out of it: as memory and policies are now. Fails with
 * `session-not-found` and `invalid-input`.
 */
export async function explainDenials(ports: DenialPorts, question: DenialQuestion): Promise<DenialExplanation> {
  const request = await requestOf(ports, question);
  const block = await ports.previewStartBlock({ ...request, deadlineMs: DEADLINE_MS, explain: true });
  return {
    queryText: block.queryText,
    agentId: request.agentId ?? null,
    projectId: request.projectId ?? null,
    denied: [...deniedObservations(block), ...deniedTriplets(block)],
    allowed: block.rows.map(({ observation: { id }, explanation }) => ({
      id,
      policy: explanation?.policy ?? '',
      ...(explanation?.shadow ? { shadow: explanation.shadow } : {}),
    })),
    triplets: block.graphEdgeKeys.length,
    outcome: block.outcome,
  };
}

async function requestOf({ sessions }: DenialPorts, question: DenialQuestion): Promise<SessionBlockRequest> {
  const { sessionId } = question;
  if (sessionId === undefined) {
    requireInput(typeof question.queryText === 'string', 'queryText', 'a string, where no session is named');
    return { workType: 'feature', ...question, sessionId: NO_SESSION };
  }
  const { workType, projectId, agentId, workItem } = await existingSession(sessions, sessionId);
  const queryText = composeRetrievalQuery(workItem, sessionId);
  return { sessionId, workType, projectId, queryText, ...(agentId === null ? {} : { agentId }) };
}

function deniedObservations({ leftOut }: SessionMemoryBlock): Denial[] {
  return leftOut.flatMap(({ id, decision }) => (decision ? [{ type: 'observation' as const, id, decision }] : []));
}

function deniedTriplets({ deniedTriplets: triplets }: SessionMemoryBlock): Denial[] {
  return triplets.map((triplet) => ({ type: 'triplet' as const, ...triplet }));
}

/** Who would be shown what. */
export interface AccessQuestion {
  readonly agentId: string;
  /** The project that the agent works in. (Default: none) */
  readonly projectId?: string | null;
  readonly sessionId?: string | null;
  readonly observationId: string;
}

/** Decides as recall does; null = the organisation has no such observation. */
export async function explainAccess(
  rooms: Pick<Rooms, 'observations' | 'authorizer' | 'onError'>,
  orgId: string,
  { observationId, ...asking }: AccessQuestion,
): Promise<PolicyDecision | null> {
  requireId(asking.agentId, 'agentId');
  const row = await rooms.observations(orgId).get(observationId);
  if (row === null) return null;
  const [decision] = await decideOnce(rooms.authorizer, { orgId, ...asking }, [resourceOf(row)], rooms.onError);
  return decision ?? null;
}
