import { createMemory } from '@inkling/engine';
import { expect, test } from 'vitest';
import { shortIdOf } from '../../src/base/text/short-id.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

describeOnEachDatabase('blocks outlive the process that made them', (open) => {
  test('[S1-058, S1-059] the start block and the in-session block both come from the queue, through a memory that knows nothing of the one that made them', async () => {
    const database = await open();
    const first = (await createMemory({ database, clock: slowClock })).org('o');
    const { id: known } = await first.observations.remember({
      content: 'The checkout totals are rounded once, at the end.',
      projectId: 'p',
    });
    const { id: aboutFile } = await first.observations.remember({
      content: 'Sessions expire after a quarter of an hour.',
      projectId: 'p',
      metadata: { paths: ['src/auth/session.ts'] },
    });
    const workItem = { identifier: 'ENG-1', title: 'checkout totals are rounded wrongly' };
    await first.sessions.create({ id: 's', projectId: 'p', agentId: 'dev', workType: 'bug_fix', workItem });
    const claim = await first.sessions.claim('s', { workerId: 'w', ttlMs: 600_000 });
    if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
    expect(await first.injectContextForClaimedSession('s')).toMatchObject({ outcome: 'enqueued' });
    const subscriber = first.createInjectionSubscriber({ config: { latencyBudgetMs: 60_000 } });
    await subscriber.handleHookEvent({
      type: 'post-tool-use',
      sessionId: 's',
      orgId: 'o',
      projectId: 'p',
      agentId: 'dev',
      toolName: 'Edit',
      toolInput: { file_path: 'src/auth/session.ts' },
      emittedAt: Date.now(),
    });
    const queued = (): Promise<readonly unknown[]> => first.listMemoryInjects('s');
    await expect.poll(queued, { timeout: 20_000 }).toHaveLength(2);

    const next = await createMemory({ database });
    const second = next.org('o');
    const received: string[] = [];
    let ackDeliveryId: string | null = null;
    for (let heartbeat = 0; heartbeat < 3; heartbeat += 1) {
      const beaten = await second.refreshLockAndClaimInject('s', {
        lockToken: claim.lockToken,
        ttlMs: 600_000,
        ackDeliveryId,
      });
      if (beaten.outcome !== 'inject') break;
      received.push(beaten.inject.text);
      ackDeliveryId = beaten.inject.deliveryId;
    }
    await next.close();
    expect(received).toHaveLength(2);
    expect(received[0]).toContain(shortIdOf(known));
    expect(received[1]).toContain(shortIdOf(aboutFile));
  });
});
