import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDirectory, OWNER_FILE, type Owner, ownIdentity } from './owner-file.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'inkling-owner-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const ownerFile = (): string => join(directory, OWNER_FILE);
const readOwner = (): Owner => JSON.parse(readFileSync(ownerFile(), 'utf8')) as Owner;
const leaveOwner = (owner: Partial<Owner>, path = ownerFile()): void =>
  writeFileSync(path, JSON.stringify({ ...ownIdentity(), since: '2026-11-01T00:00:00.000Z', nonce: 'left', ...owner }));

function deadPid(): number {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return pid;
}

test('the owner file names this process and the moment, and nothing else is left in the directory', () => {
  claimDirectory(directory, NOW);
  expect(readOwner()).toMatchObject({ pid: process.pid, host: hostname(), since: '2026-11-22T10:00:00.000Z' });
  expect(readdirSync(directory)).toEqual([OWNER_FILE]);
});

test('a second opening in the same process is refused and told to share the handle', () => {
  claimDirectory(directory, NOW);
  expect(() => claimDirectory(directory, NOW + 1)).toThrowError(
    expect.objectContaining({
      code: 'data-directory-busy',
      message: expect.stringContaining('this process'),
      details: expect.objectContaining({ pid: process.pid, since: '2026-11-22T10:00:00.000Z' }),
    }),
  );
  expect(readdirSync(directory)).toEqual([OWNER_FILE]);
});

test('releasing removes the file, and the directory can be claimed again', () => {
  const release = claimDirectory(directory, NOW);
  release();
  expect(existsSync(ownerFile())).toBe(false);
  claimDirectory(directory, NOW);
  expect(existsSync(ownerFile())).toBe(true);
});

test("releasing twice does not remove the next owner's file", () => {
  const release = claimDirectory(directory, NOW);
  release();
  claimDirectory(directory, NOW);
  release();
  expect(existsSync(ownerFile())).toBe(true);
});

test('where ps tells the start, an owner of another time zone keeps the directory', () => {
  const { platform } = process;
  const { TZ } = process.env;
  try {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    process.env['TZ'] = 'Asia/Tokyo';
    expect(ownIdentity().started).not.toBeNull();
    claimDirectory(directory, NOW);
    process.env['TZ'] = 'America/Lima';
    expect(() => claimDirectory(directory, NOW + 1)).toThrow(expect.objectContaining({ code: 'data-directory-busy' }));
    // As versions before this one noted it.
    leaveOwner({ pid: process.pid, started: 'Sat Nov 28 17:00:00 2026' });
    expect(() => claimDirectory(directory, NOW + 1)).toThrow(expect.objectContaining({ code: 'data-directory-busy' }));
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
});

test('a living process keeps the directory', () => {
  leaveOwner({ pid: process.ppid, started: null });
  expect(() => claimDirectory(directory, NOW)).toThrowError(
    expect.objectContaining({ code: 'data-directory-busy', details: expect.objectContaining({ pid: process.ppid }) }),
  );
});

test.each<[string, () => Partial<Owner>]>([
  ['whose pid is gone', () => ({ pid: deadPid() })],
  ['whose pid now belongs to a process with another start time', () => ({ started: 'another boot/1' })],
])('an owner %s is taken over', (_, owner) => {
  leaveOwner(owner());
  claimDirectory(directory, NOW);
  expect(readOwner()).toMatchObject({ ...ownIdentity(), since: '2026-11-22T10:00:00.000Z' });
  expect(readdirSync(directory)).toEqual([OWNER_FILE]);
});

test('a file damaged by a power cut is taken over', () => {
  writeFileSync(ownerFile(), '');
  claimDirectory(directory, NOW);
  expect(readOwner().pid).toBe(process.pid);
});

test('a process that died while taking over does not block the next one', () => {
  leaveOwner({ pid: deadPid() });
  leaveOwner({ pid: deadPid() }, `${ownerFile()}.takeover`);
  claimDirectory(directory, NOW);
  expect(readdirSync(directory)).toEqual([OWNER_FILE]);
});

test('while a living process takes over, others are refused', () => {
  leaveOwner({ pid: deadPid() });
  leaveOwner({ pid: process.ppid, started: null }, `${ownerFile()}.takeover`);
  expect(() => claimDirectory(directory, NOW)).toThrowError(expect.objectContaining({ code: 'data-directory-busy' }));
});

test('an owner on another host cannot be judged from here, so it is respected', () => {
  leaveOwner({ host: 'another-host', pid: deadPid() });
  expect(() => claimDirectory(directory, NOW)).toThrowError(
    expect.objectContaining({ message: expect.stringContaining(`remove ${ownerFile()}`) }),
  );
});
