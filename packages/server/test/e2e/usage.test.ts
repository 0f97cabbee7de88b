import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import path from 'node:path';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { inkling, inklingAlone, sharedDaemon, type InklingOptions } from './inkling-process.ts';

let home: string;
let options: InklingOptions;

beforeAll(async () => {
  home = temporaryDirectory();
  mkdirSync(path.join(home, 'plain'));
  const { dataDir } = await sharedDaemon();
  options = { cwd: path.join(home, 'plain'), dataDir, org: 'usage' };
});
afterAll(() => removeDirectory(home));

describe('help', () => {
  test.each([
    'import git',
    'import markdown',
    'import jsonl',
    'recall',
    'block',
    'remember',
    'export',
    'forget',
    'review',
    'migrate',
    'demo',
  ])('%s explains itself with examples and the options of every command', async (command) => {
    const { code, stdout } = await inkling([...command.split(' '), '--help'], { cwd: home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ inkling /);
    expect(stdout).toContain('--data-dir');
  });

  test('the program lists its commands and exit codes, and its version', async () => {
    expect((await inklingAlone(['--help'], { cwd: home })).stdout).toContain('Exit codes:');
    expect((await inklingAlone(['--version'], { cwd: home })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a wrong command line ends with 2 and one line', () => {
  test.each([
    [['nonsense'], 'unknown command'],
    [['recall'], 'missing required argument'],
    [['recall', 'x', '--limit', '0'], 'whole number from 1 to 200'],
    [['recall', 'x', '--min-relevance', '1.5'], 'number from 0 to 1'],
    [['remember', 'x', '--classification', 'secret'], 'Allowed choices'],
    [['block'], 'name the work item'],
    [['forget'], 'name one of'],
    [['forget', 'id', '--all'], 'name one of'],
    [['forget', '--all'], 'Add --yes'],
    [['review', 'id'], 'together with --release'],
    [['recall', 'x', '--database-url', 'postgres://a/b'], 'exclude each other'],
    [['recall', 'x', '--project', ''], 'not empty'],
    [['forget', '--project-all', '--yes', '--project', ' '], 'not empty'],
    [['recall', 'x', '--org='], 'not empty'],
    [['export', 'missing/memory.jsonl'], 'cannot be written'],
    [['export', '.'], 'cannot be written'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await inkling(args, options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error [a-z-]+: .*\n$/);
    expect(stderr).toContain(words);
  });
});

describe('a source that is not there ends with 5', () => {
  test.each([
    [['import', 'git', 'missing'], 'is not a directory'],
    [['import', 'git', '.'], 'No git repository'],
    [['import', 'jsonl', 'missing.jsonl'], 'There is no file'],
    [['demo', 'missing'], 'is not a directory'],
  ])('%j', async (args, words) => {
    const { code, stderr } = await inkling(args, options);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^error import-source-invalid: .*\n$/);
    expect(stderr).toContain(words);
  });
});

describe('where there is no store, what only asks says so with 5, and makes nothing', () => {
  const id = '0197c0de-1111-7222-8333-944455566677';
  test.each([
    ['recall x'],
    ['block --title x'],
    ['export'],
    [`forget ${id} --yes`],
    ['review'],
    ['graph search x'],
    [`feedback ${id} helpful`],
    ['keys list'],
    ['policy list'],
    ['policy test'],
    ['policy explain x'],
    ['transfer list'],
    ['inspect'],
  ])('%s', async (command) => {
    const dataDir = path.join(home, 'mistyped');
    const { code, stdout, stderr } = await inkling(command.split(' '), { ...options, dataDir });
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toMatch(/^error store-missing: .*mistyped.*Check --data-dir, or make one with .*\n$/);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('status, doctor and migrate --check say so in their own way', async () => {
    const dataDir = path.join(home, 'mistyped');
    const asked = (...args: string[]) => inkling(args, { ...options, dataDir });
    expect(await asked('status')).toMatchObject({ code: 5, stdout: expect.stringContaining('there is no store yet') });
    const doctor = await asked('doctor', '--json');
    expect(doctor.code).toBe(1);
    expect(JSON.parse(doctor.stdout)).toMatchObject({ store: { place: dataDir, exists: false }, healthy: false });
    expect((await asked('doctor')).stdout).toContain(`there is no store in ${dataDir} yet`);
    expect((await asked('migrate', '--check')).code).toBe(7);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('down and init --remove have nothing to do there', async () => {
    const dataDir = path.join(home, 'mistyped');
    const asked = (...args: string[]) => inkling(args, { ...options, dataDir });
    expect(await asked('down')).toMatchObject({ code: 0, stdout: `No daemon is running on ${dataDir}.\n` });
    expect(await asked('init', '--remove', '--yes')).toMatchObject({ code: 0, stdout: 'Nothing was connected.\n' });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a directory with something else in it has no store, and stays as it is', async () => {
    const dataDir = path.join(home, 'plain');
    writeFileSync(path.join(dataDir, 'hook.sh'), '');
    expect((await inkling(['recall', 'x'], { ...options, dataDir })).code).toBe(5);
    expect((await inkling(['migrate', '--check'], { ...options, dataDir })).code).toBe(7);
    expect(readdirSync(dataDir)).toEqual(['hook.sh']);
  });

  test('who named the place is named, and the default place is nobody’s mistake', async () => {
    const { stderr } = await inkling(['recall', 'x'], { cwd: home });
    expect(stderr).toMatch(/ yet, so there is nothing to look at\. Make one with `inkling import git`/);
    const environment = { INKLING_DATA_DIR: path.join(home, 'mistyped') };
    expect((await inkling(['recall', 'x'], { cwd: home, environment })).stderr).toContain('Check INKLING_DATA_DIR');
  });
});

test('with --json an error is one value on standard error', async () => {
  const { code, stdout, stderr } = await inklingAlone(['import', 'git', 'missing', '--json'], options);
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'import-source-invalid', hint: expect.any(String) } });
  const usage = await inklingAlone(['nonsense', '--json'], options);
  expect(JSON.parse(usage.stderr)).toEqual({
    error: { code: 'usage', message: "unknown command 'nonsense'", hint: 'Add --help for the options.', details: {} },
  });
});

test.each([
  ['keys', 'There are no API keys.'],
  ['policy', 'No policies are stored besides the default ones.'],
  ['transfer', 'No project is shown memories of another.'],
])('%s list of nothing says so, beside the result', async (command, words) => {
  expect(await inkling([command, 'list'], options)).toMatchObject({ code: 0, stdout: '', stderr: `${words}\n` });
  expect(await inkling([command, 'list', '--json'], options)).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['amendments', 'no amendments.'],
  ['audit verify', 'entries, all as they were written.'],
  ['experiment status', 'No experiment.'],
])('%s of nothing says so and ends', async (command, words) => {
  const result = await inklingAlone(command.split(' '), options);
  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining(words), stderr: '' });
});

test('the outcome of a session that is not there ends with 5', async () => {
  const stderr: unknown = expect.stringMatching(/^error session-not-found: /);
  expect(await inklingAlone(['outcome', 'nobody'], options)).toEqual({ code: 5, stdout: '', stderr });
});

test('a stack trace appears with --debug only', async () => {
  const args = ['import', 'git', 'missing'];
  expect((await inkling(args, options)).stderr).not.toContain('    at ');
  expect((await inklingAlone([...args, '--debug'], options)).stderr).toContain('    at ');
});

test('without git on the PATH the way out is named', async () => {
  const { code, stderr } = await inkling(['import', 'git', '.'], { ...options, environment: { PATH: home } });
  expect(code).toBe(6);
  expect(stderr).toMatch(/^error dependency-missing: .*Install git/);
});
