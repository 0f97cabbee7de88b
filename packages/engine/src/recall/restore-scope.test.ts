import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MemoryRowSource } from '../../test/memory-row-source.ts';
import { createRegistryFixture, type RegistryFixture } from '../../test/registry-fixture.ts';
import { temporaryDirectory } from '../../test/setup/temporary-directory.ts';
import { createSnapshotFolder, type SnapshotFolder } from '../memory/search/snapshot-folder.ts';
import type { ScopeRegistrySettings } from './scope-entry.ts';

const PROJECT = { orgId: 'o', projectId: 'p' };
const ORG = { orgId: 'o' };

/** A machine with a folder for snapshots and a store; registries come and go. */
interface Machine {
  readonly directory: string;
  readonly snapshots: SnapshotFolder;
  readonly store: MemoryRowSource;
  /** A process starts. */
  start(settings?: Partial<ScopeRegistrySettings>): RegistryFixture;
}

function machine(directory = temporaryDirectory()): Machine {
  const stores = new Map<string, MemoryRowSource>();
  const snapshots = createSnapshotFolder(directory);
  const start = (settings: Partial<ScopeRegistrySettings> = {}): RegistryFixture => {
    const fixture = createRegistryFixture({ closeChanges: 1, ...settings }, { snapshots, stores });
    // Before the directory is removed: it may still be writing.
    onTestFinished(() => fixture.registry.close());
    return fixture;
  };
  return { directory, snapshots, store: start().store('o'), start };
}

/** Runs a process that loads the scope and ends. */
async function runOnce({ start }: Machine, settings: Partial<ScopeRegistrySettings> = {}): Promise<void> {
  const { registry } = start(settings);
  await registry.warm(PROJECT);
  await registry.close();
}

/** All files below a directory, with their bytes as text. */
function filesBelow(directory: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}

describe.each([
  ['followed by the feed', { followFeed: true }],
  ['owned by this process', { followFeed: false }],
])('a scope with a snapshot, %s', (_title, settings) => {
  test('is loaded without reading its rows, and has what was written and removed since', async () => {
    const it = machine();
    for (const id of ['id-0', 'id-1', 'id-2']) it.store.write(id);
    await runOnce(it, settings);
    it.store.write('id-3');
    it.store.supersede('id-1');
    it.store.forget('id-2');
    const pages = it.store.asked.pages;
    const { registry, found, errors } = it.start(settings);
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(await found(PROJECT)).toEqual(['id-0', 'id-3']);
    expect([it.store.asked.pages - pages, errors]).toEqual([0, []]);
  });

  test('what this process writes and removes while it is restored wins over what the feed still says', async () => {
    const it = machine();
    for (const id of ['id-0', 'id-1', 'id-2']) it.store.write(id);
    await runOnce(it, settings);
    it.store.write('id-3');
    const { registry, found, errors } = it.start(settings);
    it.store.onLook = () => {
      it.store.onLook = () => Promise.resolve();
      // The page has been read: it holds id-1 and id-3 as they were.
      registry.written('o', [it.store.supersede('id-1'), it.store.forget('id-3'), it.store.write('id-4')]);
      return Promise.resolve();
    };
    await registry.warm(PROJECT);
    expect(await found(PROJECT)).toEqual(['id-0', 'id-2', 'id-4']);
    expect(errors).toEqual([]);
  });

  test('what is written while there turns out to be no snapshot is found as well', async () => {
    const it = machine();
    it.store.write('id-0');
    const { registry, found, errors } = it.start(settings);
    const warming = registry.warm(PROJECT);
    await Promise.resolve();
    registry.written('o', [it.store.write('id-1')]);
    await warming;
    expect(await found(PROJECT)).toEqual(['id-0', 'id-1']);
    expect(errors).toEqual([]);
  });
});

