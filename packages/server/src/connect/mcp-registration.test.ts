import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionFacts } from '../../test/connection-facts.ts';
import { applyConnection, applyRemoval, planConnection, planRemoval, registeredMcp } from './connect-client.ts';
import type { ConnectionFacts, Connector } from './clients/connector.ts';
import { CONNECTORS } from './clients/connectors.ts';
import { MCP_COMMAND_ANYWHERE } from './files/mcp-command.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'inkling-mcp-')));
  mkdirSync(path.join(home, 'repo'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const state = (): string => path.join(home, '.local', 'share', 'inkling');
const factsOf = (changes: Partial<ConnectionFacts> = {}): ConnectionFacts =>
  connectionFacts({
    home,
    projectDirectory: path.join(home, 'repo'),
    hookScript: path.join(state(), 'hook.sh'),
    ...changes,
  });

function connect(connector: Connector, facts: ConnectionFacts): number {
  const changes = planConnection(connector, facts);
  applyConnection(connector, state(), changes, facts);
  return changes.length;
}

function remove(connector: Connector, facts: ConnectionFacts): readonly string[] {
  const files = planRemoval(connector, state(), facts);
  applyRemoval(state(), files);
  return files.map(({ how }) => how);
}

const PLACES: Readonly<Record<string, readonly [user: string, project: string]>> = {
  'claude-code': ['.claude.json', 'repo/.mcp.json'],
  codex: ['.codex/config.toml', 'repo/.codex/config.toml'],
  'gemini-cli': ['.gemini/settings.json', 'repo/.gemini/settings.json'],
  opencode: ['.config/opencode/opencode.json', 'repo/opencode.json'],
  cursor: ['.cursor/mcp.json', 'repo/.cursor/mcp.json'],
  'copilot-cli': ['.copilot/mcp-config.json', 'repo/.github/mcp.json'],
};

describe.each(CONNECTORS.map((connector) => [connector.client, connector] as const))('%s', (client, connector) => {
  const [ofUser = '', ofProject = ''] = PLACES[client] ?? [];
  const text = client === 'codex' ? '# mine\nmodel = "x"' : '{\n\t"theme": "dark"\n}';

  test.each(['user', 'project'] as const)('for a %s: registered once, and every byte comes back', (scope) => {
    const facts = factsOf({ scope });
    const file = path.join(home, scope === 'user' ? ofUser : ofProject);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    connect(connector, facts);
    expect(registeredMcp(connector, facts)).toMatchObject({ entry: { kind: 'ours' }, isCurrent: true });
    expect(connect(connector, facts)).toBe(0);
    expect(new Set(remove(connector, facts))).toEqual(new Set(['restored']));
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('has its places in the table of this file', () => {
    expect(PLACES).toHaveProperty([client]);
  });

  test('where there was no file, none is left', () => {
    const facts = factsOf();
    connect(connector, facts);
    expect(existsSync(path.join(home, ofUser))).toBe(true);
    remove(connector, facts);
    expect(readdirSync(home).toSorted()).toEqual(['.local', 'repo']);
  });

  test('without the server nothing of it is written, and one that is there stays until it is removed', () => {
    const without = factsOf({ withMcp: false });
    connect(connector, without);
    expect(registeredMcp(connector, without).entry.kind).toBe('none');
    connect(connector, factsOf());
    expect(connect(connector, without)).toBe(0);
    expect(registeredMcp(connector, without).entry.kind).toBe('ours');
    remove(connector, without);
    expect(registeredMcp(connector, without).entry.kind).toBe('none');
  });

  test('a committed file names no machine’s own path', () => {
    connect(connector, factsOf({ scope: 'project' }));
    expect(readFileSync(path.join(home, ofProject), 'utf8')).not.toContain(home);
  });
});

test('Claude Code’s own file: what it writes meanwhile stays, and it is for its user only', () => {
  const connector = CONNECTORS.find(({ client }) => client === 'claude-code')!;
  const file = path.join(home, '.claude.json');
  connect(connector, factsOf());
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const live = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ numStartups: 1, ...live, userID: 'u' }, null, 2));
  expect(remove(connector, factsOf())).toContain('cleaned');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ numStartups: 1, userID: 'u' });
});

test('what a client writes while its user is asked stays', () => {
  const connector = CONNECTORS.find(({ client }) => client === 'claude-code')!;
  const file = path.join(home, '.claude.json');
  writeFileSync(file, '{\n  "numStartups": 1\n}\n');
  const shown = planConnection(connector, factsOf());
  writeFileSync(file, '{\n  "numStartups": 2\n}\n');
  applyConnection(connector, state(), shown, factsOf());
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ numStartups: 2, mcpServers: { inkling: {} } });
  remove(connector, factsOf());
  expect(readFileSync(file, 'utf8')).toBe('{\n  "numStartups": 2\n}\n');
});

test('for Claude Code a user has the command that a plugin has, so that one of the two is started', () => {
  const connector = CONNECTORS.find(({ client }) => client === 'claude-code')!;
  const words = (facts: ConnectionFacts): unknown => {
    const { entry } = registeredMcp(connector, facts);
    return entry.kind === 'ours' ? entry.command : entry;
  };
  connect(connector, factsOf());
  expect(words(factsOf())).toEqual([MCP_COMMAND_ANYWHERE.command, ...MCP_COMMAND_ANYWHERE.args]);
  // A directory of one's own is not what a plugin finds.
  const moved = factsOf({ hookScript: '/data/inkling/hook.sh' });
  connect(connector, moved);
  expect(words(moved)).toEqual(['/data/inkling/mcp.sh']);
});
