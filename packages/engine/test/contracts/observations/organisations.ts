import { expect, test } from 'vitest';
import type { Database } from '../../../src/base/database/database.ts';
import { readScopeRows } from '../../../src/memory/search/index/scope-filling.ts';
import { linesOf, type OpenRoom } from './room.ts';

/** Two organisations in one database. */
export function organisations(room: OpenRoom, database: () => Database): void {
  test('two organisations never see, change, count, follow, export or forget each other', async () => {
    const mine = room();
    const theirs = room();
    const { id } = await theirs.store.remember({
      content: 'theirs',
      projectId: 'p',
      sessionId: 's',
      metadata: { paths: ['a.ts'] },
    });
    const before = await theirs.store.get(id);
    expect(await mine.store.get(id)).toBeNull();
    expect(await mine.store.getMany([id])).toEqual([]);
    expect((await mine.store.list({ projectId: 'p', path: 'a.ts' })).rows).toEqual([]);
    expect(await mine.store.count()).toBe(0);
    expect(await linesOf(mine.store)).toEqual([]);
    const page = await mine.store.scopePage({});
    expect([readScopeRows(page.rows), page.next]).toEqual([[], null]);
    expect((await mine.store.changesSince({})).changes).toEqual([]);
    await expect(mine.store.supersede(id, 'mine now')).rejects.toMatchObject({ code: 'observation-not-found' });
    for (const request of [{ id }, { sessionId: 's' }, { projectId: 'p' }, { all: true as const }]) {
      expect(await mine.store.forget(request)).toEqual({ forgotten: 0 });
    }
    expect(await mine.store.remember({ content: 'theirs', projectId: 'p' })).toMatchObject({ created: true });
    await theirs.store.importRows(mine.store.exportRows());
    expect(await theirs.store.get(id)).toEqual(before);
    expect(await theirs.store.count()).toBe(1);
  });

  test('row-level security holds where a statement would forget its organisation', async () => {
    const mine = room();
    await mine.store.remember({ content: 'behind two walls' });
    const other = database().tenant(`${mine.orgId}-other`);
    expect(await other.query({ text: 'select id from observations', values: [] })).toEqual([]);
  });
}
