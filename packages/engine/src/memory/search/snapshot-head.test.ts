import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/setup/temporary-directory.ts';
import { createScopeIndex } from './scope-index.ts';
import { readSnapshotHead } from './snapshot-head.ts';

async function written(documents: number): Promise<string> {
  const file = join(temporaryDirectory(), 'index');
  const index = createScopeIndex();
  const rest = { text: 'deploy', paths: [], createdAt: 1, projectId: null, conversational: false };
  index.put(Array.from({ length: documents }, (_, at) => ({ ...rest, id: `id-${at}` })));
  index.remove(['id-0']);
  await index.save(file, 'note');
  return file;
}

test('holds the note and ids that are spread evenly over the living documents', async () => {
  const head = await readSnapshotHead(await written(101));
  expect(head).toMatchObject({ note: 'note' });
  expect(head?.sample).toEqual(Array.from({ length: 25 }, (_, at) => `id-${1 + 4 * at}`));
});

test('there is none of a file that is not there, was cut in it, or has another byte in it', async () => {
  const file = await written(3);
  const whole = readFileSync(file);
  expect(await readSnapshotHead(`${file}-elsewhere`)).toBeNull();
  for (const bytes of [0, 10, 43, 44, 500]) {
    writeFileSync(file, whole.subarray(0, bytes));
    expect(await readSnapshotHead(file)).toBeNull();
  }
  for (const at of [0, 8, 20, 60, 500]) {
    writeFileSync(
      file,
      whole.map((byte, place) => (place === at ? byte ^ 1 : byte)),
    );
    expect(await readSnapshotHead(file)).toBeNull();
  }
});

test('there is none of a file whose version knew no sample', async () => {
  const file = await written(3);
  const whole = readFileSync(file);
  const length = whole.readUInt32LE(8);
  const header = JSON.parse(whole.subarray(44, 44 + length).toString()) as Record<string, unknown>;
  delete header['sample'];
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  writeFileSync(file, Buffer.concat([whole.subarray(0, 8), size, createHash('sha256').update(text).digest(), text]));
  expect(await readSnapshotHead(file)).toBeNull();
});
