import { expect, test, vi } from 'vitest';
import { createPostgresPool } from './postgres-pool.ts';

test('without the package pg the error names both ways out', async () => {
  vi.doMock('pg', () => {
    throw new Error('Cannot find package');
  });
  const created = createPostgresPool({ connectionString: 'postgres://localhost', max: 1, connectTimeoutMs: 1 });
  await expect(created).rejects.toMatchObject({
    code: 'dependency-missing',
    hint: expect.stringMatching(/npm install pg.*@inkling\/engine\/pglite/),
  });
  vi.doUnmock('pg');
});
