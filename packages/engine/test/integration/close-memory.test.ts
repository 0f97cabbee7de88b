import { expect, test, vi } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
// The only test that imports the engine's sources: it keeps the mock for as long as its process lives, which other files share.
import { createMemory } from '../../src/engine.ts';

vi.mock('../../src/memory/search/host/worker-index-host.ts', () => ({
  createIndexHost: () => ({ close: () => Promise.reject(new Error('the thread does not end')) }),
}));

test('the database is closed even when the search thread does not end, and the failure is told', async () => {
  let closed = 0;
  const database: Database = {
    kind: 'pglite',
    operator: { query: () => Promise.resolve([]), batch: () => Promise.resolve([]) },
    tenant: () => {
      throw new Error('not asked for');
    },
    close: async () => {
      closed += 1;
    },
  };
  const memory = await createMemory({ database });
  await expect(memory.close()).rejects.toThrow('the thread does not end');
  expect(closed).toBe(1);
});
