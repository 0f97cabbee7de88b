import { expect, test } from 'vitest';
import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { createImportCursors } from './import-cursors.ts';

/** Answers without rows, and keeps what it was asked. */
function recordingTenant(): TenantDatabase & { readonly asked: Statement[] } {
  const asked: Statement[] = [];
  return {
    orgId: 'org_123',
    asked,
    query: (statement) => {
      asked.push(statement);
      return Promise.resolve([]);
    },
    batch: () => Promise.reject(new Error('asked')),
  };
}

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

test.each([
  ['no project', undefined, 'git', {}],
  ['a project that is no text', 7, 'git', {}],
  ['a project with NUL', 'p\0', 'git', {}],
  ['a project that no index holds', 'p'.repeat(513), 'git', {}],
  ['no source', 'p', undefined, {}],
  ['an empty source', 'p', '', {}],
  ['a source with half a character', 'p', '\uD800', {}],
  ['no cursor', 'p', 'git', undefined],
  ['null', 'p', 'git', null],
  ['a list', 'p', 'git', []],
  ['a text', 'p', 'git', 'head'],
  ['a cycle', 'p', 'git', cycle],
  ['a bigint', 'p', 'git', { at: 1n }],
  ['a text with NUL inside', 'p', 'git', { heads: ['a\0'] }],
  ['a key with half a character', 'p', 'git', { '\uD800': 1 }],
  ['an object that becomes a text', 'p', 'git', new Date(0)],
])('%s is refused with a code and without the database', async (_what, projectId, source, cursor) => {
  const tenant = recordingTenant();
  const cursors = createImportCursors(tenant);
  await expect(cursors.set(projectId as never, source as never, cursor as never)).rejects.toMatchObject({
    code: 'invalid-input',
  });
  expect(tenant.asked).toEqual([]);
});

test.each([
  [undefined, 'git'],
  ['p', undefined],
  ['p\0', 'git'],
])('reading the cursor of %j and %j is refused with a code', async (projectId, source) => {
  const cursors = createImportCursors(recordingTenant());
  await expect(cursors.get(projectId as never, source as never)).rejects.toMatchObject({ code: 'invalid-input' });
});

test('what can be stored is: no project, any other text, a backslash that looks like an escape', async () => {
  const tenant = recordingTenant();
  const cursors = createImportCursors(tenant);
  await cursors.set(null, 'git', { heads: ['\\u0000', 'é'] });
  expect(await cursors.get('with a\ttab', 'markdown')).toBeNull();
  expect(tenant.asked.map(({ values }) => values)).toEqual([
    ['org_123', '', 'git', '{"heads":["\\\\u0000","é"]}'],
    ['org_123', 'with a\ttab', 'markdown'],
  ]);
});
