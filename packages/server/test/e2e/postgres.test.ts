import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { inkling, inklingAloneJson, inklingJson, type InklingOptions } from './inkling-process.ts';

// Each step starts a process of its own: many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let home: string;
let url: string;

beforeAll(async () => {
  home = temporaryDirectory();
  url = await createTestDatabase('empty');
});
afterAll(() => removeDirectory(home));

function having(environment: NodeJS.ProcessEnv): InklingOptions {
  return { cwd: home, environment };
}

test("a project's own DATABASE_URL gets no tables until somebody asks for them", async () => {
  const options = having({ DATABASE_URL: url });
  const refused = await inkling(['remember', 'x'], options);
  expect(refused.code).toBe(7);
  expect(refused.stderr).toMatch(
    /^Using PostgreSQL .* from DATABASE_URL\.\nerror migration-required: .*inkling migrate/,
  );
  expect((await inkling(['migrate', '--check'], options)).code).toBe(7);
  // A process of its own: a connection left open would keep it from ending.
  expect(await inklingAloneJson(['migrate'], options)).toMatchObject({ upToDate: true });
  expect((await inkling(['migrate', '--check'], options)).code).toBe(0);
  expect((await inkling(['remember', 'x'], options)).code).toBe(0);
});

test('remember, recall, export and forget work on a server as on the embedded store', async () => {
  const storage = ['--database-url', url, '--project', 'p'];
  const options = having({});
  const statement = 'The lock is refreshed on every heartbeat of the worker.';
  const { id } = await inklingAloneJson<{ id: string }>(['remember', statement, ...storage], options);
  const { rows } = await inklingJson<{ rows: { observation: unknown }[] }>(
    ['recall', 'lock refreshed heartbeat', ...storage],
    options,
  );
  expect(rows[0]?.observation).toMatchObject({ id, content: statement });
  const exported = await inkling(['export', ...storage], options);
  expect(JSON.parse(exported.stdout)).toMatchObject({ id });
  expect(await inklingJson(['forget', '--project-all', '--yes', ...storage], options)).toEqual({ forgotten: 1 });
});
