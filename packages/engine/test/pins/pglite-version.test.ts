import { expect, test } from 'vitest';
import { listFiles, readText } from '../../../../scripts/lib/files.mjs';
import { manifestOf } from '../../../../scripts/lib/packages.mjs';
import { requirePglite } from '../../src/base/database/pglite/pglite-template.ts';

const { peerDependencies } = manifestOf('packages/engine') as { peerDependencies: Record<string, string> };
const needed = peerDependencies['@electric-sql/pglite'] ?? '';

test('every command that installs PGlite names the version that is needed', () => {
  const told = (listFiles() as string[])
    .filter((path) => /\.(md|ts)$/.test(path) && !path.includes('/test/'))
    .flatMap((path) => readText(path).match(/install .*@electric-sql\/pglite[^`\s]*/g) ?? [])
    .filter((command) => !command.includes('${'));
  expect(told.length).toBeGreaterThanOrEqual(4);
  expect(told.filter((command) => !command.endsWith(`@electric-sql/pglite@${needed}`))).toEqual([]);
});

test('another version is refused, and the hint installs the right one', () => {
  expect(() => requirePglite()).not.toThrow();
  const hint = expect.stringContaining(`npm install @electric-sql/pglite@${needed}`);
  expect(() => requirePglite('0.5.15')).toThrow(expect.objectContaining({ code: 'dependency-missing', hint }));
});
