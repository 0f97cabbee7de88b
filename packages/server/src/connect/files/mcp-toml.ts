import { isDeepStrictEqual } from 'node:util';
import { InklingError } from '@inkling/engine/errors';
import { parse, stringify } from 'smol-toml';
import { recordAt } from '../../base/record.ts';
import { isOwnMcpCommand, MCP_SERVER_NAME } from './mcp-command.ts';
import { NOT_OURS, type McpEntry, type McpRegistration } from '../clients/connector.ts';

type Table = Readonly<Record<string, unknown>>;

/** `[mcp_servers.inkling]` and the tables below it, such as those in which a client notes what its user allowed. */
const HEADER = /^\s*\[\s*(?:mcp_servers|"mcp_servers")\s*\.\s*(?:inkling|"inkling")\s*[.\]]/;
const ANY_HEADER = /^\s*\[/;

/** Inkling's server as a table of its own at the end of a TOML file, such as Codex's. The rest of the file stays as it is, character by character. */
export function mcpToml(file: string, entry: Table): McpRegistration {
  const read = (text: string | null): McpEntry => entryOf(text ?? '', file);
  const disconnect = (text: string): string | null => {
    if (read(text).kind !== 'ours') return text;
    const rest = withoutTables(text);
    if (!isSettings(rest, withoutEntry(parseToml(text, file)))) throw touchesMore(file);
    return rest.trim() === '' ? null : rest;
  };
  return {
    file,
    read,
    connect(text) {
      const before = text ?? '';
      const found = read(before);
      if (found.kind === 'left') return before;
      const there = recordAt(recordAt(parseToml(before, file), 'mcp_servers')[MCP_SERVER_NAME]);
      // What else its user wrote into the table, and into those below it, stays.
      const { args: _args, ...kept } = there;
      const wanted = { ...kept, ...entry, ...variablesOf(kept, entry) };
      if (isDeepStrictEqual(there, wanted)) return before;
      return withTable(found.kind === 'ours' ? (disconnect(before) ?? '') : before, wanted);
    },
    disconnect,
  };
}

/** The variables that the server is given: those that its user added too. */
function variablesOf(kept: Table, entry: Table): Table {
  const [own, added] = [entry, kept].map(({ env_vars: names }) => (Array.isArray(names) ? names : []));
  return own!.length === 0 ? {} : { env_vars: [...new Set([...own!, ...added!])] };
}

function entryOf(text: string, file: string): McpEntry {
  const settings = parseToml(text, file);
  const own = recordAt(settings, 'mcp_servers')[MCP_SERVER_NAME];
  if (own === undefined) return isInline(text, settings) ? leftInline : { kind: 'none' };
  const { command, args } = recordAt(own);
  const words = [command, args].flat().filter((word) => typeof word === 'string');
  if (!isOwnMcpCommand(words)) return { kind: 'left', why: NOT_OURS };
  return text.split('\n').some((line) => HEADER.test(line)) ? { kind: 'ours', command: words } : leftInline;
}

const leftInline: McpEntry = {
  kind: 'left',
  why: 'mcp_servers is an inline table there, to which no table can be added',
};

/** `mcp_servers = { … }` takes no tables behind it. */
function isInline(text: string, settings: Table): boolean {
  return settings['mcp_servers'] !== undefined && parsed(withTable(text, {})) === null;
}

function withTable(text: string, entry: Table): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
  const table = stringify({ mcp_servers: { [MCP_SERVER_NAME]: entry } }).trim();
  return `${text}${gap}${table.replaceAll('\n', eol)}${eol}`;
}

/** Without the table, the tables below it, and the empty line before each; comments behind the last value belong to what follows. */
function withoutTables(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    if (!HEADER.test(lines[at] ?? '')) {
      kept.push(lines[at++] ?? '');
      continue;
    }
    if (kept.at(-1)?.trim() === '') kept.pop();
    at = endOfTable(lines, at);
  }
  return kept.join('\n');
}

function endOfTable(lines: readonly string[], header: number): number {
  let next = header + 1;
  while (next < lines.length && !ANY_HEADER.test(lines[next] ?? '')) next += 1;
  let end = next;
  while (end > header + 1 && /^\s*(?:#|$)/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}

function withoutEntry(settings: Table): Table {
  const { mcp_servers: servers, ...rest } = settings;
  const { [MCP_SERVER_NAME]: _own, ...others } = recordAt(servers);
  return Object.keys(others).length === 0 ? rest : { ...rest, mcp_servers: others };
}

/** A line that looks like a header may stand in a text of several lines: nothing but the entry may go. */
function isSettings(text: string, wanted: Table): boolean {
  const settings = parsed(text);
  return settings !== null && isDeepStrictEqual(settings, wanted);
}

function touchesMore(file: string): InklingError {
  return new InklingError(
    'invalid-input',
    `The MCP server inkling cannot be removed from ${file} without changing other entries.`,
    { hint: 'Remove [mcp_servers.inkling] by hand.', details: { file } },
  );
}

function parseToml(text: string, file: string): Table {
  const settings = parsed(text);
  if (settings) return settings;
  throw new InklingError('invalid-input', `${file} is not TOML.`, {
    hint: 'Repair the file and run this again.',
    details: { file },
  });
}

function parsed(text: string): Table | null {
  try {
    // Tables come without a prototype, and tables that are made here with one.
    return structuredClone(parse(text));
  } catch {
    // Whoever asks says what that means.
    return null;
  }
}
