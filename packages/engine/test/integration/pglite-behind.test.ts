import { randomUUID } from 'node:crypto';
import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const projectId = 'shop';
const PATH = 'src/auth/middleware.ts';
const LEARNED = 'The auth middleware must accept a request without a session header.';

let memory: Memory;
let orgs = 0;
const errors: unknown[] = [];
beforeAll(async () => {
  memory = await createMemory({ database: await openPglite(), onError: (error) => errors.push(error) });
});
afterAll(() => memory.close());
afterEach(() => {
  const [first] = errors;
  if (first instanceof Error) throw first;
});

/** A claimed session, and a memory about the file in its hands. */
async function claimed(): Promise<{ org: OrgMemory; lockToken: string; learned: string }> {
  const org = memory.org(`behind-${(orgs += 1)}`);
  const { id: learned } = await org.observations.remember({ content: LEARNED, projectId, metadata: { paths: [PATH] } });
  await org.sessions.create({ id: 's', projectId, agentId: 'dev' });
  const claim = await org.sessions.claim('s', { workerId: 'w' });
  await org.warm({ projectId });
  return { org, lockToken: claim.outcome === 'claimed' ? claim.lockToken : '', learned };
}

/** Somebody who handed a block over has it written down, and does not wait for that. */
function handOver(org: OrgMemory, observationId: string): Promise<unknown> {
  const block = { sessionId: 's', agentId: 'dev', text: `- ${LEARNED}`, observationIds: [observationId] };
  return org.recordDeliveredInject({ ...block, source: 'in-session', deliveryId: randomUUID() });
}

/** Asks for one thing after another while it runs, so that there is no moment in which nothing is asked. */
async function whileBusy(org: OrgMemory, work: () => Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const asking = (async () => {
    while (!ended.signal.aborted) await org.sessions.get('s');
  })();
  await work().finally(() => ended.abort());
  await asking;
}

test('a session that ends behind its last hint is judged with it', async () => {
  const { org, lockToken, learned } = await claimed();
  const subscriber = org.createInjectionSubscriber({ config: { latencyBudgetMs: 60_000 } });
  const call = { toolName: 'Edit', toolInput: { file_path: PATH } };
  const event = {
    type: 'post-tool-use',
    sessionId: 's',
    orgId: org.orgId,
    projectId,
    agentId: 'dev',
    ...call,
  } as const;
  // Before it was given, as two machines' clocks may have it: it counts, and leaves nothing between the hint and the end.
  await org.activities.append('s', [{ type: 'thought', body: { text: `As [${learned}] says.` } }]);
  expect(await subscriber.handleHookEvent({ ...event, emittedAt: Date.now() })).toMatchObject({ outcome: 'injected' });
  // What no agent takes is no use.
  expect(await org.claimPendingInjectForSession('s', { lockToken })).toMatchObject({ outcome: 'inject' });
  await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
  const weight = async (): Promise<number | undefined> => (await org.observations.get(learned))?.weight;
  await expect.poll(weight, { timeout: 30_000 }).toBeCloseTo(1.3, 9);
});

test('what is forgotten does not come back with a block that was still to be written', async () => {
  const { org, learned } = await claimed();
  let handing: Promise<unknown> = Promise.resolve();
  await whileBusy(org, async () => {
    handing = handOver(org, learned);
    await org.observations.forget({ id: learned });
  });
  await handing;
  expect(await org.listMemoryInjects('s')).toMatchObject([{ observationIds: [learned], text: '' }]);
});

test('who was handed a statement a moment before it is superseded is told', async () => {
  const { org, learned } = await claimed();
  const sources = async (): Promise<unknown[]> => (await org.listMemoryInjects('s')).map(({ source }) => source);
  let handing: Promise<unknown> = Promise.resolve();
  await whileBusy(org, async () => {
    handing = handOver(org, learned);
    await org.observations.supersede(learned, 'The auth middleware refuses a request without a session header.');
  });
  await handing;
  await expect.poll(sources, { timeout: 10_000 }).toContain('correction');
});
