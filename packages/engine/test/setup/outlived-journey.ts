import { systemClock } from '../../src/base/clock.ts';
import type { TenantDatabase } from '../../src/base/database/database.ts';
import { createOrgConfig } from '../../src/memory/config/org-config.ts';
import { createObservationStore } from '../../src/memory/observations/observation-store.ts';

/** Exchanges are said and listed by session; they and what is older than its retention leave. */
export async function outlived(tenant: TenantDatabase): Promise<void> {
  const store = createObservationStore({ tenant, clock: systemClock });
  const config = createOrgConfig({ tenant, clock: systemClock });
  const bounds = { captureOff: ['commit'], exchangesPerSession: 1, exchangesPerProject: 1 };
  await config.setProject('talked', bounds, { actor: 'ann' });
  const said = { kind: 'exchange', projectId: 'talked', sessionId: 's1' };
  await store.rememberMany([
    { content: 'User: an old question', ...said, createdAt: '2020-01-01T00:00:00.000Z' },
    { content: 'User: a question', ...said },
    { content: 'User: another question', ...said },
  ]);
  await config.retention.set({ decision: 1 }, { actor: 'ann' });
  await store.remember({ content: 'An old decision.', kind: 'decision', createdAt: '2020-01-01T00:00:00.000Z' });
  await store.talks({ projectId: 'talked', limit: 1 });
  await store.forgetOutlived();
  await store.forget({ sessionId: 's1' });
}
