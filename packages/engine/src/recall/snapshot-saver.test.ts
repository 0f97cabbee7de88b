import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRegistryFixture } from '../../test/registry-fixture.ts';
import { temporaryDirectory } from '../../test/setup/temporary-directory.ts';
import { createSnapshotFolder } from '../memory/search/snapshot-folder.ts';

const PROJECT = { orgId: 'o', projectId: 'p' };

test('closing waits longer for a large scope, which takes longer to write', async () => {
  const snapshots = createSnapshotFolder(temporaryDirectory());
  const settings = { closeMs: 2000, closeMsPerThousand: 1_000_000, closeChanges: 1 };
  const { registry, host, clock, store } = createRegistryFixture(settings, { snapshots });
  for (const id of ['id-0', 'id-1', 'id-2']) store('o').write(id);
  const save = host.save.bind(host);
  let goOn = (): void => undefined;
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  host.save = (...request) => disk.then(() => save(...request));
  await registry.warm(PROJECT);
  const closing = registry.close();
  clock.advance(4900);
  await new Promise((resolve) => setImmediate(resolve));
  goOn();
  await closing;
  expect(existsSync(snapshots.fileOf(PROJECT))).toBe(true);
});
