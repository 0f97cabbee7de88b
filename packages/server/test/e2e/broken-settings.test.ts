import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    const { unreadable } = JSON.parse(stdout) as { unreadable: readonly object[] };
    expect(unreadable).toEqual([{ agent: 'gemini-cli', problem: expect.stringContaining(broken) }]);
  }
  expect(existsSync(path.join(home, '.claude', 'settings.json'))).toBe(false);
  const alone = await inklingAlone(['init', '--agent', 'gemini-cli', '--yes'], options);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('is not a JSON object')]);
  expect(readFileSync(broken, 'utf8')).toBe('{"theme":');
});
