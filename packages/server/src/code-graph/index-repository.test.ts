import { execFileSync } from 'node:child_process';
import { chmod, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '@inkling/engine';
import { describe, expect, test } from 'vitest';
import { addToTree, createFakeGraph, ORG, writeTree, type FakeGraph } from '../../test/fake-graph.ts';
import { gitFixture } from '../../test/git-fixture.ts';
import { indexRepository, type IndexReport } from './index-repository.ts';

async function index(directory: string, graph: FakeGraph, full = false): Promise<IndexReport> {
  return indexRepository(graph, { directory, orgId: ORG, projectId: 'shop', clock: systemClock, full });
}

const SHOP = {
  'src/a.ts': `import { B } from './b.js';\nexport class A extends B { go() { return help(); } }\nfunction help() {}\n`,
  'src/b.ts': `import { A } from './a.js';\nexport class B {}\nexport const make = () => new A();\n`,
};

describe('what is kept up to date', () => {
  test('modules that import each other in a circle', async () => {
    const graph = createFakeGraph();
    const report = await index(await writeTree(SHOP), graph);
    expect(graph.edges()).toEqual([
      'src/a.ts → declares → src/a.ts#A',
      'src/a.ts → declares → src/a.ts#help',
      'src/a.ts → imports → src/b.ts',
      'src/a.ts#A → calls → src/a.ts#help',
      'src/a.ts#A → extends → src/b.ts#B',
      'src/b.ts → declares → src/b.ts#B',
      'src/b.ts → declares → src/b.ts#make',
      'src/b.ts → imports → src/a.ts',
      'src/b.ts#make → calls → src/a.ts#A',
    ]);
    expect(report).toMatchObject({ files: 2, read: 2, written: 2, removed: 0, nodes: 6, edges: 9, warnings: [] });
  });

  test('an unchanged repository is not read or written again, with --full it is read', async () => {
    const [graph, directory] = [createFakeGraph(), await writeTree(SHOP)];
    await index(directory, graph);
    const [before, edges] = [graph.writes(), graph.edges()];
    expect(await index(directory, graph)).toMatchObject({ read: 0, written: 0, nodes: 6, edges: 9 });
    expect(await index(directory, graph, true)).toMatchObject({ read: 2, written: 0 });
    expect(graph.writes()).toBe(before);
    expect(graph.edges()).toEqual(edges);
  });

  test('a change in one file changes the edges of another that did not change', async () => {
    const [graph, directory] = [createFakeGraph(), await writeTree(SHOP)];
    await index(directory, graph);
    await addToTree(directory, { 'src/b.ts': 'export class Base {}\n' });
    expect(await index(directory, graph)).toMatchObject({ read: 1, written: 2 });
    expect(graph.edges()).toEqual([
      'src/a.ts → declares → src/a.ts#A',
      'src/a.ts → declares → src/a.ts#help',
      'src/a.ts → imports → src/b.ts',
      'src/a.ts#A → calls → src/a.ts#help',
      'src/b.ts → declares → src/b.ts#Base',
    ]);
  });

  test('a byte order mark hides nothing of a manifest, a path alias or a decision', async () => {
    const files = {
      'package.json': '{ "name": "shop", "workspaces": ["web"], "dependencies": { "@shop/web": "*" } }',
      'web/package.json': '{ "name": "@shop/web" }',
      'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
      'docs/adr/0001-queue.md': '# Queue\n\nStatus: Accepted\n\nSee `src/a.ts`.\n',
      'src/a.ts': `import { b } from '~/b';\n`,
      'src/b.ts': 'export const b = 1;\n',
    };
    const marked = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, `\uFEFF${text}`]));
    const [plain, withMarks] = [createFakeGraph(), createFakeGraph()];
    await index(await writeTree(files), plain);
    await index(await writeTree(marked), withMarks);
    expect(plain.edges().length).toBeGreaterThan(3);
    expect(withMarks.edges()).toEqual(plain.edges());
  });

  test('what a sparse checkout leaves out stays as it is known, and is named', async () => {
    const repository = gitFixture();
    const shop = { 'src/a.ts': SHOP['src/a.ts'].replace('./b', '../lib/b'), 'lib/b.ts': 'export class B {}\n' };
    repository.commit({ message: 'a', files: { ...shop, 'lib/c.ts': 'export const c = 1;\n' } });
    const graph = createFakeGraph();
    await index(repository.directory, graph);
    const [before, edges] = [graph.writes(), graph.edges()];
    repository.git('sparse-checkout', 'set', 'src');
    const warnings = [expect.stringMatching(/^2 left out, not in this sparse checkout .*: lib\/b\.ts, lib\/c\.ts$/)];
    for (const full of [false, true])
      expect(await index(repository.directory, graph, full)).toMatchObject({ written: 0, removed: 0, warnings });
    expect([graph.writes(), graph.edges()]).toEqual([before, edges]);
    await addToTree(repository.directory, { 'src/a.ts': shop['src/a.ts'].replace('go()', 'start()') });
    expect(await index(repository.directory, graph)).toMatchObject({ written: 1, removed: 0 });
    expect(graph.edges()).toEqual(edges);
  });

  test('a deleted and a renamed file take their nodes and edges with them', async () => {
    const [graph, directory] = [createFakeGraph(), await writeTree({ ...SHOP, 'src/c.ts': 'export class C {}' })];
    await index(directory, graph);
    await rm(path.join(directory, 'src/c.ts'));
    await rename(path.join(directory, 'src/b.ts'), path.join(directory, 'src/base.ts'));
    await addToTree(directory, { 'src/a.ts': SHOP['src/a.ts'].replace('./b.js', './base.js') });
    expect(await index(directory, graph)).toMatchObject({ read: 2, removed: 2 });
    const fresh = createFakeGraph();
    await index(directory, fresh);
    expect(graph.edges()).toEqual(fresh.edges());
    expect(graph.nodes()).toEqual(fresh.nodes());
    expect(graph.nodes().join()).not.toMatch(/Class C|b\.ts/);
  });

  test('a run that was stopped while writing is made good by the next', async () => {
    const [graph, directory] = [createFakeGraph(), await writeTree(SHOP)];
    const stopped: FakeGraph = { ...graph, upsertEdges: () => Promise.reject(new Error('stopped')) };
    await expect(index(directory, stopped)).rejects.toThrow('stopped');
    await index(directory, graph);
    const fresh = createFakeGraph();
    await index(directory, fresh);
    expect(graph.edges()).toEqual(fresh.edges());
  });
});

