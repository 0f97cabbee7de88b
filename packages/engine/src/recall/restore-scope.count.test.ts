import { expect, test } from 'vitest';
import type { MemoryRowSource } from '../../test/memory-row-source.ts';
import { createRegistryFixture } from '../../test/registry-fixture.ts';
import { temporaryDirectory } from '../../test/setup/temporary-directory.ts';
import { createSnapshotFolder } from '../memory/search/snapshot-folder.ts';

const PROJECT = { orgId: 'o', projectId: 'p' };

test.each([
  ['followed by the feed', { followFeed: true }],
  ['owned by this process', { followFeed: false }],
])('the store is counted once while nothing is written, and again when something was: %s', async (_title, settings) => {
  const stores = new Map<string, MemoryRowSource>();
  const snapshots = createSnapshotFolder(temporaryDirectory());
  const start = () => createRegistryFixture({ closeChanges: 1, ...settings }, { snapshots, stores });
  const first = start();
  const store = first.store('o');
  for (const id of ['id-0', 'id-1']) store.write(id);
  await first.registry.warm(PROJECT);
  await first.registry.close();
  const second = start();
  await second.registry.warm(PROJECT);
  await second.registry.close();
  const { pages } = store.asked;
  expect(store.asked.counts).toBe(1);
  const { registry, found, errors } = start();
  store.onCount = () => {
    store.onCount = () => Promise.resolve();
    // Committed by another process, or by this one: the number that is about to be answered lacks it.
    const change = store.write('id-2');
    if (!settings.followFeed) registry.written('o', [change]);
    return Promise.resolve();
  };
  await registry.warm(PROJECT);
  expect(await found(PROJECT)).toEqual(['id-0', 'id-1', 'id-2']);
  expect([store.asked.counts, store.asked.pages, errors]).toEqual([3, pages, []]);
  await registry.close();
});

test('a snapshot that takes the place of the one that the store was asked about is asked about anew', async () => {
  const stores = new Map<string, MemoryRowSource>();
  const snapshots = createSnapshotFolder(temporaryDirectory());
  const start = () => createRegistryFixture({ closeChanges: 1 }, { snapshots, stores });
  const store = start().store('o');
  const runOnce = async (id: string): Promise<void> => {
    store.write(id);
    const { registry } = start();
    await registry.warm(PROJECT);
    await registry.close();
  };
  await runOnce('id-0');
  const former = await snapshots.headOf(PROJECT);
  await runOnce('id-1');
  const { registry, found, errors } = createRegistryFixture(
    {},
    { snapshots: { ...snapshots, headOf: () => Promise.resolve(former) }, stores },
  );
  const { pages, counts } = store.asked;
  await registry.warm(PROJECT);
  expect(await found(PROJECT)).toEqual(['id-0', 'id-1']);
  expect([store.asked.pages - pages, store.asked.counts - counts, errors]).toEqual([0, 2, []]);
  await registry.close();
});
