import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claudeCodeConnector } from './claude-code.ts';
import { applyConnection, applyRemoval, describeChange, planConnection, planRemoval } from '../connect-client.ts';
import type { ConnectionFacts, ConnectionScope } from './connector.ts';

const TOKEN = 'hook-token-of-a-test';

// Comments, tabs, a hook of the user's own beside ours, and no line feed at the end.
const SETTINGS = `{
\t// mine
\t"model": "opus",
\t"hooks": {
\t\t"PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard.sh" }] }],
\t\t"Stop": []
\t},
\t"autoMemoryEnabled": true
}`;

describe('connecting Claude Code', () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'inkling-connect-')));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const state = (): string => path.join(home, 'state');
  const file = (): string => path.join(home, '.claude', 'settings.json');
  const read = (): string => readFileSync(file(), 'utf8');
  const facts = (scope: ConnectionScope = 'user', changes: Partial<ConnectionFacts> = {}): ConnectionFacts => ({
    scope,
    home,
    environment: { PATH: '' },
    projectDirectory: home,
    daemonUrl: 'http://127.0.0.1:4655',
    hookToken: TOKEN,
    orgId: 'local',
    hookScript: `${state()}/hook.sh`,
    // The hooks only: what is registered beside them has a test of its own.
    withMcp: false,
    ...changes,
  });
  const write = (text: string): void => {
    mkdirSync(path.dirname(file()), { recursive: true });
    writeFileSync(file(), text);
  };
  const connect = (given = facts()): number => {
    const changes = planConnection(claudeCodeConnector, given);
    applyConnection(claudeCodeConnector, state(), changes, given);
    return changes.length;
  };
  const remove = (given = facts()): readonly string[] => {
    const files = planRemoval(claudeCodeConnector, state(), given);
    applyRemoval(state(), files);
    return files.map(({ how }) => how);
  };

  test.each([
    ['a file with comments and tabs', SETTINGS],
    ['an empty object', '{}'],
    ['an empty file', ''],
    ['CRLF, a byte order of its own', '{\r\n    "env": { "A": "1" }\r\n}\r\n'],
  ])('%s comes back byte for byte', (_what, text) => {
    write(text);
    connect();
    expect(read()).not.toBe(text);
    expect(remove()).toEqual(['restored', 'restored']);
    expect(readFileSync(file())).toEqual(Buffer.from(text));
    expect(readdirSync(path.dirname(file()))).toEqual(['settings.json']);
  });

  test('where there was nothing, nothing is left', () => {
    connect();
    remove();
    expect(readdirSync(home)).toEqual(['state']);
  });

  test('everything else in the file stays as it was', () => {
    write(SETTINGS);
    connect();
    for (const line of ['\t// mine', '\t"model": "opus",', '\t"autoMemoryEnabled": true', 'guard.sh']) {
      expect(read()).toContain(line);
    }
  });

  test('connecting again changes nothing; for another daemon it changes the address', () => {
    write(SETTINGS);
    connect();
    expect(connect()).toBe(0);
    connect(facts('user', { daemonUrl: 'http://127.0.0.1:5000' }));
    expect(read()).not.toContain('4655');
    expect(read().match(/127\.0\.0\.1:5000/g)).toHaveLength(8);
    expect(remove()).toContain('restored');
    expect(read()).toBe(SETTINGS);
  });

  test("what somebody else wrote meanwhile stays, and only Inkling's entries go", () => {
    write(SETTINGS);
    connect();
    const theirs = read()
      .replace('"opus"', '"sonnet"')
      .replace('"command": "guard.sh"', '"command": "guard.sh --strict"');
    write(theirs);
    expect(remove()).toEqual(['cleaned', 'restored']);
    expect(read()).toContain('"sonnet"');
    expect(read()).toContain('guard.sh --strict');
    expect(read()).not.toMatch(/inkling|hook\.sh|v1\/hooks/);
    expect(remove()).toEqual(['unchanged']);
  });

  test('a hook that somebody put into a group of ours stays', () => {
    connect();
    const settings = JSON.parse(read()) as { hooks: { Stop: { hooks: unknown[] }[] } };
    settings.hooks.Stop[0]?.hooks.push({ type: 'command', command: 'notify.sh' });
    write(JSON.stringify(settings, null, 2));
    remove();
    expect(JSON.parse(read())).toEqual({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'notify.sh' }] }] } });
  });

  test('a file that is no JSON is not touched', () => {
    write('{ "hooks": ');
    expect(() => planConnection(claudeCodeConnector, facts())).toThrow(/not a JSON object/);
  });

  test("a project's settings hold no token, no address and no path of this machine", () => {
    connect(facts('project'));
    expect(read()).not.toContain(TOKEN);
    expect(read()).not.toContain(home);
    expect(read()).not.toContain('127.0.0.1');
    expect(claudeCodeConnector.installedHooks(facts('project')).every(({ kind }) => kind === 'command')).toBe(true);
    expect(remove(facts('project'))).toEqual(['restored', 'restored']);
  });

  test('for a user only the events that have to be are commands, and each names its client', () => {
    connect();
    const hooks = claudeCodeConnector.installedHooks(facts());
    const commands = hooks.flatMap((hook) => (hook.kind === 'command' ? [hook] : []));
    expect(commands.map(({ event }) => event)).toEqual(['SessionStart', 'PreCompact']);
    expect(commands[0]?.command).toBe(`[ ! -x ${state()}/hook.sh ] || ${state()}/hook.sh claude-code SessionStart`);
    const addresses = hooks.flatMap((hook) => (hook.kind === 'http' ? [hook.url] : []));
    expect(new Set(addresses)).toEqual(new Set(['http://127.0.0.1:4655/v1/hooks/claude-code']));
  });

  test('a change is told without the token', () => {
    write(SETTINGS);
    const text = planConnection(claudeCodeConnector, facts()).map(describeChange).join('\n');
    expect(text).toContain('Bearer …');
    expect(text).not.toContain(TOKEN);
    expect(text).toMatch(/^\+ .*PostToolUse/m);
  });

  test('a link stays a link, and what it leads to keeps its mode', () => {
    const real = path.join(home, 'dotfiles.json');
    writeFileSync(real, SETTINGS, { mode: 0o600 });
    mkdirSync(path.dirname(file()));
    symlinkSync(real, file());
    connect();
    expect(lstatSync(file()).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(readFileSync(real, 'utf8')).toContain('v1/hooks');
  });

  test("a user's settings, which hold the token, are read by their owner only, whoever could before; a project's stay as they are", () => {
    const mode = (): number => statSync(file()).mode & 0o777;
    connect();
    expect(mode()).toBe(0o600);
    remove();
    write(SETTINGS);
    chmodSync(file(), 0o644);
    connect(facts('project'));
    expect(mode()).toBe(0o644);
    connect();
    expect(mode()).toBe(0o600);
    // As an earlier version left it.
    chmodSync(file(), 0o644);
    expect(planConnection(claudeCodeConnector, facts()).map(describeChange)).toEqual([
      `change ${file()}, which only its owner may read from now on`,
    ]);
    expect([connect(), mode(), connect()]).toEqual([1, 0o600, 0]);
    remove();
    expect([read(), mode()]).toEqual([SETTINGS, 0o600]);
  });
});
