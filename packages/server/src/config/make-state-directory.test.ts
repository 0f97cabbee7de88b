import { statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { makeStateDirectory } from './make-state-directory.ts';

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
