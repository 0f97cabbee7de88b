import { randomUUID } from 'node:crypto';
import type { ProviderHookEvent } from '@inkling/engine';
import type { AgentSession, OpenQuestion, RailPorts } from './agent-session.ts';

/** Questions of a session that wait for an answer, and how often each is asked. */
const MOST_OPEN = 2;
const MOST_TRIES = 3;

/** What is asked: a tool call's or a prompt's own fields. */
export type Question = Pick<ProviderHookEvent, 'type' | 'toolName' | 'toolInput' | 'toolUseId' | 'directory'>;

/** The look-up of a tool call begins; it goes on while the tool runs. */
export async function beginLookUp(ports: RailPorts, session: AgentSession, question: Question): Promise<void> {
  await ports.subscriber.handleHookEvent(eventOf(ports, session, question));
}

/**
 * What memory has for an event, and for earlier ones that were given up: an event has a tenth of a second, and a machine may be busy. Such a
 * question is looked up again while the agent goes on, and the session's next event takes what was found. null = the event asks nothing itself.
 */
export async function lookUp(ports: RailPorts, session: AgentSession, question: Question | null): Promise<void> {
  const asked: OpenQuestion[] = session.open.splice(0);
  if (question !== null) asked.push({ event: eventOf(ports, session, question), tries: 0 });
  await Promise.all(asked.map((one) => ask(ports, session, one)));
}

function eventOf({ memory, clock }: RailPorts, session: AgentSession, question: Question): ProviderHookEvent {
  const { id: sessionId, client: agentId, projectId, settings } = session;
  const config = settings.inSession;
  return { ...question, config, orgId: memory.orgId, sessionId, agentId, projectId, emittedAt: clock.now() };
}

async function ask({ subscriber }: RailPorts, session: AgentSession, { event, tries }: OpenQuestion): Promise<void> {
  const { outcome, degraded } = await subscriber.handleHookEvent(event);
  // What is found without the index, which a daemon that has just started still loads, is not all.
  const isOpen = outcome === 'budget-exceeded' || (outcome === 'no-match' && degraded === 'cold-index');
  if (!isOpen || tries >= MOST_TRIES || session.open.length >= MOST_OPEN) return;
  // Under a number of its own: what was begun under the old one has been taken.
  const again = { ...event, toolUseId: randomUUID() };
  session.open.push({ event: again, tries: tries + 1 });
  await subscriber.handleHookEvent({ ...again, type: 'pre-tool-use' });
}
