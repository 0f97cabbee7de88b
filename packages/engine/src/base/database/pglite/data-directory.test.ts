import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimDataDirectory } from './data-directory.ts';

test('under the permission model of Node the refusal names it, and what is missing', () => {
  const directory = mkdtempSync(join(tmpdir(), 'inkling-directory-'));
  const { fsyncSync } = fs;
  onTestFinished(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
    rmSync(directory, { recursive: true });
  });
  fs.fsyncSync = () => {
    const message = 'fsync API is disabled when Permission Model is enabled.';
    throw Object.assign(new Error(message), { code: 'ERR_ACCESS_DENIED' });
  };
  syncBuiltinESMExports();
  expect(() => claimDataDirectory(directory, 0)).toThrow(
    expect.objectContaining({
      code: 'data-directory-invalid',
      message: expect.stringMatching(/is enabled\. Node’s permission model disables fsync/u),
    }),
  );
});
