import { createMemory, type OrgMemory } from '@inkling/engine';
import { beforeAll, expect, test } from 'vitest';
import type { Database, TenantDatabase } from '../../src/base/database/database.ts';
import { listProjects } from '../../src/memory/insight/list-projects.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ORG = 'acme';
const ROWS = 6000;
const KNOWN = ['api', 'cli', 'configured', 'graphed', 'queued', 'web'];

describeOnEachDatabase('the projects of an organisation', (open) => {
  let database: Database;
  let org: OrgMemory;
  beforeAll(async () => {
    database = await open();
    await database.operator.query({
      text: `
        insert into observations (org_id, id, project_id, agent_id, content, kind, content_hash, source, simhash)
        select '${ORG}', gen_random_uuid(), (array['api', 'cli', 'web', ''])[1 + n % 4], 'a', 'content', 'explicit', n::text, 'api', 0
        from generate_series(1, ${ROWS}) as n`,
    });
    const memory = await createMemory({ database });
    org = memory.org(ORG);
    await org.graph.upsertNodes([{ projectId: 'graphed', type: 'Module', name: 'src/a.ts' }]);
    await org.config.setProject('configured', { graphEnabled: true }, { actor: 'test' });
    await org.sessions.create({ projectId: 'queued' });
    await org.sessions.create({ projectId: 'api' });
    await memory.org('stranger').observations.remember({ projectId: 'secret', content: 'Theirs alone.' });
  });

  test('are each named once, by id: what is remembered, the graph, settings and sessions; nobody else’s', async () => {
    expect(await org.inspection.projects()).toEqual({ projectIds: KNOWN, hasMore: false });
  });

  test('come page by page', async () => {
    expect(await org.inspection.projects({ limit: 4 })).toEqual({ projectIds: KNOWN.slice(0, 4), hasMore: true });
    const rest = await org.inspection.projects({ limit: 4, after: KNOWN[3] ?? '' });
    expect(rest).toEqual({ projectIds: KNOWN.slice(4), hasMore: false });
  });

  test('are found by looking each one up, before the database has statistics and with them', async () => {
    const readsFew = async (): Promise<void> => {
      const scans = await scansOf(database.tenant(ORG));
      expect(scans.length).toBeGreaterThan(1);
      expect(scans.filter(({ rows }) => rows > KNOWN.length)).toEqual([]);
      expect(scans.filter(({ line }) => /Seq Scan|Rows Removed/.test(line))).toEqual([]);
    };
    await readsFew();
    await database.operator.query({ text: 'analyze observations' });
    await readsFew();
  });

  test.each([{ limit: 0 }, { limit: 1001 }, { after: 'x'.repeat(513) }])('%o is refused', async (options) => {
    await expect(org.inspection.projects(options)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

/** How observations are read for a page: each scan, and the rows that it gave in all its rounds. */
async function scansOf(tenant: TenantDatabase): Promise<{ line: string; rows: number }[]> {
  const plan: string[] = [];
  const explaining: TenantDatabase = {
    ...tenant,
    async query(statement) {
      const rows = await tenant.query({ ...statement, text: `explain (analyze, costs off) ${statement.text}` });
      plan.push(...rows.map((row) => String(row['QUERY PLAN'])));
      return [];
    },
  };
  await listProjects(explaining);
  return plan
    .filter((line) => /Scan.* on observations/.test(line))
    .map((line) => {
      const [, rows = '', loops = ''] = /rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
      return { line, rows: Number(rows) * Number(loops) };
    });
}
