import type { Admission } from '../injector-options.ts';
import type { VerbBusEvent } from './verb-bus-event.ts';

/** What must be known of a session before its events bring it anything. */
export interface SubscribedSession {
  /** `claimed` and `working` receive; every other status does not. */
  readonly status: string;
  /** null = no agent is attached, as in stages that dispatch themselves. */
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly epoch: number;
  /** It goes without memory for an experiment. (Default: false) */
  readonly heldOut?: boolean;
}

/** What an event's admission is decided by. */
export interface AdmissionPorts {
  /** null = there is no such session. Asked for each event: cache it if it is not cheap. */
  readonly session: (orgId: string, sessionId: string, signal: AbortSignal) => Promise<SubscribedSession | null>;
  /** The project's own switch: off = the memory is asked, and nothing is pushed. */
  readonly runtimeInjectEnabled: (orgId: string, projectId: string | null, signal: AbortSignal) => Promise<boolean>;
}

const RECEIVING: readonly string[] = ['claimed', 'working'];

/** Whether an event's session may receive: by its state, its project, and what the project's administrators have switched. */
export async function admitEvent(
  { session, runtimeInjectEnabled }: AdmissionPorts,
  { orgId, sessionId, projectId = null }: VerbBusEvent,
  signal: AbortSignal,
): Promise<Admission> {
  const found = await session(orgId, sessionId, signal);
  if (!found || found.agentId === null || !RECEIVING.includes(found.status)) return { verdict: 'skip' };
  // The event's project is whose memories are found, and for whom the policy decides. Without one only what belongs to no project is.
  if (projectId !== null && projectId !== found.projectId) return { verdict: 'foreign' };
  // The project of the session decides, not the one that an event claims.
  const isOn: unknown = await runtimeInjectEnabled(orgId, found.projectId, signal);
  const verdict = isOn !== true ? 'match-only' : found.heldOut === true ? 'hold-out' : 'deliver';
  return { verdict, epoch: found.epoch };
}
