import type { Client } from '../../client/client.ts';
import { forget } from '../../contract/observations.ts';
import { stopSession } from '../../contract/sessions.ts';

/**
 * Takes a session of the doctor's out of the user's memory as if it had never been: it says nothing about the work, and must count nowhere.
 * Never rejects: what the doctor found is told all the same.
 */
export async function forgetSession(client: Client, sessionId: string): Promise<void> {
  // One whose hooks failed has not ended, and would be captured a day later.
  await client.call(stopSession, { params: { sessionId }, body: { reason: 'inkling doctor' } }).catch(() => undefined);
  await client.call(forget, { body: { sessionId, traceless: true } }).catch(() => undefined);
}
