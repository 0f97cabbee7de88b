import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { describeStorage, hasStore, homeDirectory, resolveStorage, type StorageFlags } from './storage.ts';

const HOME = path.resolve('/people/ada');

function resolve(
  flags: StorageFlags,
  environment: NodeJS.ProcessEnv = {},
  platform: NodeJS.Platform = 'linux',
): string {
  const storage = resolveStorage(flags, { environment, platform, home: HOME });
  return storage.kind === 'pglite' ? storage.dataDirectory : `${storage.connectionString} by ${storage.namedBy}`;
}

const URL_A = 'postgres://a/x';
const everything = { INKLING_DATABASE_URL: URL_A, INKLING_DATA_DIR: '/env', DATABASE_URL: 'postgres://b/y' };

test('a flag wins over the environment, our own variables over a shared one, all over the default', () => {
  expect(resolve({ databaseUrl: 'postgres://c/z' }, everything)).toBe('postgres://c/z by --database-url');
  expect(resolve({ dataDir: '/flag' }, everything)).toBe(path.resolve('/flag'));
  expect(resolve({}, everything)).toBe(`${URL_A} by INKLING_DATABASE_URL`);
  expect(resolve({}, { ...everything, INKLING_DATABASE_URL: '' })).toBe(path.resolve('/env'));
  expect(resolve({}, { DATABASE_URL: URL_A })).toBe(`${URL_A} by DATABASE_URL`);
  expect(resolve({})).toBe(path.join(HOME, '.local/share/inkling'));
});

test('the default follows the platform', () => {
  const data = path.resolve('/data');
  expect(resolve({}, { XDG_DATA_HOME: data })).toBe(path.join(data, 'inkling'));
  expect(resolve({}, { XDG_DATA_HOME: 'relative' })).toBe(path.join(HOME, '.local/share/inkling'));
  expect(resolve({}, { LOCALAPPDATA: data }, 'win32')).toBe(path.join(data, 'inkling'));
});

test('a home that is empty or relative gives way to what the system knows; where it knows none, that is told', () => {
  expect(homeDirectory(() => HOME)).toBe(HOME);
  for (const named of ['', 'people/ada']) expect(homeDirectory(() => named)).toBe(userInfo().homedir);
  const nobody = (): never => {
    throw new Error('ENOENT');
  };
  expect(() => homeDirectory(nobody)).toThrow(/no home directory.*Set HOME/);
});

test("another program's database is not ours", () => {
  expect(resolve({}, { DATABASE_URL: 'mysql://b/y' })).toBe(path.join(HOME, '.local/share/inkling'));
});

test('two places, or a URL that is none, are refused without repeating a password', () => {
  expect(() => resolve({ dataDir: 'a', databaseUrl: URL_A })).toThrow(/exclude each other/);
  expect(() => resolve({ databaseUrl: 'secret' })).toThrow(/^(?!.*secret).*not a PostgreSQL URL/);
});

test('a description holds no user and no password', () => {
  const storage = resolveStorage(
    { databaseUrl: 'postgres://u:p@db.example:5433/app?x=1' },
    { environment: {}, platform: 'linux', home: HOME },
  );
  expect(describeStorage(storage)).toBe('PostgreSQL db.example:5433/app');
});

test('a store that may not be looked for is not one that is missing', () => {
  const home = temporaryDirectory();
  onTestFinished(() => removeDirectory(home));
  expect(hasStore(path.join(home, 'gone'))).toBe(false);
  expect(hasStore(home)).toBe(false);
  mkdirSync(path.join(home, 'postgres'));
  expect(hasStore(home)).toBe(true);
  // Opening a place that is no directory says what is wrong.
  writeFileSync(path.join(home, 'file'), '');
  expect(hasStore(path.join(home, 'file'))).toBe(true);
  // Root may look everywhere: a link to itself stands for what another user keeps to himself.
  const kept = path.join(home, 'kept');
  symlinkSync(kept, kept);
  expect(() => hasStore(kept)).toThrow(
    expect.objectContaining({ code: 'data-directory-invalid', hint: expect.stringContaining('chown') }),
  );
});
