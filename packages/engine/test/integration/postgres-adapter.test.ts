import { openPostgres } from '@inkling/engine/pg';
import { Pool, type PoolConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Statement } from '../../src/base/database/database.ts';
import type { PostgresClient, PostgresPool } from '../../src/base/database/postgres/postgres-pool.ts';
import { databaseContract } from '../contracts/database-contract.ts';
import { createTestDatabase } from '../setup/open-test-database.ts';

databaseContract('PostgreSQL with no statement kept prepared', async () =>
  openPostgres({ connectionString: await createTestDatabase(), preparedStatements: false }),
);

/** A pool of the caller's. */
async function overPool(settings: PoolConfig, use = (pool: PostgresPool): PostgresPool => pool): Promise<Database> {
  const pool = new Pool({ connectionString: await createTestDatabase(), max: 4, ...settings });
  const database = await openPostgres({ pool: use(pool) });
  return { ...database, close: () => database.close().then(() => (pool.ended ? undefined : pool.end())) };
}

/** Its clients take queries and nothing else. */
function queriesOnly(pool: PostgresPool): PostgresPool {
  return {
    on: (event, listener) => pool.on(event, listener),
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      return {
        query: (query) => client.query(query),
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
      };
    },
  };
}

databaseContract("PostgreSQL over the caller's pool", () => overPool({}));

// Its client refuses what is no query of pg's own.
databaseContract("PostgreSQL over the caller's pool that sends without waiting", () => overPool({ pipeline: true }));

databaseContract('PostgreSQL over clients that take queries only, waiting for each answer', () =>
  overPool({}, queriesOnly),
);

/** A pool whose clients have something of their own. */
function overClients(pool: PostgresPool, own: (client: PostgresClient) => Partial<PostgresClient>): PostgresPool {
  const replaced = (client: PostgresClient): PostgresClient =>
    new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get({ ...own(target) }, name) ?? Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return {
    on: (event, listener) => pool.on(event, listener),
    end: () => pool.end(),
    connect: async () => replaced(await pool.connect()),
  };
}

/** As behind a transaction pooler, which gives keys for cancelling that are its own. */
const behindPooler = (pool: PostgresPool): PostgresPool => overClients(pool, () => ({ processID: -1 }));

describe('statements kept prepared', () => {
  const named: Statement = { name: 'wanted', text: 'select 1 as one', values: [] };
  const kept: Statement = { text: 'select name from pg_prepared_statements where name = $1', values: ['wanted'] };

  test("on the server's own connections", async () => {
    const database = await openPostgres({ connectionString: await createTestDatabase(), max: 1 });
    await database.operator.query(named);
    expect(await database.operator.query(kept)).toEqual([{ name: 'wanted' }]);
    await database.close();
  });

  test('not behind a pooler, unless it is said that it tracks them', async () => {
    const connectionString = await createTestDatabase();
    for (const [said, rows] of [
      [{}, []],
      [{ preparedStatements: true }, [{ name: 'wanted' }]],
    ] as const) {
      const pool = new Pool({ connectionString, max: 1 });
      const database = await openPostgres({ pool: behindPooler(pool), ...said });
      await database.operator.query(named);
      expect(await database.operator.query(kept)).toEqual(rows);
      await database.close();
      await pool.end();
    }
  });

  test('are prepared anew when somebody has dropped them, or their columns have changed', async () => {
    const connectionString = await createTestDatabase();
    const pool = new Pool({ connectionString, max: 1 });
    const database = await openPostgres({ pool });
    await pool.query('create table things (a int)');
    await pool.query('insert into things values (1)');
    const all: Statement = { name: 'all_things', text: 'select * from things', values: [] };
    expect(await database.operator.query(all)).toEqual([{ a: 1 }]);
    await pool.query('alter table things add b int default 2');
    expect(await database.operator.query(all)).toEqual([{ a: 1, b: 2 }]);
    await pool.query('deallocate all');
    expect(await database.operator.query(all)).toEqual([{ a: 1, b: 2 }]);
    // What is refused with the same code for another reason is refused.
    const refused: Statement = { name: 'refused', text: 'select count(*) from things for update', values: [] };
    await expect(database.operator.query(refused)).rejects.toMatchObject({ details: { sqlstate: '0A000' } });
    await database.close();
    await pool.end();
  });
});

const sleep: Statement = { text: 'select pg_sleep(600)', values: [] };
const backend: Statement = { text: 'select pg_backend_pid() as pid', values: [] };

