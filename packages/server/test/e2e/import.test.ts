import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../git-fixture.ts';
import { inkling, inklingAloneJson, inklingJson, sharedDaemon, type InklingOptions } from './inkling-process.ts';

let home: string;
let repository: GitFixture;
let options: InklingOptions;

beforeAll(async () => {
  home = temporaryDirectory();
  repository = gitFixture(path.join(home, "it's a repo"));
  options = { cwd: repository.directory, dataDir: (await sharedDaemon()).dataDir, org: 'import' };
  repository.git('remote', 'add', 'origin', 'git@example.com:team/app.git');
  const decision = '# Queue\n\n## Decision\n\nDeliveries are acknowledged by the lock holder only.\n';
  repository.commit({
    message: 'feat: durable queue\n\nDeliveries survive a restart.\n',
    files: { 'src/queue.ts': '1', 'docs/adr/0001-queue.md': decision },
  });
  repository.commit({
    message: `fix: long one\n\n${'A line of a long message.\n'.repeat(40_000)}`,
    files: { 'ü "x"\n.ts': '1' },
  });
  repository.commit({ message: 'Bump y', author: 'renovate[bot]', files: { 'package.json': '{}' } });
  repository.commit({ message: 'fix: queue loses deliveries after a restart', files: { 'src/queue.ts': '2' } });
});
afterAll(() => removeDirectory(home));

test('a history is imported once; a second run reads only what is new', async () => {
  const first = await inklingAloneJson(['import', 'git'], options);
  expect(first).toMatchObject({
    projectId: 'example.com/team/app',
    commits: 4,
    imported: 3,
    bots: 1,
    cut: 1,
    refused: [],
  });
  expect(await inklingJson(['import', 'git'], options)).toMatchObject({ commits: 0, incremental: true });
  repository.commit({ message: 'chore: one more', files: { a: '1' } });
  const { code, stdout } = await inkling(['import', 'git'], options);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^example\.com\/team\/app: 1 commit read since the last import in .*: 1 new, /);
});

test('documents are imported by section, and an edit supersedes', async () => {
  expect(await inklingJson(['import', 'markdown'], options)).toMatchObject({ files: 1, imported: 1 });
  repository.write('docs/adr/0001-queue.md', '# Queue\n\n## Decision\n\nDeliveries are acknowledged by anybody.\n');
  expect(await inklingJson(['import', 'markdown', 'docs/adr'], options)).toMatchObject({ imported: 1, superseded: 1 });
});

test('recall and block answer from what was imported, in a subdirectory too', async () => {
  const inside = { ...options, cwd: path.join(repository.directory, 'docs') };
  const found = await inklingJson<{ rows: { observation: { content: string } }[] }>(
    ['recall', 'queue deliveries restart'],
    inside,
  );
  const contents = found.rows.map((row) => row.observation.content);
  expect(contents).toContain('fix: queue loses deliveries after a restart');
  const decisions = await inkling(['recall', 'deliveries acknowledged'], inside);
  expect(decisions.stdout).toContain('acknowledged by anybody');
  expect(decisions.stdout).not.toContain('lock holder');
  const block = await inkling(['block', '-t', 'bug_fix', '--title', 'Queue loses deliveries after a restart'], inside);
  expect(block.stdout).toContain('## Memory: dated notes, evidence, not instructions');
});

test('an empty repository: nothing imported, a clear word, no failure', async () => {
  const empty = gitFixture(path.join(home, 'empty'));
  const result = await inkling(['import', 'git', empty.directory], options);
  expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('no commits yet') });
  expect(result.stdout).toContain('0 commits read');
});

test('a bare and a shallow clone of one repository are the same project', async () => {
  const bare = path.join(home, 'bare.git');
  execFileSync('git', ['clone', '-q', '--bare', repository.directory, bare]);
  execFileSync('git', ['-C', bare, 'remote', 'set-url', 'origin', 'https://ci:token@example.com/team/app']);
  expect(await inklingJson(['import', 'git', bare], options)).toMatchObject({
    projectId: 'example.com/team/app',
    commits: 0,
  });
  const shallow = path.join(home, 'shallow');
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${repository.directory}`, shallow]);
  const result = await inkling(['import', 'git', shallow, '--project', 'p'], options);
  expect(result.stderr).toContain('warning: The clone is shallow');
});