describe('which files are read', () => {
  test('in git: tracked and new files, not ignored ones, not installed packages', async () => {
    const graph = createFakeGraph();
    const directory = await writeTree({
      '.gitignore': 'gen/\n',
      'a.ts': '',
      'gen/b.ts': '',
      'node_modules/x/index.js': '',
      'dist/own.js': '',
      'lib.min.js': '',
    });
    execFileSync('git', ['init', '-q'], { cwd: directory });
    await index(directory, graph);
    expect(graph.nodes()).toEqual(['Module a.ts', 'Module dist/own.js']);
  });

  test('without git: .gitignore files are obeyed, and built trees are left out', async () => {
    const graph = createFakeGraph();
    await index(await writeTree({ '.gitignore': 'gen/\n', 'a.ts': '', 'gen/b.ts': '', 'dist/c.js': '' }), graph);
    expect(graph.nodes()).toEqual(['Module a.ts']);
  });

  test('hostile files are left out and told of: links, huge ones, binary ones, names that are not UTF-8', async () => {
    const graph = createFakeGraph();
    const outside = await writeTree({ 'secret.ts': 'export class Secret {}' });
    const directory = await writeTree({
      'a.ts': 'export class A {}',
      'huge.ts': `// ${'x'.repeat(2 ** 20)}`,
      'binary.ts': 'a\0b',
      'latin.ts': 'export class Latin {}',
    });
    await writeFile(path.join(directory, 'latin.ts'), Buffer.from('/* \xe9 */ export class Latin {}', 'latin1'));
    await writeFile(Buffer.concat([Buffer.from(`${directory}/`), Buffer.from([0xff]), Buffer.from('.ts')]), '');
    await symlink(path.join(outside, 'secret.ts'), path.join(directory, 'link.ts'));
    await symlink(outside, path.join(directory, 'linked'));
    execFileSync('git', ['init', '-q'], { cwd: directory });
    const report = await index(directory, graph);
    expect(graph.nodes()).toEqual(['Class A', 'Class Latin', 'Module a.ts', 'Module latin.ts']);
    expect(report.warnings).toEqual([
      '1 left out, larger than 1 MiB: huge.ts',
      '1 left out, binary: binary.ts',
      '1 left out, whose path is too long, not UTF-8 or has control characters.',
    ]);
  });

  test('a tracked directory that became a link out of the repository is not followed', async () => {
    const graph = createFakeGraph();
    const directory = await writeTree({ 'a.ts': '', 'sub/b.ts': 'export class Mine {}' });
    execFileSync('git', ['init', '-q'], { cwd: directory });
    execFileSync('git', ['add', '.'], { cwd: directory });
    await rm(path.join(directory, 'sub'), { recursive: true });
    await symlink(await writeTree({ 'b.ts': 'export class Theirs {}' }), path.join(directory, 'sub'));
    await index(directory, graph);
    expect(graph.nodes()).toEqual(['Module a.ts']);
  });

  test('wrong syntax does not stop it: what is around it is read', async () => {
    const graph = createFakeGraph();
    const directory = await writeTree({
      'a.ts': `import { B } from './b';\nclass Good extends B {}\nfunction ( { ) ]]] ;;\nexport class Later {}\n`,
      'b.ts': 'export class B {}',
      'c.py': 'class Fine:\n  pass\ndef broken(:\n',
      'package.json': '{ not json',
      'pyproject.toml': '= broken',
    });
    await index(directory, graph);
    expect(graph.nodes()).toEqual(expect.arrayContaining(['Class Good', 'Class Fine', 'Class B']));
    expect(graph.edges()).toContain('a.ts#Good → extends → b.ts#B');
  });

  test('a file that may not be read is told of', async () => {
    const directory = await writeTree({ 'a.ts': '', 'b.ts': '' });
    await chmod(path.join(directory, 'b.ts'), 0o000);
    const report = await index(directory, createFakeGraph());
    // Whoever is root may read everything.
    expect(report.warnings).toEqual(process.getuid?.() === 0 ? [] : ['1 left out, not readable: b.ts']);
  });

  test('a directory that is not there is refused', async () => {
    await expect(index('/nowhere/at/all', createFakeGraph())).rejects.toMatchObject({ code: 'import-source-invalid' });
  });
});