describe('aborting', () => {
  let url: string;
  let watcher: Database;
  beforeAll(async () => {
    url = await createTestDatabase();
    watcher = await openPostgres({ connectionString: url, max: 1 });
  });
  afterAll(() => watcher.close());

  const isRunning = async (pid: unknown): Promise<boolean> => {
    const rows = await watcher.operator.query({
      text: `select from pg_stat_activity where pid = $1 and state = 'active'`,
      values: [pid],
    });
    return rows.length > 0;
  };

  test.each([true, false])(
    'ends the statement on the server and keeps the connection (pipelined: %s)',
    async (pipeline) => {
      const pool = new Pool({ connectionString: url, max: 1, pipeline });
      const database = await openPostgres({ pool });
      const [before] = await database.operator.query(backend);
      const controller = new AbortController();
      const asked = database.tenant('mine').query(sleep, { signal: controller.signal });
      await expect.poll(() => isRunning(before?.['pid'])).toBe(true);
      controller.abort(new Error('too late'));
      await expect(asked).rejects.toThrow('too late');
      // The pool has one connection: this waits until the cancelled one is fit again.
      expect(await database.operator.query(backend)).toEqual([before]);
      expect(await isRunning(before?.['pid'])).toBe(false);
      await database.close();
      await pool.end();
    },
  );

  test('while waiting for a connection rejects at once and runs nothing', async () => {
    const database = await openPostgres({ connectionString: url, max: 1 });
    const release = new AbortController();
    const holder = database.operator.query(sleep, { signal: release.signal });
    const controller = new AbortController();
    const insert = {
      text: `insert into import_cursors (org_id, source, cursor) values ('mine', 'never', '{}')`,
      values: [],
    };
    const waiting = database.tenant('mine').query(insert, { signal: controller.signal });
    controller.abort(new Error('no patience'));
    await expect(waiting).rejects.toThrow('no patience');
    release.abort(new Error('enough'));
    await expect(holder).rejects.toThrow('enough');
    await database.close();
    const rows = await watcher.tenant('mine').query({ text: 'select source from import_cursors', values: [] });
    expect(rows).toEqual([]);
  });

  test('close waits for a statement that is being cancelled', async () => {
    const database = await openPostgres({ connectionString: url, max: 1 });
    const [before] = await database.operator.query(backend);
    const controller = new AbortController();
    const asked = database.operator.query(sleep, { signal: controller.signal });
    await expect.poll(() => isRunning(before?.['pid'])).toBe(true);
    controller.abort(new Error('closing'));
    await expect(asked).rejects.toThrow('closing');
    await database.close();
    expect(await isRunning(before?.['pid'])).toBe(false);
  });
});

describe('one connection for many organisations', () => {
  test('keeps them apart, as behind a transaction pooler', async () => {
    const database = await openPostgres({ connectionString: await createTestDatabase(), max: 1 });
    const orgs = Array.from({ length: 20 }, (_, index) => `org-${index}`);
    await Promise.all(
      orgs.map((orgId) =>
        database.tenant(orgId).query({
          text: `insert into import_cursors (org_id, source, cursor) values ($1, $1, '{}')`,
          values: [orgId],
        }),
      ),
    );
    const read: Statement = { text: 'select source from import_cursors', values: [] };
    const seen = await Promise.all(orgs.map((orgId) => database.tenant(orgId).query(read)));
    expect(seen).toEqual(orgs.map((source) => [{ source }]));
    await database.close();
  });
});

describe('failures', () => {
  test('a server that cannot be reached is unavailable, and the message holds no password', async () => {
    const connectionString = 'postgres://someone:secret-word@127.0.0.1:1/nothing';
    const refused = await openPostgres({ connectionString }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'database-unavailable', details: { code: 'ECONNREFUSED' } });
    expect(String(refused)).not.toContain('secret-word');
  });

  test('a connection that the server ends fails its statement, and the next one works', async () => {
    const url = await createTestDatabase();
    const database = await openPostgres({ connectionString: url, max: 1 });
    const killer = await openPostgres({ connectionString: url, max: 1 });
    const [before] = await database.operator.query(backend);
    const asked = database.operator.query(sleep).catch((error: unknown) => error);
    const kill = { text: 'select pg_terminate_backend($1)', values: [before?.['pid']] };
    await expect
      .poll(
        async () =>
          (await killer.operator.query({
            text: `select state from pg_stat_activity where pid = $1`,
            values: [before?.['pid']],
          })) as unknown,
      )
      .toEqual([{ state: 'active' }]);
    await killer.operator.query(kill);
    expect(await asked).toMatchObject({ code: 'database-unavailable' });
    const [after] = await database.operator.query(backend);
    expect(after?.['pid']).not.toBe(before?.['pid']);
    await Promise.all([database.close(), killer.close()]);
  });

  test('of a transaction that cannot begin nothing is run', async () => {
    const pool = new Pool({ connectionString: await createTestDatabase(), max: 1, pipeline: true });
    let mayBegin = true;
    const refusing = overClients(pool, (client) => ({
      query: (query) => client.query(query.text.startsWith('begin') && !mayBegin ? { text: 'select 1 / 0' } : query),
    }));
    const database = await openPostgres({ pool: refusing });
    const org = database.tenant('mine');
    mayBegin = false;
    const insert = org.query({
      text: `insert into import_cursors (org_id, source, cursor) values ('mine', 'never', '{}')`,
      values: [],
    });
    await expect(insert).rejects.toMatchObject({ details: { sqlstate: '22012' } });
    mayBegin = true;
    expect(await org.query({ text: 'select source from import_cursors', values: [] })).toEqual([]);
    await database.close();
    await pool.end();
  });

  test('after a failed statement in a batch nothing of the batch is kept and the connection is reused', async () => {
    const database = await openPostgres({ connectionString: await createTestDatabase(), max: 1 });
    const org = database.tenant('mine');
    const [before] = await database.operator.query(backend);
    const insert = (source: string): Statement => ({
      text: `insert into import_cursors (org_id, source, cursor) values ($1, $2, '{}')`,
      values: ['mine', source],
    });
    const failing = org.batch([insert('first'), { text: 'select 1 / $1::int', values: [0] }, insert('after')]);
    await expect(failing).rejects.toMatchObject({ details: { sqlstate: '22012' } });
    expect(await org.query({ text: 'select source from import_cursors', values: [] })).toEqual([]);
    expect(await database.operator.query(backend)).toEqual([before]);
    await database.close();
  });
});
