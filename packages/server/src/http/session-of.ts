import { InklingError, type OrgMemory, type Session } from '@inkling/engine';

/** The session, or `session-not-found`. */
export async function sessionOf(memory: OrgMemory, sessionId: string): Promise<Session> {
  const session = await memory.sessions.get(sessionId);
  if (session) return session;
  throw new InklingError('session-not-found', `No session ${sessionId} exists.`, {
    wayOut: 'Take an id as the list of sessions names it, or create the session first.',
    details: { sessionId },
  });
}
