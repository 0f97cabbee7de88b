import type { SubscriberInject } from '@inkling/engine/building-blocks';
import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import type { AgentSession } from './agent-session.ts';
import { createHintDesk } from './hand-over-hints.ts';

const hint = (sessionId: string): SubscriberInject =>
  ({ sessionId, agentId: 'a', text: 'hint', observationIds: [] }) as unknown as SubscriberInject;

function parts() {
  const queued: unknown[] = [];
  const idle = new Set(['s']);
  const memory = {
    enqueueMemoryInject: async (input: unknown) => void queued.push(input),
    isInjectQueueIdle: (id: string) => idle.has(id),
  };
  const desk = createHintDesk(memory as never, { ...systemClock, now: () => 1000, monotonic: () => 5 });
  const session = { id: 's', heartbeatAt: 0, hints: [] } as unknown as AgentSession;
  return { desk, queued, idle, session };
}

test('a hint goes into the answer of an event that is being answered, one at a time, when nothing waits', async () => {
  const { desk, queued, session } = parts();
  const leave = desk.attend(session);
  await desk.enqueue(hint('s'));
  expect([session.hints, queued]).toEqual([[hint('s')], []]);
  await desk.enqueue(hint('s'));
  expect(queued).toHaveLength(1);
  leave();
});

test('it goes into the queue, for ten minutes, when something may wait, for another session and when nobody is answered', async () => {
  const { desk, queued, idle, session } = parts();
  const leave = desk.attend(session);
  await desk.enqueue(hint('other'));
  idle.clear();
  await desk.enqueue(hint('s'));
  idle.add('s');
  leave();
  await desk.enqueue(hint('s'));
  expect(session.hints).toEqual([]);
  const expiresAt = new Date(601_000);
  expect(queued).toMatchObject([{ sessionId: 'other', source: 'in-session', expiresAt }, {}, { expiresAt }]);
});
