import { statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { makeStateDirectory, makeTemporaryDirectory } from './make-state-directory.ts';

let home: string;
beforeEach(() => void (home = temporaryDirectory()));
afterEach(() => removeDirectory(home));

test('makes it with those around it, for its owner only, and leaves one that is there', () => {
  const directory = path.join(home, 'a', 'b');
  makeStateDirectory(directory);
  makeStateDirectory(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

// In /proc the recursive mkdir of Node never ends.
test('a place where nothing can be made is refused', () => {
  expect(() => makeStateDirectory('/proc/nope/data')).toThrow(
    expect.objectContaining({ code: 'data-directory-invalid', hint: expect.stringContaining('local disk') }),
  );
});

test('where TMPDIR names no directory, the error says so', () => {
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, path.join(home, 'gone'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => makeTemporaryDirectory('inkling-demo-')).toThrow(
    expect.objectContaining({ code: 'invalid-input', hint: expect.stringContaining('TMPDIR') }),
  );
});
