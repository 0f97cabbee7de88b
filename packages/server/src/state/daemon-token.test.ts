import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureDaemonToken, readDaemonToken } from './daemon-token.ts';

const directory = (): string => mkdtempSync(join(tmpdir(), 'inkling-token-'));
/** Windows has none. */
const MODES = process.platform === 'win32' ? [] : [0o644, 0o640, 0o604];

const REFUSED = { code: 'data-directory-invalid', hint: expect.stringMatching(/Remove the file.*WSL/) as string };

test('a token is made once, for its owner only, and read again', () => {
  const state = directory();
  expect(readDaemonToken(state)).toBeNull();
  const token = ensureDaemonToken(state);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(ensureDaemonToken(state)).toBe(token);
  if (process.platform !== 'win32') expect(statSync(join(state, 'daemon-token')).mode & 0o777).toBe(0o600);
});

test.each(['', '\n', 'short', 'x'.repeat(21)])('a file that holds %j is refused and not replaced', (content) => {
  const state = directory();
  writeFileSync(join(state, 'daemon-token'), content, { mode: 0o600 });
  expect(() => ensureDaemonToken(state)).toThrow(expect.objectContaining(REFUSED));
});

test.each(MODES)('a file of mode %o is refused', (mode) => {
  const state = directory();
  const token = ensureDaemonToken(state);
  chmodSync(join(state, 'daemon-token'), mode);
  expect(() => readDaemonToken(state)).toThrow(expect.objectContaining(REFUSED));
  expect(() => readDaemonToken(state)).not.toThrow(token);
});

// Root may read everything: what nobody can read or make as a file stands for what another user keeps to himself.
test('a token that may not be read, and a directory that takes none, are told with a way out', () => {
  const state = directory();
  mkdirSync(join(state, 'daemon-token'));
  const told = { code: 'data-directory-invalid', hint: expect.stringContaining('chown') as string };
  expect(() => readDaemonToken(state)).toThrow(expect.objectContaining(told));
  expect(() => ensureDaemonToken(join(state, 'gone'))).toThrow(expect.objectContaining(told));
});
