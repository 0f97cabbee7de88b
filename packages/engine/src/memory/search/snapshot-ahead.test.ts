import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/setup/temporary-directory.ts';
import { createScopeIndex } from './scope-index.ts';
import { DEFAULT_SEARCH_SETTINGS } from './search-settings.ts';
import { createSnapshotAhead } from './snapshot-ahead.ts';

/** A snapshot of one document that never expires and one that does at 10. */
async function written(): Promise<string> {
  const file = join(temporaryDirectory(), 'index');
  const index = createScopeIndex();
  const rest = { text: 'deploy', paths: [], createdAt: 1, projectId: null, conversational: false };
  index.put([
    { ...rest, id: 'a' },
    { ...rest, id: 'b', validTo: 10 },
  ]);
  await index.save(file, 'note');
  return file;
}

test('what was read is given once, without what had expired', async () => {
  const file = await written();
  const ahead = createSnapshotAhead(DEFAULT_SEARCH_SETTINGS);
  ahead.begin(file, 10);
  const taken = await ahead.take(file);
  expect(taken).toMatchObject({ kind: 'restored', note: 'note' });
  expect(taken?.kind === 'restored' && taken.index.stats().documents).toBe(1);
  expect(await ahead.take(file)).toBeNull();
});

test('another file, and one that nobody began to read, are not it', async () => {
  const [file, other] = [await written(), await written()];
  const ahead = createSnapshotAhead(DEFAULT_SEARCH_SETTINGS);
  expect(await ahead.take(file)).toBeNull();
  ahead.begin(file, 0);
  expect(await ahead.take(other)).toBeNull();
  expect(await ahead.take(file)).toMatchObject({ kind: 'restored' });
});

test('a file that was changed or removed meanwhile is not what was read', async () => {
  const file = await written();
  const ahead = createSnapshotAhead(DEFAULT_SEARCH_SETTINGS);
  for (const change of [() => appendFileSync(file, ' '), () => rmSync(file)]) {
    ahead.begin(file, 0);
    change();
    expect(await ahead.take(file)).toBeNull();
  }
  ahead.begin(file, 0);
  expect(await ahead.take(file)).toBeNull();
});
