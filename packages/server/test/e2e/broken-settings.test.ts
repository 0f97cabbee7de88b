import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { inkling, inklingAlone, type InklingOptions } from './inkling-process.ts';

interface Doctor {
  readonly clients: readonly { readonly client: string; readonly connection: string }[];
}

let home: string;
let options: InklingOptions;

beforeEach(() => {
  home = temporaryDirectory();
  options = { cwd: home, dataDir: path.join(home, 'data') };
});
afterEach(() => removeDirectory(home));

const failedIn = (stdout: string): readonly object[] =>
  (JSON.parse(stdout) as { readonly failed: readonly object[] }).failed;

test('a broken settings file of one client stops no other, and each command names it', async () => {
  const broken = path.join(home, '.gemini', 'settings.json');
  mkdirSync(path.dirname(broken));
  writeFileSync(broken, '{"theme":');
  const both = ['--agent', 'claude-code', 'gemini-cli', '--yes', '--json'];
  const connected = await inkling(['init', ...both], options);
  expect(connected.code).toBe(4);
  const { clients } = JSON.parse((await inkling(['doctor', '--json'], options)).stdout) as Doctor;
  const found = new Map(clients.map(({ client, connection }) => [client, connection]));
  expect([found.get('claude-code'), found.get('gemini-cli')]).toEqual(['connected', 'unreadable']);
  const removed = await inkling(['init', '--remove', ...both], options);
  expect(removed.code).toBe(4);
  for (const { stdout } of [connected, removed]) {
    expect(failedIn(stdout)).toEqual([{ agent: 'gemini-cli', problem: expect.stringContaining(broken) }]);
  }
  expect(existsSync(path.join(home, '.claude', 'settings.json'))).toBe(false);
  const alone = await inklingAlone(['init', '--agent', 'gemini-cli', '--yes'], options);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('is not a JSON object')]);
  expect(readFileSync(broken, 'utf8')).toBe('{"theme":');
});

test('a file that cannot be read, made or changed stops no other client either', async () => {
  const agents = ['--agent', 'codex', 'copilot-cli', 'gemini-cli', 'claude-code', '--yes', '--json'];
  const [directory, blocked] = [path.join(home, '.codex', 'hooks.json'), path.join(home, '.copilot', 'hooks')];
  const link = path.join(home, '.gemini', 'settings.json');
  for (const each of [directory, path.dirname(blocked), path.dirname(link)]) mkdirSync(each, { recursive: true });
  writeFileSync(blocked, '');
  writeFileSync(path.join(home, 'theirs'), '{}');
  symlinkSync(path.join(home, 'theirs'), link);
  const connected = await inkling(['init', ...agents], options);
  const failed = (agent: string, file: string, what: string): object => ({
    agent,
    problem: expect.stringContaining(`${file} cannot be ${what}. Make it a file that this user may read and write`),
  });
  const unreadable = failed('codex', directory, 'read: EISDIR: illegal operation on a directory');
  const unmade = failed('copilot-cli', path.join(blocked, 'inkling.json'), 'changed: ENOTDIR: not a directory');
  expect([connected.code, failedIn(connected.stdout)]).toEqual([4, [unreadable, unmade]]);
  const { clients } = JSON.parse((await inkling(['doctor', '--json'], options)).stdout) as Doctor;
  const found = Object.fromEntries(clients.map(({ client, connection }) => [client, connection]));
  expect(found).toMatchObject({ codex: 'unreadable', 'gemini-cli': 'connected', 'claude-code': 'connected' });
  // No name beside it is short enough for what is written first.
  const long = path.join(home, 'x'.repeat(250));
  renameSync(path.join(home, 'theirs'), long);
  unlinkSync(link);
  symlinkSync(long, link);
  const removed = await inkling(['init', '--remove', ...agents], options);
  const unchanged = failed('gemini-cli', link, 'changed: ENAMETOOLONG: name too long');
  expect([removed.code, failedIn(removed.stdout)]).toEqual([4, [unreadable, unchanged]]);
  expect(existsSync(path.join(home, '.claude', 'settings.json'))).toBe(false);
});
