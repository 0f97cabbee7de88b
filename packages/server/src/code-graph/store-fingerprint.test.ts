import type { ProjectFingerprint } from '@inkling/engine/types';
import { expect, test } from 'vitest';
import { addToTree, writeTree } from '../../test/fake-graph.ts';
import { readFingerprint, storeFingerprint } from './store-fingerprint.ts';

test('every manifest of the contract is read, and the own packages are left out', async () => {
  const directory = await writeTree({
    'package.json': '{ "name": "shop", "dependencies": { "React": "19" }, "devDependencies": { "vitest": "3" } }',
    'packages/a/package.json': '{ "name": "@shop/a", "dependencies": { "shop": "*", "hono": "4" } }',
    'go.mod': 'module example.com/shop\n\nrequire github.com/gin-gonic/gin v1.9.0\n',
    'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["Typing_Extensions>=4", "requests"]\n',
    'requirements.txt': 'requests==2.0\nflask\n',
    'Cargo.toml': '[package]\nname = "shop"\n[dependencies]\nserde = "1"\n',
    Gemfile: `source 'https://rubygems.org'\n\ngem 'rails', '~> 7'\n  gem("pg")\n# gem 'no'\n`,
    'pom.xml':
      '<project><dependencies><dependency><groupId>org.x</groupId><artifactId>y</artifactId></dependency></dependencies></project>',
    'test/fixture/package.json': '{ "dependencies": { "never": "1" } }',
    'broken/package.json': '{',
  });
  const { technologies, manifests } = await readFingerprint(directory, 'shop');
  expect(technologies).toEqual([
    'cargo:serde',
    'gem:pg',
    'gem:rails',
    'go:github.com/gin-gonic/gin',
    'maven:org.x:y',
    'npm:hono',
    'npm:react',
    'npm:vitest',
    'pypi:flask',
    'pypi:requests',
    'pypi:typing-extensions',
  ]);
  expect(manifests).toHaveLength(8);
});

test('a manifest may begin with a byte order mark', async () => {
  const directory = await writeTree({ 'package.json': '\uFEFF{ "dependencies": { "react": "19" } }' });
  expect((await readFingerprint(directory, 'shop')).technologies).toEqual(['npm:react']);
});

test('what has not changed is not written again, and a directory without manifests writes nothing', async () => {
  const written: ProjectFingerprint[] = [];
  const target = {
    fingerprint: () => Promise.resolve(written.at(-1) ?? null),
    setFingerprint: (fingerprint: ProjectFingerprint) => Promise.resolve(void written.push(fingerprint)),
  };
  const directory = await writeTree({ 'notes.md': 'nothing' });
  const technologies = async (): Promise<unknown[]> => {
    await storeFingerprint(target, directory, 'p');
    return written.map((fingerprint) => fingerprint.technologies);
  };
  expect(await technologies()).toEqual([]);
  await addToTree(directory, { Gemfile: "gem 'pg'" });
  expect(await technologies()).toEqual([['gem:pg']]);
  expect(await technologies()).toEqual([['gem:pg']]);
  await addToTree(directory, { Gemfile: '' });
  expect(await technologies()).toEqual([['gem:pg'], []]);
});

test('a directory that is not there is no empty stack', async () => {
  await expect(readFingerprint('/nowhere/at/all', 'p')).rejects.toMatchObject({ code: 'import-source-invalid' });
});
