import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@inkling/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hooksIn, readCodexTrust } from './read-codex-trust.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server that answers each request by its method, as Codex's does; a request without an answer is refused. */
function server(answers: Readonly<Record<string, unknown>>): string {
  const file = path.join(folder, 'codex');
  const text = `#!${process.execPath}
const answers = ${JSON.stringify(answers)};
console.log('a line of its log');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method];
  console.log(JSON.stringify(result === undefined ? { id, error: { code: -32601 } } : { id, result }));
});
`;
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

const ask = (program: string): ReturnType<typeof readCodexTrust> =>
  readCodexTrust({ program, cwd: folder, environment: process.env, clock: systemClock });

const hook = {
  eventName: 'sessionStart',
  command: 'hook.sh codex SessionStart',
  sourcePath: '/x/hooks.json',
  enabled: true,
  trustStatus: 'untrusted',
};

test('the hooks are those that Codex lists', async () => {
  const program = server({ initialize: {}, 'hooks/list': { data: [{ cwd: '/x', hooks: [{ ...hook, key: 'k' }] }] } });
  expect(await ask(program)).toEqual({ outcome: 'hooks', hooks: [hook] });
});

test('a Codex that is not there, that ends, or that does not know the question is no failure', async () => {
  expect(await ask(path.join(folder, 'nowhere'))).toMatchObject({ outcome: 'unavailable' });
  expect(await ask(server({ initialize: {} }))).toMatchObject({ outcome: 'unavailable' });
  const ending = path.join(folder, 'ending');
  writeFileSync(ending, '#!/bin/sh\nexit 3\n');
  chmodSync(ending, 0o755);
  expect(await ask(ending)).toMatchObject({ outcome: 'unavailable' });
});

test('an answer of another form has no hooks', () => {
  expect(hooksIn(null)).toEqual([]);
  expect(hooksIn({ data: [{ hooks: [7] }] })).toEqual([
    { eventName: '', command: '', sourcePath: '', enabled: true, trustStatus: '' },
  ]);
});
