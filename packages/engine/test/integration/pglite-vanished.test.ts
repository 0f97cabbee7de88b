import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

/** Windows has none. */
const MODES = process.platform === 'win32' ? [] : [0o777, 0o775, 0o707];

const GONE = { code: 'data-directory-gone', hint: expect.stringContaining('copy') as string };

test.each([
  ['deleted', (directory: string) => rmSync(directory, { recursive: true, maxRetries: 10 })],
  ['moved', (directory: string) => renameSync(directory, `${directory}-moved`)],
])('nothing is acknowledged in a directory that was %s, and nothing is read from it', async (_how, vanish) => {
  const dataDir = `${temporaryDirectory()}/data`;
  const memory = await createMemory({ database: await openPglite({ dataDir, durability: 'process' }) });
  onTestFinished(() => memory.close());
  const { observations } = memory.org('o');
  await observations.remember({ content: 'The port is 8080.' });
  vanish(dataDir);
  await expect(observations.remember({ content: 'The port is 9090.' })).rejects.toMatchObject(GONE);
  await expect(observations.count()).rejects.toMatchObject(GONE);
  // Another process, or this one, may begin anew at the path: the first one stays out of it.
  const next = await createMemory({ database: await openPglite({ dataDir, durability: 'process' }) });
  onTestFinished(() => next.close());
  await next.org('o').observations.remember({ content: 'Begun anew.' });
  await expect(observations.remember({ content: 'The port is 7070.' })).rejects.toMatchObject(GONE);
  expect(await next.org('o').observations.count()).toBe(1);
});

test('a database that was closed says so, and not that its directory is gone', async () => {
  const dataDir = `${temporaryDirectory()}/data`;
  const memory = await createMemory({ database: await openPglite({ dataDir, durability: 'process' }) });
  const { observations, sessions } = memory.org('o');
  await observations.remember({ content: 'The port is 8080.' });
  await memory.close();
  await expect(observations.remember({ content: 'The port is 9090.' })).rejects.toMatchObject({ code: 'closed' });
  await expect(sessions.get('s')).rejects.toMatchObject({ code: 'closed' });
});

test.each(MODES)('a directory of mode %o is refused', async (mode) => {
  const dataDir = `${temporaryDirectory()}/shared`;
  mkdirSync(dataDir);
  chmodSync(dataDir, mode);
  await expect(openPglite({ dataDir, durability: 'process' })).rejects.toMatchObject({
    code: 'data-directory-invalid',
    hint: `Take that right away: chmod go-w ${dataDir}. Where that changes nothing (a Windows drive in WSL), choose a directory on another file system.`,
  });
});
