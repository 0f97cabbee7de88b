import { createMemory, type Database } from '@inkling/engine';
import { expect, onTestFinished, test } from 'vitest';
import { verbEvent } from '../in-session-fixtures.ts';
import { createManualClock } from '../manual-clock.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';

const ORG = 'org_123';

/** A database that tells the names of what is asked of it, and answers the statement of this name when the test says so. */
function holding(database: Database, held: string) {
  const asked: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const watched: Database = {
    ...database,
    tenant(orgId) {
      const tenant = database.tenant(orgId);
      return {
        ...tenant,
        async query(statement, options) {
          asked.push(statement.name ?? '');
          if (statement.name === held) await answered;
          return tenant.query(statement, options);
        },
        batch(statements, options) {
          asked.push(...statements.map(({ name }) => name ?? ''));
          return tenant.batch(statements, options);
        },
      };
    },
  };
  return { watched, asked, answer };
}

test('an import waits from the first thing that an event asks for, not only from its recall on', async () => {
  const { watched, asked, answer } = holding(await openTestDatabase('pglite'), 'injects_seen');
  // Time stands still: the import's patience does not end.
  const memory = await createMemory({ database: watched, clock: createManualClock() });
  onTestFinished(() => memory.close());
  const org = memory.org(ORG);
  await org.warm({ projectId: 'proj_xyz' });
  // The first row loads what looks for secrets.
  await org.observations.importRows([{ content: 'Caches are cleared on logout.' }]);
  const injector = org.createInSessionInjector({ capability: { supportsMessageInjection: false } });
  const handled = injector.handleVerbEvent(verbEvent());
  await expect.poll(() => asked).toContain('injects_seen');
  const importing = org.observations.importRows([{ content: 'Tokens expire.' }]);
  // What is written at once goes the same way behind the import, and passes it.
  await org.observations.remember({ content: 'Ports are pinned.' });
  expect(await org.observations.count()).toBe(2);
  answer();
  expect((await handled).outcome).toBe('no-match');
  expect((await importing).imported).toBe(1);
});
