import { beforeAll, expect, test } from 'vitest';
import type { Database, TenantDatabase } from '../../src/base/database/database.ts';
import { readScopeRows } from '../../src/memory/search/index/scope-filling.ts';
import { scopePage, type ScopePageRequest, type ScopePlace } from '../../src/memory/observations/read/scope-page.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ORG = 'acme';
const ROWS = 5000;

// A page that sorts its scope makes loading it quadratic: 100,000 rows are 200 pages.
describeOnEachDatabase('the plan of a scope page', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.operator.query({
      text: `
        insert into observations (org_id, id, project_id, agent_id, content, kind, content_hash, source, simhash, created_at)
        select '${ORG}', gen_random_uuid(), 'p' || n % 2, 'a', 'content', 'explicit', n::text, 'api', 0, now() - n / 100 * interval '1 minute'
        from generate_series(1, ${ROWS}) as n`,
    });
  });

  /** The plan of the page that a request asks for, as text. */
  async function planOf(request: ScopePageRequest): Promise<string> {
    const tenant = database.tenant(ORG);
    let plan = '';
    const explaining: TenantDatabase = {
      ...tenant,
      async batch(statements) {
        const explained = statements.map((each) => ({ ...each, text: `explain (analyze, costs off) ${each.text}` }));
        const answers = await tenant.batch([...statements.slice(0, -1), ...explained.slice(-1)]);
        plan = answers
          .at(-1)!
          .map((row) => row['QUERY PLAN'])
          .join('\n');
        return [[], [{ count: 0, rows: null, last_id: null, last_created_at: null }]];
      },
    };
    await scopePage(explaining, request, Date.now());
    return plan;
  }

  async function expectNoSort(): Promise<void> {
    const { next: middle } = await scopePage(database.tenant(ORG), { projectId: 'p0', limit: 1000 }, Date.now());
    for (const request of [{ projectId: 'p0' }, { projectId: 'p0', after: middle }, {}, { after: middle }]) {
      const plan = await planOf({ ...request, limit: 100 });
      expect(plan).toMatch(/Index Scan/);
      expect(plan).not.toMatch(/Sort/);
    }
  }

  test('follows an index, before the database has statistics and with them', async () => {
    await expectNoSort();
    await database.operator.query({ text: 'analyze observations' });
    await expectNoSort();
  });

  test('pages of rows of one moment hold each row once', async () => {
    const seen: string[] = [];
    for (let after: ScopePlace | null | undefined; after !== null;) {
      const request = { projectId: 'p1', limit: 37, after: after ?? null };
      const { rows, next } = await scopePage(database.tenant(ORG), request, Date.now());
      seen.push(...readScopeRows(rows).map(({ id }) => id));
      after = next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([ROWS / 2, ROWS / 2]);
  });
});
