import { createMemory, type Memory } from '@inkling/engine';
import { type Authorizer, createDefaultAuthorizer } from '../../src/memory/policy/authorizer.ts';
import { beforeAll, expect, test } from 'vitest';
import type { Database, Row, Statement } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';

describeOnEachDatabase('a warm-up', (open, kind) => {
  let database: Database;
  let memory: Memory;
  const failures: unknown[] = [];
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, onError: (error) => failures.push(error) });
  });
  const select = (text: string): Promise<Row[]> => database.operator.query({ text, values: [] });

  test('runs every step, and leaves no row in any table', async () => {
    await memory.warmUp();
    expect(failures).toEqual([]);
    const tables = await select(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
       where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) expect(await select(`select * from ${String(name)}`)).toEqual([]);
  });

  test('looks up what is stored, and logs nothing of it', async () => {
    const org = memory.org('acme');
    const { id } = await org.observations.remember({ content: 'The header is lost.' });
    await memory.warmUp();
    expect(failures).toEqual([]);
    // Behind what the logs still had to write.
    await org.observations.forget({ id });
    const logs = ['session_verb_events', 'session_retrievals', 'context_injection_logs', 'session_memory_injects'];
    for (const table of [...logs, 'sessions']) expect(await select(`select * from ${table}`)).toEqual([]);
  });

  test('loading a first scope recalls from it until something was found, whatever the database', async () => {
    const asked: (string | null | undefined)[] = [];
    const authorizer: Authorizer = {
      authorize(principal, verb, resources) {
        asked.push(principal.projectId);
        return createDefaultAuthorizer().authorize(principal, verb, resources);
      },
    };
    const fresh = await createMemory({ database: await open(), authorizer, onError: (error) => failures.push(error) });
    const org = fresh.org('acme');
    await org.observations.remember({ content: 'Prices are rounded half to even.', projectId: 'shop' });
    await org.observations.remember({ content: 'The cart may be empty.', projectId: 'other' });
    for (const projectId of ['none', 'shop', 'other']) expect(await org.warm({ projectId })).toBe(true);
    expect(asked).toEqual(['shop', 'shop', 'shop', 'shop']);
    expect(failures).toEqual([]);
    await fresh.close();
  });

  test('only an embedded database has one', () => {
    expect(typeof database.warmUp).toBe(kind === 'pglite' ? 'function' : 'undefined');
  });
});

test('what is written in a warm-up is taken back, also of a batch, and what follows is kept', async () => {
  const database = await openTestDatabase('pglite');
  const write = (id: string): Statement => ({
    text: `insert into sessions (org_id, id, project_id, work_type) values ($1, $2, '', '') returning id`,
    values: ['acme', id],
  });
  const warmUp = database.warmUp?.('acme');
  expect(await warmUp?.query(write('a'))).toEqual([{ id: 'a' }]);
  expect(await warmUp?.batch([write('b'), write('b2')])).toHaveLength(2);
  await expect(warmUp?.query({ text: 'select no_such_column', values: [] })).rejects.toThrow();
  await database.tenant('acme').query(write('c'));
  const stored = await database.operator.query({ text: 'select id from sessions', values: [] });
  expect(stored).toEqual([{ id: 'c' }]);
  await database.close();
});
