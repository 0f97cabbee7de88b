import { expect, test } from 'vitest';
import type { TenantDatabase } from '../../src/base/database/database.ts';
import { countRecallable } from '../../src/memory/observations/count-recallable.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ORG = 'acme';

// Without an index of its own each start reads every row of a scope: 14 s of 1,000,000.
describeOnEachDatabase('the plan of the count of what may be recalled', (open) => {
  test('needs no row but those that are set aside', async () => {
    const database = await open();
    await database.operator.query({
      text: `
        insert into observations (org_id, id, project_id, agent_id, content, kind, content_hash, source, simhash, valid_to)
        select '${ORG}', gen_random_uuid(), 'p' || n % 2, 'a', 'content', 'explicit', n::text, 'api', 0,
          case when n % 100 = 0 then now() end
        from generate_series(1, 5000) as n`,
    });
    await database.operator.query({ text: 'analyze observations' });
    const tenant = database.tenant(ORG);
    let plan = '';
    const explaining: TenantDatabase = {
      ...tenant,
      async query(statement) {
        // What a database chooses once it has tidied up: until then it cannot know that rows need not be looked at.
        const [, , rows = []] = await tenant.batch([
          { text: `select set_config('enable_seqscan', 'off', true)`, values: [] },
          { text: `select set_config('enable_bitmapscan', 'off', true)`, values: [] },
          { ...statement, text: `explain (costs off) ${statement.text}` },
        ]);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      },
    };
    for (const scope of [{}, { projectId: 'p1' }]) {
      await countRecallable(explaining, scope, Date.now());
      expect(plan).toMatch(/Index Only Scan/);
      expect(plan).toMatch(/Scan using observations_set_aside/);
    }
  });
});
