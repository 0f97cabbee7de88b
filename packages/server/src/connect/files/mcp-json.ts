import { isRecord } from '../../base/record.ts';
import {
  addJson,
  dropJson,
  EMPTY_JSON,
  hasCommentBeside,
  isEmptyJson,
  putJson,
  readJsonText,
  valueAt,
  type Json,
} from './json-file.ts';
import { isOwnMcpCommand, MCP_SERVER_NAME } from './mcp-command.ts';
import { NOT_OURS, type McpEntry, type McpRegistration } from '../clients/connector.ts';

/** A JSON file that names MCP servers. */
export interface McpJsonFile {
  readonly file: string;
  /** The key of the map of servers. */
  readonly servers: string;
  readonly entry: { readonly [name: string]: Json };
  /** What a file that is not there yet begins as. (Default: an empty object) */
  readonly starter?: string;
}

/** Inkling's server in a client's JSON configuration. The rest of the file stays as it is, character by character. */
export function mcpJson({ file, servers, entry, starter = EMPTY_JSON }: McpJsonFile): McpRegistration {
  const read = (text: string | null): McpEntry => entryOf(isBlank(text) ? {} : readJsonText(text, file), servers);
  const disconnect = (text: string): string | null => {
    if (read(text).kind !== 'ours') return text;
    const rest = dropJson(text, placeOf(text, file, servers));
    return isEmptyJson(rest, file) || rest === starter ? null : rest;
  };
  return {
    file,
    read,
    connect(text) {
      const base = isBlank(text) ? starter : text;
      const place = [servers, MCP_SERVER_NAME];
      const { kind } = read(base);
      if (kind === 'none') return addJson(base, place, entry);
      if (kind === 'left') return base;
      const there = valueAt(readJsonText(base, file), place);
      // What else its user wrote into the entry stays, and so does a narrower list of tools or another time limit.
      return Object.entries(entry)
        .filter(([key]) => STARTS.has(key) || !isRecord(there) || !Object.hasOwn(there, key))
        .reduce((text, [key, value]) => putJson(text, [...place, key], value), base);
    },
    disconnect,
  };
}

/** What starts the server is Inkling's. */
const STARTS: ReadonlySet<string> = new Set(['type', 'command', 'args']);

function isBlank(text: string | null): text is null | '' {
  return text === null || text.trim() === '';
}

function entryOf(settings: Json, servers: string): McpEntry {
  const map = valueAt(settings, [servers]);
  if (map === undefined) return { kind: 'none' };
  if (!isRecord(map)) return { kind: 'left', why: `${servers} is not a map of servers` };
  if (!Object.hasOwn(map, MCP_SERVER_NAME)) return { kind: 'none' };
  const command = wordsOf(map[MCP_SERVER_NAME]);
  return isOwnMcpCommand(command) ? { kind: 'ours', command } : { kind: 'left', why: NOT_OURS };
}

/** A command with its arguments, or both in one list. */
function wordsOf(entry: Json | undefined): readonly string[] {
  if (!isRecord(entry)) return [];
  const { command, args } = entry;
  const words: readonly Json[] = [command ?? null, args ?? null].flat();
  return words.filter((word) => typeof word === 'string');
}

/** The map goes with its last server, unless it holds a comment. */
function placeOf(text: string, file: string, servers: string): string[] {
  const map = valueAt(readJsonText(text, file), [servers]);
  const place = [servers, MCP_SERVER_NAME];
  return isRecord(map) && Object.keys(map).length === 1 && !hasCommentBeside(text, place) ? [servers] : place;
}
