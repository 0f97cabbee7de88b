import { createMemory, type Clock, type Memory, type OrgMemory, systemClock } from '@inkling/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { listAttributeSets } from '../../src/base/database/hidden-sets.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOUR_BEFORE = '2026-11-22T11:00:00.000Z';
const projectId = 'shop';

describeOnEachDatabase('figures of what is remembered', (open) => {
  let database: Database;
  let memory: Memory;
  let orgs = 0;
  const clock: Clock = { ...systemClock, now: () => NOW };
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, clock });
  });
  afterAll(() => memory.close());

  const newOrg = (): OrgMemory => memory.org(`remembered-${(orgs += 1)}`);

  describe('drift', () => {
    const about = (content: string, path: string, createdAt: string, kind = 'decision') => ({
      ...{ content, projectId, kind, createdAt, metadata: { paths: [path] } },
    });

    test('memories about files that commits changed since, and how often', async () => {
      const org = newOrg();
      await org.observations.rememberMany([
        about('The cache is a map.', 'src/cache.ts', '2026-09-01'),
        about('The cache has a limit.', 'src/cache.ts', '2026-11-21'),
        about('The queue is durable.', 'src/queue.ts', '2026-09-01'),
        about('Commit one', 'src/cache.ts', '2026-11-10', 'commit'),
        about('Commit two', 'src/cache.ts', '2026-11-20', 'commit'),
        about('Commit of long ago', 'src/queue.ts', '2026-09-10', 'commit'),
      ]);
      const { changedFiles } = await org.inspection.drift({ projectId });
      expect(changedFiles).toMatchObject([
        { excerpt: 'The cache is a map.', path: 'src/cache.ts', changedAt: '2026-11-20T00:00:00.000Z', commits: 2 },
      ]);
    });

    test('memories about files that the index has not; of endings and directories that it has, and of projects that it knows', async () => {
      const org = newOrg();
      await org.observations.rememberMany([
        about('Gone.', 'src/gone.ts', '2026-11-01'),
        about('There.', 'src/there.ts', '2026-11-02'),
        about('No code.', 'docs/page.md', '2026-11-03'),
        about('Elsewhere.', '/etc/other.ts', '2026-11-04'),
        about('Below a package.', 'lib/part.ts', '2026-11-06'),
        { ...about('Not indexed.', 'src/gone.ts', '2026-11-05'), projectId: 'other' },
      ]);
      await org.graph.files.set(projectId, [
        ...['src/there.ts', 'lib/other.ts', 'packages/one/lib/part.ts'].map((path) => ({
          ...{ path, contentHash: 'h', extractorVersion: 1, nodeIds: [], facts: {} },
        })),
      ]);
      const { vanishedFiles } = await org.inspection.drift();
      expect(vanishedFiles).toMatchObject([{ excerpt: 'Gone.', path: 'src/gone.ts', changedAt: null, commits: 0 }]);
    });

    test('memories that contradict each other, and none that was replaced', async () => {
      const org = newOrg();
      const kept = { content: 'Retries of the payment client are capped at 5.', projectId };
      await org.observations.rememberMany([
        kept,
        { content: 'Retries of the payment client are capped at 7.', projectId },
      ]);
      const { id } = await org.observations.remember({
        content: 'Retries of the payment client are capped at 9.',
        projectId,
      });
      await org.observations.supersede(id, 'Something else entirely.');
      // Sections of a document are alike by their making, and a talk is no statement.
      const section = (port: number) => `Databases › Ports › The database server listens on port ${port} by default.`;
      await org.observations.rememberMany(
        [5432, 3306].flatMap((port) => [
          { content: section(port), kind: 'document', projectId },
          { content: `User: ${section(port)}`, kind: 'exchange', projectId },
        ]),
      );
      const { contradictions, compared } = await org.inspection.drift({ projectId });
      expect(contradictions).toMatchObject([{ because: 'number', likeness: 1 }]);
      expect(compared).toBe(3);
    });
  });

  test('coverage by directory, with directories that nobody remembered anything about', async () => {
    const org = newOrg();
    const about = (content: string, ...paths: string[]) => ({ content, projectId, metadata: { paths } });
    await org.observations.rememberMany([
      about('One.', 'src/auth/a.ts', 'src/auth/deep/b.ts'),
      about('Two.', 'src/auth/a.ts'),
      about('Three.', 'README.md'),
    ]);
    const file = (path: string) => ({ path, contentHash: 'h', extractorVersion: 1, nodeIds: [], facts: {} });
    await org.graph.files.set(projectId, [file('src/auth/a.ts'), file('src/empty/c.ts')]);
    const brief = async (request: object) =>
      (await org.inspection.coverage(request)).map(({ directory, memories, files, indexedFiles }) => [
        directory,
        memories,
        files,
        indexedFiles,
      ]);
    expect(await brief({ projectId })).toEqual([
      ['src/auth', 3, 2, 1],
      ['', 1, 1, 0],
      ['src/empty', 0, 0, 1],
    ]);
    expect(await brief({ projectId, depth: 1 })).toEqual([
      ['src', 3, 2, 2],
      ['', 1, 1, 0],
    ]);
    expect(await brief({ projectId, depth: 3, under: 'src/auth' })).toEqual([
      ['src/auth', 2, 1, 1],
      ['src/auth/deep', 1, 1, 0],
    ]);
  });

  test('each set of attributes is found once, of all projects and of one', async () => {
    const org = newOrg();
    const tenant = database.tenant(org.orgId);
    expect(await listAttributeSets(tenant, null)).toEqual([]);
    const sets = ['p', 'q', null].flatMap((home) =>
      ['public', 'restricted'].flatMap((classification) =>
        ['commit', 'decision'].map((kind) => ({ projectId: home, classification, kind, agentId: 'git' }) as const),
      ),
    );
    await org.observations.rememberMany(
      [1, 2].flatMap((copy) =>
        sets.map((set) => ({
          ...set,
          classification: set.classification as 'public',
          content: `${JSON.stringify(set)} ${copy}`,
        })),
      ),
    );
    const found = await listAttributeSets(tenant, null);
    expect(found).toHaveLength(sets.length);
    expect(found).toEqual(expect.arrayContaining(sets));
    expect(await listAttributeSets(tenant, 'q')).toEqual(sets.filter(({ projectId: home }) => home === 'q'));
  });

  test('trends by kind and agent, the thirteenth and later under null', async () => {
    const org = newOrg();
    const inputs = Array.from({ length: 14 }, (_, n) => ({
      content: `Kind ${n}`,
      kind: `k${String(n).padStart(2, '0')}`,
      createdAt: '2026-11-20T01:00:00Z',
    }));
    await org.observations.rememberMany([
      ...inputs,
      { content: 'More of the first', kind: 'k00', agentId: 'bot', createdAt: '2026-11-21' },
    ]);
    const { trends, window } = await org.inspection.trends({ by: 'kind' });
    expect(window.bucket).toBe('day');
    expect(trends.find(({ key }) => key === null)).toEqual({
      bucket: '2026-11-20T00:00:00.000Z',
      key: null,
      created: 2,
    });
    expect(trends.filter(({ key }) => key === 'k00')).toHaveLength(2);
    const { trends: agents } = await org.inspection.trends({ by: 'agent', since: '2026-11-01' });
    expect(agents).toEqual([
      { bucket: '2026-11-20T00:00:00.000Z', key: 'user', created: 14 },
      { bucket: '2026-11-21T00:00:00.000Z', key: 'bot', created: 1 },
    ]);
  });

  test('health: states, ages, repetition, junk and what was forgotten', async () => {
    const org = newOrg();
    const long = 'The deployment of the payment service waits for the migration of the ledger to be finished.';
    const rows = await org.observations.rememberMany([
      { content: long, projectId, createdAt: '2026-11-20' },
      { content: long, projectId, agentId: 'other', createdAt: '2026-10-30' },
      { content: 'ok', projectId, createdAt: '2026-01-01' },
      { content: 'Prices are integers, in cents.', projectId, weight: 0.3, pinned: true, createdAt: '2020-01-01' },
      { content: 'Expired long ago, and nobody minds.', projectId, validTo: '2026-01-01' },
      { content: 'Will be forgotten in a moment.', projectId },
      { content: '0.72.0', kind: 'commit', projectId, createdAt: '2025-12-01' },
    ]);
    await org.observations.forget({ id: rows[5]?.id ?? '' });
    await database.tenant(org.orgId).query({
      text: 'update observation_tombstones set deleted_at = $2 where org_id = $1',
      values: [org.orgId, HOUR_BEFORE],
    });
    const health = await org.inspection.health({ projectId });
    expect(health).toMatchObject({
      ...{ total: 6, active: 5, superseded: 0, expired: 1, quarantined: 0, pinned: 1 },
      ...{ repeated: 1, dedupRatio: 0.2, junk: 2, junkShare: 0.4, forgotten: 1 },
    });
    expect(health.bytes).toBeGreaterThan(200);
    expect(health.ages).toEqual({ week: 1, month: 1, quarter: 0, year: 2, older: 1 });
    expect(await newOrg().inspection.health()).toMatchObject({
      total: 0,
      dedupRatio: 0,
      junkShare: 0,
      meanWeight: null,
      oldestAt: null,
    });
  });
});