describe('a snapshot that cannot be trusted is told of once, replaced, and never searched', () => {
  const spoil: readonly [string, (file: string, it: Machine) => unknown][] = [
    ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
    [
      'another byte',
      (file) =>
        writeFileSync(
          file,
          readFileSync(file).map((byte, at) => (at === 2000 ? byte ^ 1 : byte)),
        ),
    ],
    ['not a snapshot', (file) => writeFileSync(file, 'hello')],
    ['another scope’s', (file, it) => renameSync(it.snapshots.fileOf(ORG), file)],
    ['older than a removal past the feed', (_file, it) => it.store.eraseTracelessly('id-1')],
    ['of a store that came back from a backup', (_file, it) => it.store.write('id-9', {}, 3600)],
    [
      'of another database',
      (_file, it) =>
        ['id-0', 'id-1', 'id-2'].forEach((id, at) => {
          it.store.eraseTracelessly(id);
          it.store.write(`other-${at}`, {}, 3600);
        }),
    ],
  ];
  test.each(spoil)('%s', async (_title, spoilFile) => {
    const it = machine();
    for (const id of ['id-0', 'id-1', 'id-2']) it.store.write(id);
    const first = it.start();
    await first.registry.warm(PROJECT);
    await first.registry.warm(ORG);
    await first.registry.close();
    spoilFile(it.snapshots.fileOf(PROJECT), it);
    const second = it.start();
    expect(await second.registry.warm(PROJECT)).toBe(true);
    expect(await second.found(PROJECT)).toEqual(it.store.recallable(PROJECT));
    expect(second.errors).toMatchObject([{ code: 'snapshot-failed' }]);
    await second.registry.close();
    const third = it.start();
    const { pages } = it.store.asked;
    await third.registry.warm(PROJECT);
    expect(await third.found(PROJECT)).toEqual(it.store.recallable(PROJECT));
    expect([it.store.asked.pages - pages, third.errors]).toEqual([0, []]);
  });

  test('a worker that dies of it costs the snapshot, not the scope', async () => {
    const it = machine();
    it.store.write('id-0');
    await runOnce(it);
    const { registry, host, found, errors } = it.start();
    host.restore = () => Promise.reject(new Error('out of memory'));
    expect(await registry.warm(PROJECT)).toBe(true);
    expect(await found(PROJECT)).toEqual(['id-0']);
    expect(errors).toMatchObject([{ message: 'out of memory' }]);
  });
});

describe('writing', () => {
  test('names of files tell no id, and nobody else may read them', async () => {
    const it = machine();
    it.store.write('id-0');
    await runOnce(it);
    const [file] = filesBelow(it.directory);
    expect(file?.path.slice(it.directory.length)).toMatch(/^\/[0-9a-f]{32}\/[0-9a-f]{32}\.idx$/);
    expect(statSync(file!.path).mode & 0o777).toBe(0o600);
  });

  test('happens after enough changes, and after a pause', async () => {
    const it = machine();
    it.store.write('id-0');
    const { registry, clock, host } = it.start({ saveChanges: 3, saveEveryMs: 1000 });
    let saves = 0;
    const { save } = host;
    host.save = (...input) => {
      saves += 1;
      return save(...input);
    };
    const change = async (): Promise<void> => {
      registry.written('o', [it.store.write('id-0')]);
      await registry.ready(PROJECT);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await registry.warm(PROJECT);
    await expect.poll(() => existsSync(it.snapshots.fileOf(PROJECT)), { timeout: 10_000 }).toBe(true);
    for (let at = 0; at < 3; at += 1) await change();
    expect(saves).toBe(1);
    clock.advance(1000);
    await change();
    await registry.close();
    expect(saves).toBe(2);
  });

  test('a folder that cannot be written is told of, and hurts no search', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const it = machine(join(directory, 'file', 'below'));
    it.store.write('id-0');
    const { registry, found, errors } = it.start();
    await registry.warm(PROJECT);
    expect(await found(PROJECT)).toEqual(['id-0']);
    await registry.close();
    expect(errors).not.toEqual([]);
  });

  test('closing does not wait for a disk that hangs', async () => {
    const it = machine();
    it.store.write('id-0');
    const { registry, host, clock } = it.start({ closeMs: 2000, closeMsPerThousand: 6 });
    host.save = () => new Promise(() => undefined);
    await registry.warm(PROJECT);
    const closing = registry.close();
    clock.advance(2001);
    await expect(closing).resolves.toBeUndefined();
  });

  test('the folder keeps to its size, the least recently used first, and unfinished files of the dead go', async () => {
    const it = machine();
    for (const id of ['id-0', 'id-1']) it.store.write(id);
    const { registry } = it.start();
    for (const scope of [PROJECT, ORG]) await registry.warm(scope);
    await registry.close();
    const [size, other] = filesBelow(it.directory).map(({ path }) => statSync(path).size);
    const unfinished = `${it.snapshots.fileOf(ORG)}.0.tmp`;
    writeFileSync(unfinished, 'x');
    const small = createSnapshotFolder(it.directory, { maxBytes: Math.max(size!, other!), unfinishedMs: 60_000 });
    await small.touch(PROJECT, Date.now() + 3_600_000);
    await small.tidy(Date.now() + 61_000);
    expect(filesBelow(it.directory).map(({ path }) => path)).toEqual([it.snapshots.fileOf(PROJECT)]);
  });
});

