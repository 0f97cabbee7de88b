import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { daemonUrlOf, installHookScript, stateOfHookScript, writePluginDirectory } from '../install-hook-script.ts';
import { MCP_COMMAND_ANYWHERE, mcpScriptBeside } from './mcp-command.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'inkling mcp ')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function script(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

const { command, args } = MCP_COMMAND_ANYWHERE;
const run = (environment: NodeJS.ProcessEnv, more: readonly string[] = []): string =>
  execFileSync(command, [...args, ...more], {
    cwd: home,
    env: { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home, ...environment },
    encoding: 'utf8',
  }).trim();

test('a committed file’s command finds the server of each machine where its data is, else the program on the path', () => {
  script(path.join(home, 'bin', 'inkling'), 'echo "the path: $*"');
  expect(run({})).toBe('the path: mcp');
  script(path.join(home, '.local/share/inkling/mcp.sh'), 'echo home');
  expect(run({})).toBe('home');
  script(path.join(home, 'xdg/inkling/mcp.sh'), 'echo xdg');
  expect(run({ XDG_DATA_HOME: `${home}/xdg` })).toBe('xdg');
  // What is relative is found in the working directory, whoever wrote it there.
  expect(run({ XDG_DATA_HOME: 'xdg' })).toBe('home');
  script(path.join(home, 'repo/.local/share/inkling/mcp.sh'), 'echo repo');
  for (const HOME of ['', 'repo']) expect(run({ HOME })).toBe('the path: mcp');
  script(path.join(home, 'own/mcp.sh'), 'echo "own: $1"');
  const environment = { INKLING_DATA_DIR: `${home}/own`, XDG_DATA_HOME: `${home}/xdg` };
  expect(run(environment, ['inkling', '/ann/repo'])).toBe('own: /ann/repo');
  // Clients fill these in before a shell sees them.
  expect(JSON.stringify(MCP_COMMAND_ANYWHERE)).not.toContain('${');
});

test('mcp.sh starts the program that wrote it in the directory that it is given; where that is gone, the one on the path', () => {
  script(path.join(home, 'bin', 'inkling'), 'echo "the path: $*"');
  const main = path.join(home, 'main.sh');
  script(main, 'echo "$PWD: $*"');
  const stateDirectory = path.join(home, "Ann's data");
  const facts = { stateDirectory, orgId: 'acme', node: '/bin/sh', main, start: '' };
  const hook = installHookScript({ ...facts, embedded: true });
  const start = (more: readonly string[] = []): string =>
    execFileSync(mcpScriptBeside(hook), more, {
      cwd: '/',
      env: { PATH: `${home}/bin:/usr/bin:/bin` },
      encoding: 'utf8',
    });
  expect(start()).toBe(`/: mcp --org acme --data-dir ${stateDirectory}\n`);
  expect(start([home])).toBe(`${home}: mcp --org acme --data-dir ${stateDirectory}\n`);
  expect(start(['${workspaceFolder}'])).toMatch(/^\/: mcp/);
  // Node has moved: the one on the path runs the program.
  installHookScript({ ...facts, node: path.join(home, 'gone', 'node'), embedded: true });
  script(path.join(home, 'bin', 'node'), 'exec /bin/sh "$@"');
  expect(start()).toBe(`/: mcp --org acme --data-dir ${stateDirectory}\n`);
  rmSync(main);
  expect(start()).toBe(`the path: mcp --org acme --data-dir ${stateDirectory}\n`);
  // The home was moved: no second store begins at the old place.
  const moved = path.join(home, 'moved');
  renameSync(stateDirectory, moved);
  const there = { cwd: moved, env: { PATH: `${home}/bin:/usr/bin:/bin` }, encoding: 'utf8' } as const;
  expect(execFileSync('sh', ['./mcp.sh', home], there)).toBe(`the path: mcp --org acme --data-dir ${moved}\n`);
  // On a server the environment says where memory is.
  installHookScript({ ...facts, embedded: false });
  expect(start()).toBe('the path: mcp --org acme\n');
});

test('commands that another version or another program wrote are told from this one’s', () => {
  const main = path.join(home, "Ann's main.js");
  const other = path.join(home, 'other.js');
  for (const file of [main, other]) script(file, '');
  const stateDirectory = path.join(home, 'data');
  const start = 'up --detach --port 4655';
  const facts = { stateDirectory, orgId: 'acme', node: process.execPath, main, start, embedded: true };
  expect(stateOfHookScript(facts)).toBe('missing');
  const hook = installHookScript(facts);
  expect(stateOfHookScript(facts)).toBe('installed');
  const link = path.join(home, 'link.js');
  symlinkSync(main, link);
  expect(stateOfHookScript({ ...facts, main: link })).toBe('installed');
  for (const change of [{ main: other }, { orgId: 'other' }, { start: 'up --detach --port 1' }, { embedded: false }]) {
    expect(stateOfHookScript({ ...facts, ...change })).toBe('outdated');
  }
  for (const file of [hook, mcpScriptBeside(hook)]) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}# of another version\n`);
    expect(stateOfHookScript(facts)).toBe('outdated');
    rmSync(file);
    expect(stateOfHookScript(facts)).toBe(file === hook ? 'missing' : 'outdated');
    writeFileSync(file, text);
  }
  rmSync(main);
  expect(stateOfHookScript(facts)).toBe('program-gone');
});

test('while no daemon runs, hooks keep the port with which the installed command starts it', () => {
  const stateDirectory = path.join(home, 'data');
  const main = path.join(home, 'main.js');
  expect(daemonUrlOf(null, stateDirectory)).toBe('http://127.0.0.1:4655');
  const start = 'up --detach --port 4704';
  installHookScript({ stateDirectory, orgId: 'acme', node: process.execPath, main, start, embedded: true });
  expect(daemonUrlOf(null, stateDirectory)).toBe('http://127.0.0.1:4704');
  expect(daemonUrlOf({ url: 'http://127.0.0.1:5000' }, stateDirectory)).toBe('http://127.0.0.1:5000');
});

test('a plugin names the server by the same command', () => {
  const directory = path.join(home, 'plugin');
  const files = writePluginDirectory(directory);
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(directory, name), 'utf8'));
  expect(files).toContain('.mcp.json');
  expect(read('.claude-plugin/plugin.json')).toMatchObject({ mcpServers: './.mcp.json' });
  expect(read('.mcp.json')).toEqual({ mcpServers: { inkling: MCP_COMMAND_ANYWHERE } });
});
