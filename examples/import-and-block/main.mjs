// The command line on a real git history: import it, import it again, ask for a block.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../packages/server/dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'inkling-example-'));
const repository = join(folder, 'shop');

function git(...args) {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.test', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
}

function commit(path, text, subject, body) {
  writeFileSync(join(repository, path), text);
  git('add', '.');
  git('commit', '--quiet', '-m', subject, '-m', body);
}

function inkling(...args) {
  const all = [cli, ...args, '--json', '--data-dir', join(folder, 'data')];
  return JSON.parse(execFileSync(process.execPath, all, { cwd: repository, encoding: 'utf8' }));
}

try {
  mkdirSync(join(repository, 'src/auth'), { recursive: true });
  git('init', '--quiet');
  commit(
    'src/auth/session.ts',
    'one\n',
    'Read the session from the gateway header',
    'The cookie is gone since the gateway owns the login.',
  );
  commit('src/price.ts', 'one\n', 'Round prices half to even', 'Invoices differed by a cent from the bank.');
  commit('src/auth/session.ts', 'two\n', 'A missing session header is a guest, not an error', 'Crawlers send none.');

  const first = inkling('import', 'git', repository);
  assert.equal(first.imported, 3);
  const second = inkling('import', 'git', repository);
  assert.equal(second.imported, 0, 'a second run imports only what is new');

  const { block, actualTokens, budgetTokens } = inkling(
    'block',
    '--work-type',
    'bug_fix',
    '--title',
    'session header missing for crawlers',
  );
  assert.ok(block.includes('A missing session header is a guest'));
  assert.ok(!block.includes('Round prices'), 'what does not matter stays out');
  assert.ok(actualTokens <= budgetTokens && budgetTokens === 750);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
