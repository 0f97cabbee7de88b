import { describe, expect, test } from 'vitest';
import { parse } from 'smol-toml';
import { mcpToml } from './mcp-toml.ts';

const ENTRY = { command: '/ann/.local/share/inkling/mcp.sh', env_vars: ['DATABASE_URL'] };
const config = mcpToml('/ann/.codex/config.toml', ENTRY);

const MINE = `# mine
model = "gpt-5.5"
prompt = """
[mcp_servers.inkling]
is only a text"""

[mcp_servers.files] # theirs
command = "npx"

[features]
plugins = false
`;
const PLAIN = MINE.replace(/prompt = """[\s\S]*?"""\n/, '');

describe.each([
  ['no file', null, null],
  ['an empty file', '', null],
  ['other servers and comments', PLAIN, PLAIN],
  ['CRLF', PLAIN.replaceAll('\n', '\r\n'), PLAIN.replaceAll('\n', '\r\n')],
])('%s', (_what, before, after) => {
  test('the table comes once, whatever is repeated, and goes again', () => {
    const once = config.connect(before);
    expect(parse(once)).toMatchObject({ mcp_servers: { inkling: ENTRY } });
    expect(once.startsWith(before ?? '')).toBe(true);
    expect(config.connect(once)).toBe(once);
    expect(config.read(once)).toEqual({ kind: 'ours', command: [ENTRY.command] });
    expect(config.disconnect(once)).toBe(after);
  });
});

test('a file without a line end at its end keeps every line', () => {
  const once = config.connect('a = 1');
  expect(once.split('\n')[0]).toBe('a = 1');
  expect(config.disconnect(once)?.trim()).toBe('a = 1');
});

test('tables that the client put below ours go with it, and what stands behind them stays', () => {
  const noted = '\n[mcp_servers.inkling.tools.recall]\napproval_mode = "approve"\n';
  const behind = '\n# trusted\n[projects."/ann/repo"]\ntrust_level = "trusted"\n';
  expect(config.disconnect(`${config.connect(PLAIN)}${noted}${behind}`)).toBe(`${PLAIN}${behind}`);
});

test('an entry of an older version is replaced', () => {
  const older = config.connect(PLAIN).replace('/ann/.local/share/inkling/mcp.sh', '/older/mcp.sh');
  expect(config.connect(older)).toBe(config.connect(PLAIN));
});

test('what its user added to the table and below it stays, also when a key of ours changes; arguments are ours', () => {
  const mine = 'startup_timeout_sec = 30\n\n[mcp_servers.inkling.tools.recall]\napproval_mode = "approve"\n';
  const own = `${config.connect(PLAIN)}${mine}`;
  expect(config.connect(own)).toBe(own);
  const older = own.replace('/ann/.local/share/inkling/mcp.sh"', '/older/mcp.sh"\nargs = ["older"]');
  expect(config.connect(older)).toBe(own);
  expect(config.disconnect(own)).toBe(PLAIN);
});

test('variables that its user lets through beside ours stay', () => {
  const more = config.connect(PLAIN).replace(/env_vars = .*/u, 'env_vars = [ "DATABASE_URL", "PGPASSWORD" ]');
  expect(config.connect(more)).toBe(more);
  const others = more.replace('"DATABASE_URL", ', '');
  expect(parse(config.connect(others))).toMatchObject({
    mcp_servers: { inkling: { env_vars: ['DATABASE_URL', 'PGPASSWORD'] } },
  });
});

test.each([
  [
    'a server of this name that somebody else added',
    '[mcp_servers.inkling]\ncommand = "npx"\nargs = ["inkling", "mcp"]\n',
  ],
  ['servers in one line', 'mcp_servers = { files = { command = "npx" } }\n'],
  ['ours in one line, by hand', 'mcp_servers = { inkling = { command = "/x/mcp.sh" } }\n'],
])('%s: left as it is, and told', (_what, text) => {
  expect(config.read(text).kind).toBe('left');
  expect(config.connect(text)).toBe(text);
  expect(config.disconnect(text)).toBe(text);
});

test('a text that looks like our table is never taken out', () => {
  const once = config.connect(MINE);
  expect(parse(once)).toMatchObject({ mcp_servers: { inkling: ENTRY } });
  expect(() => config.disconnect(once)).toThrow(/by hand/);
});

test('a file that is no TOML is refused', () => {
  expect(() => config.connect('model = ')).toThrow(/not TOML/);
});
