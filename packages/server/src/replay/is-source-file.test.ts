import { expect, test } from 'vitest';
import { isSourceFile } from './is-source-file.ts';

test.each(['src/click/core.py', 'lib/reply.js', 'Makefile', 'src/history.ts', 'src/locks.ts', 'docs.ts'])(
  '%s is work on the program',
  (file) => expect(isSourceFile(file)).toBe(true),
);

test.each([
  'tests/test_core.py',
  'src/core.test.ts',
  'docs/conf.py',
  'doc/make.js',
  'README.md',
  'CHANGES.rst',
  'CHANGELOG',
  'HISTORY',
  'man/fd.1',
  'package-lock.json',
  'web/yarn.lock',
  'Cargo.lock',
  'go.sum',
  'package.json',
  'pyproject.toml',
  'requests/__version__.py',
  '.github/workflows/test.yml',
  '.eslintrc.js',
  '.changeset/three-birds.md',
])('%s is not', (file) => expect(isSourceFile(file)).toBe(false));
