import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const [source, destination] = ['billing', 'shop'];
const pair = { sourceProjectId: source, destinationProjectId: destination };
const admin = { actor: 'admin' };
const TOKENS = 'Tokens of the auth middleware expire after one hour.';
const stack = (...names: string[]) => names.map((name) => `npm:${name}`);

describeOnEachDatabase('cross-project transfer', (open) => {
  let memory: Memory;
  let orgs = 0;
  const errors: unknown[] = [];
  const denied = new Set<string>();
  beforeAll(async () => {
    memory = await createMemory({
      database: await open(),
      clock: slowClock,
      onError: (error) => errors.push(error),
      authorizer: {
        authorize: ({ orgId, projectId }, verb, resources) =>
          Promise.resolve(
            resources.map((resource) => {
              // It is asked whether the destination may see what is the source's.
              const isMeant = resource.orgId === orgId && (verb === 'read' || projectId === destination);
              const isDenied = !isMeant || (verb === 'transfer' && denied.has(orgId));
              return isDenied
                ? { allowed: false, policy: 'test', reason: 'denied' }
                : { allowed: true, policy: 'test' };
            }),
          ),
      },
    });
  });
  afterAll(() => memory.close());

  async function granted(): Promise<OrgMemory> {
    const org = memory.org(`transfer-${(orgs += 1)}`);
    await org.transfer.setFingerprint({ projectId: source, technologies: stack('hono', 'pg', 'zod'), manifests: [] });
    await org.transfer.setFingerprint({
      projectId: destination,
      technologies: stack('hono', 'pg', 'ZOD'),
      manifests: [],
    });
    await org.transfer.grant(pair, admin);
    await org.observations.remember({ content: TOKENS, projectId: source });
    await org.observations.remember({ content: 'The auth middleware logs every request.', projectId: destination });
    return org;
  }

  async function block(org: OrgMemory, crossProjectTransfer: object | null = {}) {
    const request = {
      sessionId: 's',
      workType: 'feature',
      projectId: destination,
      queryText: 'auth middleware tokens expire',
    };
    return org.buildSessionMemoryBlock({
      ...request,
      deadlineMs: 60_000,
      ...(crossProjectTransfer ? { crossProjectTransfer } : {}),
    });
  }
  const isTransferred = async (org: OrgMemory, settings?: object | null) =>
    (await block(org, settings)).block.includes('expire after one hour');

  test('[S0-058] [S0-059] a granted, similar, allowed peer is recalled: tagged, at half its weight, relevance unchanged', async () => {
    const org = await granted();
    const { rows } = await block(org);
    const row = rows.find(({ observation }) => observation.content === TOKENS);
    expect(row?.observation).toMatchObject({ weight: 0.5, metadata: { source_project: source, transferred: true } });
    const atHome = await org.recall({ projectId: source, queryText: 'auth middleware tokens expire' });
    expect(row?.relevance).toBe(atHome.rows[0]?.relevance);
    expect(Object.isFrozen(row?.observation)).toBe(true);
    expect(atHome.rows[0]?.observation).toMatchObject({ weight: 1, metadata: {} });
  });

  describe('each of the three conditions is needed', () => {
    test('without the parameter nothing transfers', async () => {
      expect(await isTransferred(await granted(), null)).toBe(false);
    });

    test('the grant, in this direction [C-038]', async () => {
      const org = await granted();
      await org.transfer.revoke(pair, admin);
      expect(await isTransferred(org)).toBe(false);
      await org.transfer.grant({ sourceProjectId: destination, destinationProjectId: source }, admin);
      expect(await isTransferred(org)).toBe(false);
      await org.transfer.grant(pair, admin);
      expect(await isTransferred(org)).toBe(true);
    });

    test('[S0-060] the similarity: 0.70 by Jaccard, or what the settings say', async () => {
      const org = await granted();
      const technologies = stack('hono', 'pg', 'zod', 'react', 'vite');
      await org.transfer.setFingerprint({ projectId: source, technologies, manifests: [] });
      expect(await org.transfer.why(pair)).toEqual({
        granted: true,
        jaccard: 0.6,
        containment: 1,
        threshold: 0.7,
        measure: 'jaccard',
        alike: false,
        unknownProjects: [],
      });
      expect(await isTransferred(org)).toBe(false);
      expect(await isTransferred(org, { threshold: 0.6 })).toBe(true);
      expect(await isTransferred(org, { measure: 'containment' })).toBe(true);
      expect(await isTransferred(org, { threshold: Number.NaN })).toBe(false);
      await org.transfer.setFingerprint({ projectId: source, technologies: [], manifests: [] });
      expect(await isTransferred(org, { threshold: 0 })).toBe(false);
    });

    test('the policy [C-038]', async () => {
      const org = await granted();
      denied.add(org.orgId);
      expect(await isTransferred(org)).toBe(false);
    });
  });

  test.each(['confidential', 'restricted'] as const)(
    '%s never transfers, whatever the policy says',
    async (classification) => {
      const org = await granted();
      await org.observations.remember({
        content: 'The auth middleware tokens expire: secret key.',
        projectId: source,
        classification,
      });
      const { rows } = await block(org);
      expect(rows.map(({ observation }) => observation.classification)).not.toContain(classification);
    },
  );

  test('a claimed session and recall take what is granted, without being told to', async () => {
    const org = await granted();
    await org.sessions.create({ id: 's', projectId: destination, workType: 'feature', workItem: { title: TOKENS } });
    await org.sessions.claim('s', { workerId: 'w' });
    await org.warm({ projectId: source });
    await org.warm({ projectId: destination });
    const { block } = await org.injectContextForClaimedSession('s');
    expect(block?.block).toContain('expire after one hour');
    expect(block?.block).toContain('(weight 0.50)');
    const question = { projectId: destination, queryText: 'auth middleware tokens expire', deadlineMs: 60_000 };
    const contents = async (): Promise<string[]> =>
      (await org.recall(question)).rows.map(({ observation }) => observation.content);
    expect(await contents()).toContain(TOKENS);
    await org.transfer.revoke(pair, admin);
    expect(await contents()).not.toContain(TOKENS);
  });

  test('a memory that is set to no transfer has none, and one may ask for less likeness', async () => {
    const database = await open();
    const without = await createMemory({ database, crossProjectTransfer: false });
    const org = without.org('none');
    for (const projectId of [source, destination]) {
      await org.transfer.setFingerprint({ projectId, technologies: stack('hono'), manifests: [] });
    }
    await org.transfer.grant(pair, admin);
    await org.observations.remember({ content: TOKENS, projectId: source });
    const question = { projectId: destination, queryText: TOKENS, deadlineMs: 60_000 };
    expect((await org.recall(question)).rows).toEqual([]);
    await without.close();
  });

  test('an explanation names what was not transferred, and by which policy', async () => {
    const org = await granted();
    const secret = 'The auth middleware tokens expire: secret key.';
    const classification = 'confidential';
    const { id } = await org.observations.remember({ content: secret, projectId: source, classification });
    const question = { projectId: destination, queryText: 'auth middleware tokens expire' };
    const { denied, allowed } = await org.explainDenials(question);
    expect(denied).toMatchObject([{ type: 'observation', id, decision: { policy: 'default.project-boundary' } }]);
    expect(allowed).toHaveLength(2);
  });

  test('what a session was shown of another project keeps its weight, whatever becomes of the session', async () => {
    const org = await granted();
    await org.sessions.create({
      id: 's',
      projectId: destination,
      agentId: 'dev',
      workItem: { title: 'auth middleware tokens expire' },
    });
    const claim = await org.sessions.claim('s', { workerId: 'w' });
    const { block } = await org.injectContextForClaimedSession('s');
    const shown = block?.observationIds ?? [];
    expect(shown).toHaveLength(2);
    const used = shown.map((id) => ({ type: 'thought' as const, body: { text: `As ${id} says.` } }));
    const lockToken = claim.outcome === 'claimed' ? claim.lockToken : '';
    await org.claimPendingInjectForSession('s', { lockToken });
    await org.activities.append('s', used);
    await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
    await org.feedback.applyForSession('s');
    const weights = await Promise.all(shown.map(async (id) => (await org.observations.get(id))!));
    const byProject = new Map(weights.map(({ projectId, weight }) => [projectId, weight]));
    expect([byProject.get(source), byProject.get(destination)]).toEqual([1, 1.3]);
  });

  /** A session of the destination that was shown the source's memory and cites it. */
  async function cited(org: OrgMemory): Promise<{ id: string; complete: () => Promise<unknown> }> {
    await org.sessions.create({
      id: 's',
      projectId: destination,
      workItem: { title: 'auth middleware tokens expire' },
    });
    const claim = await org.sessions.claim('s', { workerId: 'w' });
    const { block } = await org.injectContextForClaimedSession('s');
    const { observation } = block!.rows.find(({ observation: row }) => row.projectId === source)!;
    await org.activities.append('s', [{ type: 'thought', body: { text: `As ${observation.id} says.` } }]);
    const lockToken = claim.outcome === 'claimed' ? claim.lockToken : '';
    return {
      id: observation.id,
      complete: async () => {
        await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
        return org.feedback.applyForSession('s');
      },
    };
  }
  const atHome = async (org: OrgMemory, id: string) => {
    const row = await org.observations.get(id);
    return { weight: row?.weight, validTo: row?.validTo };
  };
  const untouched = { weight: 1, validTo: null };

  test('a revocation before the end of the session does not make what it was shown count', async () => {
    const org = await granted();
    const { id, complete } = await cited(org);
    await org.transfer.revoke(pair, admin);
    await complete();
    expect(await atHome(org, id)).toEqual(untouched);
    expect(await org.feedback.history(id)).toEqual([]);
  });

  test.each(['helpful', 'misleading', 'outdated'] as const)(
    'the verdict %s changes nothing at home, granted or revoked since; at home it counts',
    async (verdict) => {
      const org = await granted();
      const { id } = await cited(org);
      const given = { observationId: id, agentId: 'dev', verdict };
      const refused = { applied: false, refusal: 'transferred', weight: 1 };
      expect(await org.feedback.observation({ ...given, sessionId: 's' })).toEqual(refused);
      expect(await org.feedback.observation({ ...given, projectId: destination })).toEqual(refused);
      await org.transfer.revoke(pair, admin);
      expect(await org.feedback.observation({ ...given, sessionId: 's' })).toEqual(refused);
      expect(await org.feedback.observation({ ...given, projectId: destination })).toEqual(refused);
      expect(await atHome(org, id)).toEqual(untouched);
      expect(await org.feedback.observation({ ...given, projectId: source })).toMatchObject({
        applied: true,
        refusal: null,
      });
    },
  );

  test('another organisation has neither the grant nor the memories', async () => {
    await granted();
    const stranger = memory.org(`transfer-${(orgs += 1)}`);
    expect(await stranger.transfer.list()).toEqual([]);
    expect((await block(stranger)).block).toBe('');
  });

  test('grants are listed, idempotent and in the change log', async () => {
    const org = await granted();
    expect(await org.transfer.grant(pair, admin)).toBe(false);
    expect(await org.transfer.list()).toMatchObject([{ ...pair, grantedBy: 'admin' }]);
    expect(await org.transfer.revoke(pair, { actor: 'eve' })).toBe(true);
    expect(await org.transfer.revoke(pair, admin)).toBe(false);
    expect(await org.config.changes({ subject: 'transfer' })).toMatchObject([
      { actor: 'eve', field: '["billing", "shop"]', oldValue: true, newValue: null },
      { actor: 'admin', oldValue: null, newValue: true },
    ]);
  });

  test.each([
    { sourceProjectId: 'a', destinationProjectId: 'a' },
    { sourceProjectId: '', destinationProjectId: 'a' },
  ])('%j cannot be granted', async (wrong) => {
    await expect(memory.org('refused').transfer.grant(wrong, admin)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('nothing of it failed', () => {
    expect(errors).toEqual([]);
  });
});
