import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { enqueueMemoryInject } from '../../contract/delivery.ts';

/** Puts a canary into the queue of a session, and answers the word by which it is known. Fails when there is no such session. */
export async function sendCanary(client: Client, sessionId: string): Promise<string> {
  const word = `canary-${randomUUID()}`;
  const body = {
    text: `${word}: a test of inkling doctor. It says nothing about the work.`,
    source: 'canary' as const,
  };
  await client.call(enqueueMemoryInject, { params: { sessionId }, body });
  return word;
}

/** The word of a canary's text; null when it is none. */
export function canaryWord(text: string): string | null {
  return /^canary-[0-9a-f-]{36}(?=:)/.exec(text)?.[0] ?? null;
}
