import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { JOURNEYS } from '../setup/journeys.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';
import { partitionByOrg, PARTITIONS } from '../setup/partition-by-org.ts';
import { recordingDatabase, type RecordedStatement } from '../setup/recording-database.ts';

/** A setting for its own transaction. */
const READS_NOTHING = /^select set_config\('(enable_sort', 'off|lock_timeout', '500)', true\)$/;

// One organisation on each partition at least: the names are always the same, and so is where PostgreSQL's hash puts them.
const ORGS = Array.from({ length: 12 }, (_, index) => `org-${index}`);

describe('every table hash-partitioned by org_id, as on a distributed PostgreSQL', () => {
  let database: Database;
  let recorder: ReturnType<typeof recordingDatabase>;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    await partitionByOrg(database);
    recorder = recordingDatabase(database);
  });
  afterAll(() => database.close());

  describe.each(JOURNEYS)('$room', ({ walk }) => {
    let statements: readonly RecordedStatement[];
    beforeAll(async () => {
      const from = recorder.recorded.length;
      for (const orgId of ORGS) await walk(recorder.database.tenant(orgId));
      statements = recorder.recorded.slice(from);
    });

    test('works there', () => {
      expect(statements.length).toBeGreaterThanOrEqual(ORGS.length);
    });

    test('each statement names org_id and binds its own organisation', () => {
      const loose = statements.filter(
        ({ orgId, statement }) =>
          !READS_NOTHING.test(statement.text) &&
          (!/org_id|match_(observation_terms|graph_queries)\(\$1/.test(statement.text) ||
            !statement.values?.includes(orgId)),
      );
      expect(loose.map(({ statement }) => statement.text)).toEqual([]);
    });

    test('each statement touches one partition, the same in every table', async () => {
      const ofOrg = new Map(ORGS.map((orgId): [string, Set<string>] => [orgId, new Set()]));
      const scattered: string[] = [];
      for (const recorded of statements) {
        const touched = await partitionsTouched(database, recorded);
        if (touched.size > 1) scattered.push(recorded.statement.text);
        for (const partition of touched) ofOrg.get(recorded.orgId)?.add(partition);
      }
      expect(scattered).toEqual([]);
      expect([...ofOrg.values()].map(({ size }) => size)).toEqual(ORGS.map(() => 1));
      expect(new Set([...ofOrg.values()].flatMap((partitions) => [...partitions])).size).toBe(PARTITIONS);
    });
  });

  // The control: the same check sees all partitions when the organisation is not in the statement.
  test('a statement without org_id touches every partition', async () => {
    const statement = { text: 'select id from observations', values: [] };
    const touched = await partitionsTouched(database, { orgId: null, statement });
    expect(touched.size).toBe(PARTITIONS);
  });

  // EXPLAIN does not look into a function, so its scans are counted.
  test('the term function reads one partition', async () => {
    const flush = { text: 'select pg_stat_force_next_flush()', values: [] };
    await database.operator.query(flush);
    await database.operator.query({ text: 'select pg_stat_reset()', values: [] });
    await database
      .tenant('org-1')
      .batch([
        flush,
        { text: `select id from match_observation_terms('org-1', null, 'word', now(), 500)`, values: [] },
      ]);
    const rows = await database.operator.query({
      text: `select relname from pg_stat_user_tables
        where relname like 'observations_part%' and coalesce(idx_scan, 0) + seq_scan > 0`,
      values: [],
    });
    expect(rows).toHaveLength(1);
  });
});

/** Numbers of the partitions that the plan reads or writes. */
async function partitionsTouched(
  database: Database,
  { orgId, statement }: { orgId: string | null; statement: RecordedStatement['statement'] },
): Promise<Set<string>> {
  const on = orgId === null ? database.operator : database.tenant(orgId);
  const rows = await on.query({ text: `explain ${statement.text}`, values: statement.values ?? [] });
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  return new Set([...plan.matchAll(/_part(\d+)/g)].map((match) => match[1] ?? ''));
}
