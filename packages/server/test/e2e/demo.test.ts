import path from 'node:path';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../git-fixture.ts';
import { inkling, inklingAlone, inklingJson, type InklingOptions } from './inkling-process.ts';

// Each step starts a process with an embedded database of its own: seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let home: string;
let repository: GitFixture;
let options: InklingOptions;

beforeAll(() => {
  home = temporaryDirectory();
  repository = gitFixture(path.join(home, 'repo'));
  options = { cwd: repository.directory, environment: { TMPDIR: home } };
  repository.commit({
    message: 'feat: token cache for the auth middleware\n\nThe auth middleware has a token cache.\n',
    files: { 'README.md': '# App\n\nThe app.\n' },
  });
  for (let number = 1; number < 8; number += 1) {
    repository.commit({ message: `docs: chapter ${number} about deployment`, files: { a: `${number}` } });
  }
  repository.commit({ message: 'fix: auth middleware, token cache', files: { b: '1' } });
  repository.commit({ message: 'chore: zebra', files: { c: '1' } });
});
afterAll(() => removeDirectory(home));

interface Demo {
  readonly matched: number;
  readonly asked: number;
  readonly answers: readonly {
    readonly title: string;
    readonly workType: string;
    readonly block: { readonly block: string; readonly actualTokens: number; readonly budgetTokens: number };
  }[];
}

test('the newest commits are asked about with what was known before each', async () => {
  const demo = await inklingJson<Demo>(['demo'], options);
  const [answer] = demo.answers;
  expect(demo).toMatchObject({ asked: 10, matched: 1 });
  expect(demo.answers).toHaveLength(3);
  expect(answer).toMatchObject({ title: 'auth middleware, token cache', workType: 'bug_fix' });
  expect(answer?.block.block).toContain('feat: token cache for the auth middleware');
  // Neither the commit itself nor a later one.
  expect(answer?.block.block).not.toMatch(/fix:|zebra/);
  expect(answer?.block.actualTokens).toBeLessThanOrEqual(answer?.block.budgetTokens ?? 0);
  // Its own directory is gone again.
  expect(readdirSync(home)).toEqual(['repo']);
});

test('a reader sees the block, the tokens, the scores and the milliseconds', async () => {
  const { code, stdout } = await inklingAlone(['demo'], options);
  expect(code).toBe(0);
  expect(stdout).toContain('Imported 10 commit messages, 1 section of 1 document in ');
  expect(stdout).toContain('--- Work item 1 of 3: auth middleware');
  expect(stdout).toMatch(/tokens: \d+ of 750;/);
  expect(stdout).toMatch(/relevance {6}score {5}weight/);
  expect(stdout).toMatch(/time: [\d.]+ ms/);
});

test('a repository without commits has nothing to show, and says so', async () => {
  const empty = gitFixture(path.join(home, 'empty'));
  const { code, stdout } = await inkling(['demo', empty.directory], options);
  expect(code).toBe(0);
  expect(stdout).toContain('no commits yet');
  expect(stdout).toContain('no commit to take a work item from');
});