test('the latest snapshot is the one that was written or read last, and no unfinished one', async () => {
  const it = machine();
  expect(await it.snapshots.latest()).toBeNull();
  it.store.write('id-0');
  const { registry } = it.start();
  for (const scope of [PROJECT, ORG]) await registry.warm(scope);
  await registry.close();
  writeFileSync(`${it.snapshots.fileOf(ORG)}.0.tmp`, 'x');
  await it.snapshots.touch(PROJECT, Date.now() + 3_600_000);
  expect(await it.snapshots.latest()).toBe(it.snapshots.fileOf(PROJECT));
  await it.snapshots.touch(ORG, Date.now() + 7_200_000);
  expect(await it.snapshots.latest()).toBe(it.snapshots.fileOf(ORG));
});

describe('what is forgotten leaves no word on disk', () => {
  /** Two scopes that hold the word, on disk. */
  async function started(): Promise<Machine & { readonly process: RegistryFixture }> {
    const it = machine();
    it.store.write('id-0');
    it.store.write('id-1', { content: 'deploy with zebrafish' });
    const process = it.start({ saveEveryMs: 0 });
    for (const scope of [PROJECT, ORG]) await process.registry.warm(scope);
    await expect.poll(() => wordsOnDisk(it), { timeout: 10_000 }).toBe(2);
    return { ...it, process };
  }
  const wordsOnDisk = ({ directory }: Machine): number =>
    filesBelow(directory).filter(({ text }) => text.includes('zebrafish')).length;

  test('from before the rows are deleted, so a crash between leaves none; later ones are without it', async () => {
    const it = await started();
    const { registry, found } = it.process;
    await registry.forgetting('o', async () => {
      expect(filesBelow(it.directory)).toEqual([]);
      registry.written('o', [it.store.forget('id-1')]);
    });
    expect(await found(PROJECT)).toEqual(['id-0']);
    await registry.close();
    expect([filesBelow(it.directory).length, wordsOnDisk(it)]).toEqual([2, 0]);
  });

  test('a snapshot that is being written when forgetting begins does not outlive it', async () => {
    const it = await started();
    const { registry, host } = it.process;
    const { save } = host;
    const saving = { begun: false };
    host.save = (...input) => {
      saving.begun = true;
      return save(...input);
    };
    registry.written(
      'o',
      Array.from({ length: 1000 }, () => it.store.write('id-0')),
    );
    // Not asked once: while the writing of the file that is there already has not ended, none begins.
    while (!saving.begun) {
      await registry.ready(PROJECT);
      await nextTurn();
    }
    await registry.forgetting('o', async () => {
      registry.written('o', [it.store.forget('id-1')]);
    });
    expect(wordsOnDisk(it)).toBe(0);
  });

  test('a deletion that fails leaves the scope without a snapshot, and all rows', async () => {
    const it = await started();
    const { registry, found } = it.process;
    const failure = new Error('connection reset');
    await expect(registry.forgetting('o', () => Promise.reject(failure))).rejects.toBe(failure);
    expect(wordsOnDisk(it)).toBe(0);
    expect(await found(PROJECT)).toEqual(['id-0', 'id-1']);
    await registry.close();
    expect(wordsOnDisk(it)).toBe(2);
  });

  test('when another process forgets it: as soon as this one looks, and by the next that loads the scope', async () => {
    const it = await started();
    const { found, clock } = it.process;
    it.store.forget('id-1');
    clock.advance(2000);
    expect(await found(PROJECT)).toEqual(['id-0']);
    expect(wordsOnDisk(it)).toBe(0);
    const that = await started();
    that.store.forget('id-1');
    const later = that.start();
    await later.registry.warm(PROJECT);
    expect(wordsOnDisk(that)).toBe(0);
  });

  test('a snapshot that cannot be removed: nothing is forgotten, and the caller hears why', async () => {
    const it = await started();
    const { registry } = it.process;
    const refused = { ...it.snapshots, removeAll: () => Promise.reject(new Error('EPERM')) };
    const { registry: guarded } = createRegistryFixture({}, { snapshots: refused });
    let deleted = 0;
    const forgetting = guarded.forgetting('o', async () => (deleted += 1));
    await expect(forgetting).rejects.toMatchObject({ code: 'snapshot-failed' });
    expect(deleted).toBe(0);
    await registry.close();
  });
});
