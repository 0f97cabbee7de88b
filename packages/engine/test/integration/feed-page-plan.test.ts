import { beforeAll, expect, test } from 'vitest';
import type { Database, TenantDatabase } from '../../src/base/database/database.ts';
import { changesSince, type FeedCursor } from '../../src/memory/observations/read/change-feed.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ORG = 'acme';
const ROWS = 5000;
const LIMIT = 100;

// A page that reads the feed from its beginning makes following it quadratic: at 100,000 rows a look took longer than its 5 s.
describeOnEachDatabase('the plan of a page of the change feed', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.operator.query({
      text: `
        insert into observations
          (org_id, id, project_id, agent_id, content, kind, content_hash, source, simhash, created_at, updated_at)
        select '${ORG}', gen_random_uuid(), 'p', 'a', 'content', 'explicit', n::text, 'api', 0, now(), now() + n * interval '1 second'
        from generate_series(1, ${ROWS}) as n`,
    });
    await database.operator.query({ text: 'analyze observations' });
  });

  /** How many rows each index scan of the page reads that it then throws away. */
  async function rowsThrownAway(cursor: FeedCursor | null): Promise<number[]> {
    const tenant = database.tenant(ORG);
    let plan = '';
    const explaining: TenantDatabase = {
      ...tenant,
      async query(statement) {
        const rows = await tenant.query({ ...statement, text: `explain (analyze, costs off) ${statement.text}` });
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      },
    };
    await changesSince(explaining, { projectId: 'p', cursor, limit: LIMIT });
    expect(plan).toMatch(/Index Scan using observations_feed/);
    return [...plan.matchAll(/Rows Removed by [A-Za-z ]*: (\d+)/g)].map(([, count]) => Number(count));
  }

  test('begins at the cursor, wherever in the feed that is', async () => {
    const { cursor } = await changesSince(database.tenant(ORG), { projectId: 'p', limit: ROWS - 2 * LIMIT });
    for (const from of [null, cursor]) {
      expect((await rowsThrownAway(from)).filter((count) => count > LIMIT)).toEqual([]);
    }
  });
});
