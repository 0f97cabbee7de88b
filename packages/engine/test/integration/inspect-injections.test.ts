import { createMemory, type Memory, type OrgMemory, type ProviderHookEvent } from '@inkling/engine';
import type { StoredVerbEvent } from '@inkling/engine/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { estimateTokens } from '../../src/base/text/estimate-tokens.ts';
import { shortIdOf } from '../../src/base/text/short-id.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';
const LEARNED = 'The auth middleware must accept a request without a session header.';
const PATH = 'src/auth/middleware.ts';
const PATIENT = { latencyBudgetMs: 60_000 };

/** What the line of an observation costs in a block. */
function lineCost(block: { readonly block: string } | null | undefined, id: string): number {
  const lines = (block?.block ?? '').split('\n');
  return estimateTokens(`${lines.find((line) => line.includes(shortIdOf(id)))}\n`);
}

/** Writes what the logs of tool calls hold: forgetting does that first, and nobody waits for the second after which they are written anyway. */
async function loggedEvents(org: OrgMemory): Promise<readonly StoredVerbEvent[]> {
  await org.observations.forget({ sessionId: 'of no test' });
  return org.inspection.verbEvents('s');
}

describeOnEachDatabase('how blocks came to be', (open) => {
  let database: Database;
  let memory: Memory;
  let orgs = 0;
  const errors: unknown[] = [];
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, clock: slowClock, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());
  afterEach(() => {
    const [first] = errors;
    if (first instanceof Error) throw first;
  });

  async function claimed(): Promise<{ org: OrgMemory; lockToken: string; learned: string }> {
    const org = memory.org(`inspect-${(orgs += 1)}`);
    const metadata = { paths: [PATH] };
    const [first] = await org.observations.rememberMany([
      { content: LEARNED, projectId, metadata },
      { content: 'The checkout button is green.', projectId },
      { content: `Sessions of the auth service: ${'long words about many headers '.repeat(12)}`, projectId },
      { content: 'Prices are integers.', projectId },
    ]);
    const workItem = { identifier: 'ENG-412', title: 'auth middleware fails without session header' };
    await org.sessions.create({ id: 's', projectId, workType: 'bug_fix', agentId: 'dev', workItem });
    const claim = await org.sessions.claim('s', { workerId: 'w' });
    // A cold index on a busy machine answers after a start block's second.
    await org.warm({ projectId });
    return { org, lockToken: claim.outcome === 'claimed' ? claim.lockToken : '', learned: first?.id ?? '' };
  }

  const edit = (org: OrgMemory): ProviderHookEvent => ({
    type: 'post-tool-use',
    sessionId: 's',
    orgId: org.orgId,
    projectId,
    agentId: 'dev',
    toolName: 'Edit',
    toolInput: { file_path: PATH },
    emittedAt: Date.now(),
  });

  async function delivered(org: OrgMemory, lockToken: string): Promise<void> {
    const heartbeat = await org.refreshLockAndClaimInject('s', { lockToken, ttlMs: 60_000 });
    if (heartbeat.outcome === 'inject') await org.ackMemoryInject('s', heartbeat.inject.deliveryId);
  }

  const setInjects = (org: OrgMemory, text: string): Promise<unknown> =>
    database.tenant(org.orgId).query({ text, values: [org.orgId] });

  test('a start block is told as the agent got it, with scores, policies, costs and its way through the queue', async () => {
    const { org, lockToken, learned } = await claimed();
    const { block } = await org.injectContextForClaimedSession('s');
    await delivered(org, lockToken);
    const [injection] = await org.inspection.injections('s');
    expect(injection).toMatchObject({
      block: { state: 'exact', text: block?.block },
      delivery: { status: 'acked', epoch: 0, attempts: 1, dropReason: null },
      trace: { source: 'session-start', outcome: 'ok', degraded: block?.degraded, elapsedMs: block?.elapsedMs },
    });
    expect(injection?.delivery).not.toHaveProperty('text');
    const [row] = injection?.trace?.rows ?? [];
    expect(row).toMatchObject({ id: learned, weight: 1, unweightedRank: 1, weightedRank: 1 });
    expect(row?.policy).toMatch(/^default\./);
    expect(row?.relevance).toBe(block?.rows[0]?.relevance);
    expect(row?.tokens).toBe(lineCost(block, learned));
    expect(injection?.memories[0]).toMatchObject({ id: learned, excerpt: LEARNED, kind: 'explicit', status: 'active' });
  });

  test('what was left out is told with its reason, its cost and its place', async () => {
    const { org, learned } = await claimed();
    await org.config.budgets.set({ bug_fix: 70 }, { actor: 'ann' });
    await org.injectContextForClaimedSession('s');
    const [injection] = await org.inspection.injections('s');
    expect(injection?.observationIds).toEqual([learned]);
    const left = injection?.trace?.leftOut ?? [];
    expect(left.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['over-budget']));
    const over = left.find(({ reason }) => reason === 'over-budget');
    expect(over?.tokens).toBeGreaterThan(35);
    expect(over?.weightedRank).toBe(2);
    expect(injection?.trace?.leftOutCount).toBe(left.length);
    expect(injection?.memories.map(({ id }) => id)).toContain(over?.id);
  });

  test('without the queue the block is rebuilt and says so; after forgetting it is gone', async () => {
    const { org, learned } = await claimed();
    const { block } = await org.injectContextForClaimedSession('s');
    await setInjects(org, 'delete from session_memory_injects where org_id = $1');
    const [rebuilt] = await org.inspection.injections('s');
    expect(rebuilt).toMatchObject({ delivery: null, block: { state: 'rebuilt', text: block?.block } });
    await org.observations.forget({ id: learned });
    const [forgotten] = await org.inspection.injections('s');
    expect(forgotten).toMatchObject({ block: { state: 'forgotten', text: '' } });
    expect(forgotten?.memories).toContainEqual({
      id: learned,
      excerpt: null,
      kind: null,
      weight: null,
      status: 'forgotten',
      use: null,
    });
  });

  test('a block in the queue loses its text with its memory', async () => {
    const { org, learned } = await claimed();
    await org.injectContextForClaimedSession('s');
    await org.observations.forget({ id: learned });
    expect(await org.inspection.injections('s')).toMatchObject([
      { block: { state: 'forgotten', text: '' }, delivery: { status: 'dropped', dropReason: 'forgotten' } },
    ]);
  });

  test('with delivery off there is a block and no delivery; a session with nothing to say has none', async () => {
    const { org } = await claimed();
    await org.config.setProject(projectId, { runtimeInjectEnabled: false }, { actor: 'ann' });
    const { block } = await org.injectContextForClaimedSession('s');
    expect(await org.inspection.injections('s')).toMatchObject([
      { delivery: null, block: { state: 'rebuilt', text: block?.block } },
    ]);
    await org.sessions.create({ id: 'blank', agentId: 'dev', workItem: { title: 'zzz' } });
    await org.sessions.claim('blank', { workerId: 'w' });
    await org.injectContextForClaimedSession('blank');
    expect(await org.inspection.injections('blank')).toMatchObject([
      { delivery: null, block: { state: 'empty', text: '' }, trace: { outcome: 'no-match', blockHash: null } },
    ]);
  });

  test('a viewer is told what the policies let them read, what is in a block by its id, and nothing of a block with it', async () => {
    const { org, learned } = await claimed();
    const content = 'The auth middleware takes the session header from the vault.';
    const { id } = await org.observations.remember({ content, projectId, classification: 'restricted' });
    const { block } = await org.injectContextForClaimedSession('s');
    const told = async (who: object = { viewer: { agentId: 'key:a' } }) =>
      (await org.inspection.injections('s', who))[0];
    const withheld = { excerpt: null, kind: null, weight: null, status: 'withheld', use: null };
    const seen = await told();
    expect(seen).toMatchObject({ block: { state: 'exact', text: block?.block } });
    // What was denied to the session has no id here, which could be asked about elsewhere.
    expect(JSON.stringify(seen)).not.toContain(id);
    expect(seen?.memories[0]).toMatchObject({ id: learned, excerpt: LEARNED });
    expect((await told({}))?.memories).toContainEqual(expect.objectContaining({ id, excerpt: content }));
    await org.observations.change(learned, { classification: 'restricted' }, { actor: 'ann' });
    const hidden = await told();
    expect(hidden).toMatchObject({ block: { state: 'withheld', text: '' } });
    expect(hidden?.memories[0]).toEqual({ id: learned, ...withheld });
    const clearance = 'permit (principal == Agent::"key:a", action == Action::"read", resource);';
    await org.policies.put('clearance', clearance, { actor: 'ann' });
    const cleared = await told();
    expect(cleared).toMatchObject({ block: { state: 'exact', text: block?.block } });
    expect(cleared?.memories[0]).toMatchObject({ id: learned, excerpt: LEARNED });
    expect(JSON.stringify(cleared)).not.toContain(id);
  });

  test('a hint is found by its hash, and each tool call is told with its outcome', async () => {
    const { org, learned } = await claimed();
    const subscriber = org.createInjectionSubscriber({ config: PATIENT });
    const result = await subscriber.handleHookEvent(edit(org));
    expect(result).toMatchObject({ outcome: 'injected', observationIds: [learned] });
    const told = () => org.inspection.injections('s');
    await expect.poll(told, { timeout: 20_000 }).toHaveLength(1);
    const [injection] = await told();
    const [queued] = await org.listMemoryInjects('s');
    expect(injection).toMatchObject({
      block: { state: 'exact', text: queued?.text },
      delivery: { injectId: queued?.id, status: 'pending' },
      trace: { source: 'in-session', rows: [{ id: learned }] },
    });
    expect(injection?.trace?.rows[0]?.policy).toMatch(/^default\./);
    expect(await subscriber.handleHookEvent(edit(org))).toMatchObject({ outcome: 'no-match' });
    const events = await loggedEvents(org);
    expect(events).toMatchObject([
      { outcome: 'no-match', tool: 'Edit', path: PATH, phase: 'post-verb', observationIds: [] },
      {
        outcome: 'injected',
        actualTokens: result.actualTokens,
        elapsedMs: result.elapsedMs,
        observationIds: [learned],
      },
    ]);
    const [newest] = events;
    expect(await org.inspection.verbEvents('s', { before: newest?.id ?? '', limit: 1 })).toHaveLength(1);
  });

  test('a tool call of a session that there is not leaves no event, and forgetting a session takes its events', async () => {
    const { org } = await claimed();
    const subscriber = org.createInjectionSubscriber({ config: PATIENT });
    await subscriber.handleHookEvent({ ...edit(org), sessionId: 'nobody' });
    await subscriber.handleHookEvent(edit(org));
    expect(await loggedEvents(org)).toHaveLength(1);
    expect(await org.inspection.verbEvents('nobody')).toEqual([]);
    // One that is not written yet must not come behind it.
    await subscriber.handleHookEvent(edit(org));
    await org.observations.forget({ sessionId: 's' });
    await subscriber.handleHookEvent(edit(org));
    expect(await loggedEvents(org)).toHaveLength(1);
  });

  test('pages continue from the last row, and another organisation sees nothing', async () => {
    const { org, lockToken } = await claimed();
    await org.injectContextForClaimedSession('s');
    await delivered(org, lockToken);
    await org.sessions.startEpoch('s', 0);
    await org.injectContextForClaimedSession('s');
    const all = await org.inspection.injections('s');
    // The same block in two epochs: each row has the delivery of its own.
    expect(all.map(({ delivery }) => delivery?.epoch)).toEqual([1, 0]);
    const rest = await org.inspection.injections('s', { before: all[0]?.id ?? '', limit: 1 });
    expect(rest.map(({ id }) => id)).toEqual([all[1]?.id]);
    expect(await memory.org('stranger').inspection.injections('s')).toEqual([]);
    await expect(org.inspection.injections('s', { limit: 101 })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(org.inspection.injections('s', { before: 'x' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
