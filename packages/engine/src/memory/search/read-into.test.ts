import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/setup/temporary-directory.ts';
import { readInto } from './read-into.ts';

test('fills one target behind the other, also when a read gives less than was asked, until the file ends', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(
    file,
    Uint8Array.from({ length: 20 }, (_, at) => at),
  );
  const handle = await open(file, 'r');
  const { readv } = handle;
  try {
    for (const most of [1, 3, 100]) {
      let at = 0;
      handle.readv = async (targets) => {
        const bytes = Math.min(
          most,
          targets.reduce((sum, { byteLength }) => sum + byteLength, 0),
        );
        const part = Buffer.alloc(bytes);
        const { bytesRead } = await readv.call(handle, [part], at);
        at += bytesRead;
        let copied = 0;
        for (const target of targets as unknown as Uint8Array[]) {
          target.set(part.subarray(copied, copied + target.length).subarray(0, bytesRead - copied));
          copied = Math.min(bytesRead, copied + target.length);
        }
        return { bytesRead, buffers: targets };
      };
      const targets = [4, 0, 7, 9].map((length) => new Uint8Array(length));
      expect(await readInto(handle, targets)).toBe(true);
      expect(targets.flatMap((target) => [...target])).toEqual(Array.from({ length: 20 }, (_, byte) => byte));
      expect(await readInto(handle, [new Uint8Array(1)])).toBe(false);
      expect(await readInto(handle, [])).toBe(true);
    }
  } finally {
    await handle.close();
  }
});
