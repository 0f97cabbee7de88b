import { beforeAll, describe, expect, test } from 'vitest';
import type { Database, Row } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const MOMENT = '2026-11-22T12:00:00Z';

// Words follow a power law: w0 is in nearly every row, w19000 in a few of ten thousand. Deterministic, so plans repeat.
const FILL = {
  text: `insert into observations
      (org_id, id, project_id, agent_id, kind, content, content_hash, source, simhash, created_at, terms)
    select case when i % 5 = 0 then 'other' else 'big' end, gen_random_uuid(), 'p' || i % 3, 'a', 'explicit', 'c' || i,
      'h' || i, 'api', 0, '2026-11-01', array_to_tsvector(array(
        select distinct 'w' || floor(power((i::bigint * 7919 * n + n * n * 104729) % 1000003 / 1000003::float8, 3) * 20000)::int
        from generate_series(1, 60) n))
    from generate_series(1, $1::int) i`,
};

const matching = (query: string, project: string | null = null, most = 500) => ({
  text: 'select m.id from match_observation_terms($1, $2, $3::tsquery, $4, $5) m',
  values: ['big', project, query, MOMENT, most],
});

describeOnEachDatabase('matching terms under row-level security', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.operator.query({ ...FILL, values: [5000] });
    await database.operator.query({ text: 'analyze observations', values: [] });
  });

  test('finds what the owner finds in this organisation, and nothing of another', async () => {
    const query = `'w900' | 'w19000' | 'w7'`;
    const expected = await database.operator.query({
      text: `select id from observations where org_id = $1 and terms @@ $2::tsquery`,
      values: ['big', query],
    });
    const found = await database.tenant('big').query(matching(query, null, 10_000));
    expect(found.length).toBeGreaterThan(50);
    expect(ids(found)).toEqual(ids(expected));
    expect(await database.tenant('nobody').query(matching(query))).toEqual([]);
    expect(await database.operator.query(matching(query))).toEqual([]);
  });

  test('keeps to the project and to the most rows asked for', async () => {
    const found = await database.tenant('big').query(matching(`'w0'`, 'p1', 7));
    const rows = await database.tenant('big').query({
      text: 'select distinct project_id from observations where org_id = $1 and id = any($2::uuid[])',
      values: ['big', ids(found)],
    });
    expect(found).toHaveLength(7);
    expect(rows).toEqual([{ project_id: 'p1' }]);
  });

  describe('a row that must not be recalled is not found', () => {
    test.each([
      ['superseded', `superseded_by = gen_random_uuid()`],
      ['in quarantine', `quarantine_reason = 'imperative'`],
      ['expired', `valid_to = '${MOMENT}'`],
      ['later than the moment', `created_at = '2026-11-23'`],
    ])('%s', async (name, change) => {
      const big = database.tenant('big');
      const mark = matching(`'marked-${name.replaceAll(' ', '-')}'`);
      const [row] = await big.query<{ id: string }>(matching(`'w0'`, null, 1));
      const update = (set: string) => ({
        text: `update observations set ${set} where org_id = $1 and id = $2`,
        values: ['big', row?.id],
      });
      await big.query(update(`terms = array_to_tsvector(array['marked-${name.replaceAll(' ', '-')}'])`));
      expect(await big.query(mark)).toEqual([{ id: row?.id }]);
      await big.query(update(change));
      expect(await big.query(mark)).toEqual([]);
    });
  });

  test('only the tenant role may call it', async () => {
    const [right] = await database.operator.query({
      text: `select has_function_privilege('public', p.oid, 'execute') as everyone,
          has_function_privilege('inkling_tenant', p.oid, 'execute') as tenant
        from pg_proc p where p.proname = 'match_observation_terms'`,
      values: [],
    });
    expect(right).toEqual({ everyone: false, tenant: true });
  });

  // The reason why the function exists; the day this turns red the function can go.
  test('the plain statement cannot use the index as a tenant', async () => {
    const plain = [
      { text: 'set local enable_seqscan = off', values: [] },
      { text: 'explain select id from observations where org_id = $1 and terms @@ $2', values: ['big', `'w19000'`] },
    ];
    expect(planOf(await database.operator.batch(plain))).toContain('observations_terms');
    expect(planOf(await database.tenant('big').batch(plain))).not.toContain('observations_terms');
  });

  test('the function uses the index', async () => {
    const flush = { text: 'select pg_stat_force_next_flush()', values: [] };
    await database.operator.query(flush);
    const before = await termScans(database);
    await database.tenant('big').batch([flush, matching(`'w19000'`)]);
    expect(await termScans(database)).toBeGreaterThan(before);
  });
});

function ids(rows: readonly Row[]): string[] {
  return rows.map((row) => String(row['id'])).toSorted();
}

function planOf([, rows = []]: readonly Row[][]): string {
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

async function termScans({ operator }: Database): Promise<number> {
  const rows = await operator.query({
    text: `select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'observations_terms'`,
    values: [],
  });
  return Number(rows[0]?.['scans']);
}
