import {
  admitEvent,
  type AdmissionPorts,
  type SubscribedSession,
} from '../../features/in-session/events/admit-event.ts';
import type { VerbBusEvent } from '../../features/in-session/events/verb-bus-event.ts';
import type { Admission } from '../../features/in-session/injector-options.ts';
import type { OrgConfig } from '../../memory/config/org-config.ts';

/** Who may receive, for both ways into running sessions. */
export interface InSessionAdmission {
  readonly ports: AdmissionPorts;
  /** For an injector's own events: who works in the session is named in them, and a session that nobody created is what they say. */
  readonly admit: (event: VerbBusEvent, signal: AbortSignal) => Promise<Admission>;
}

/** Admission by what is known of sessions and by the switches of their projects, both kept in memory. */
export function inSessionAdmission(
  config: Pick<OrgConfig, 'effective'>,
  known: (sessionId: string) => Promise<SubscribedSession | null>,
): InSessionAdmission {
  const ports: AdmissionPorts = {
    session: (_orgId, sessionId) => known(sessionId),
    runtimeInjectEnabled: async (_orgId, projectId) => (await config.effective(projectId)).runtimeInjectEnabled,
  };
  return {
    ports,
    admit(event, signal) {
      const { sessionId, agentId, projectId = null } = event;
      const session = async (): Promise<SubscribedSession> => {
        const found = await known(sessionId);
        return found
          ? { ...found, agentId: found.agentId ?? agentId }
          : { status: 'working', agentId, projectId, epoch: 0 };
      };
      return admitEvent({ ...ports, session }, event, signal);
    },
  };
}
