import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isRecord } from '../../base/record.ts';
import type { ConnectedFile, ConnectionFacts, InstalledHook } from '../clients/connector.ts';
import {
  appendJson,
  dropJson,
  EMPTY_JSON,
  hasCommentBeside,
  isEmptyJson,
  type Json,
  readJsonText,
  valueAt,
} from './json-file.ts';
import { shellQuoted } from '../../base/shell-quoted.ts';

/** A hook that Inkling installed: it calls the daemon's hook address, or the hook command. */
const OURS = /\/v1\/hooks\/[\w.-]+"|hook\.sh[^\w.-]{1,8}[\w.-]+ [\w.-]+"|\$h\\" [\w.-]+ [\w.-]+"/;

/** A settings file whose `hooks` hold lists by event, as Claude Code's, Codex's and Gemini CLI's do. */
export function hooksFile(file: string, groups: readonly (readonly [event: string, group: Json])[]): ConnectedFile {
  return {
    file,
    connect(text) {
      if (text !== null && hasExactly(text, file, groups)) return text;
      const clean = text === null || text.trim() === '' ? EMPTY_JSON : withoutOurs(text, file);
      return groups.reduce((edited, [event, group]) => appendJson(edited, ['hooks', event], group, file), clean);
    },
    disconnect(text) {
      if (text.trim() === '') return text;
      const rest = withoutOurs(text, file);
      return rest !== text && isEmptyJson(rest, file) ? null : rest;
    },
  };
}

function hasExactly(text: string, file: string, groups: readonly (readonly [string, Json])[]): boolean {
  if (text.trim() === '') return false;
  const wanted = groups.map(([event, group]) => [event, hooksOfGroup(group)]);
  return JSON.stringify(sorted([...ourHooksIn(text, file)])) === JSON.stringify(sorted(wanted));
}

/** By event: the order in a file is its owner's. */
function sorted(entries: readonly (readonly unknown[])[]): readonly unknown[] {
  return entries.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
}

function hooksOfGroup(group: Json): readonly Json[] {
  const inner = isRecord(group) ? group['hooks'] : undefined;
  return Array.isArray(inner) ? (inner as readonly Json[]) : [group];
}

/** Inkling's hooks in a settings file, as they stand there, by event. */
function ourHooksIn(text: string, file: string): ReadonlyMap<string, readonly Json[]> {
  const hooks = valueAt(readJsonText(text, file), ['hooks']);
  if (!isRecord(hooks)) return new Map();
  const found = Object.entries(hooks).map(
    ([event, list]) => [event, pathsOfOurs(list).flatMap((place) => valueAt(list, [...place]) ?? [])] as const,
  );
  return new Map(found.filter(([, own]) => own.length > 0));
}

/** The text without Inkling's entries. What they leave empty goes with them. */
function withoutOurs(text: string, file: string): string {
  const hooks = valueAt(readJsonText(text, file), ['hooks']);
  if (!isRecord(hooks)) return text;
  let rest = text;
  for (const [event, list] of Object.entries(hooks)) {
    // From the end: an index is that of the text as it is now.
    for (const place of pathsOfOurs(list).toReversed()) rest = removeWithEmpty(rest, ['hooks', event, ...place], file);
  }
  return rest;
}

/** Where Inkling's hooks are in one event's list: in groups, or by themselves. A group may hold somebody else's beside them. */
function pathsOfOurs(list: Json): readonly (readonly (string | number)[])[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).flatMap((entry, index) => {
    const inner = isRecord(entry) ? entry['hooks'] : undefined;
    if (!Array.isArray(inner)) return isOurs(entry) ? [[index]] : [];
    return (inner as readonly Json[]).flatMap((hook, n) => (isOurs(hook) ? [[index, 'hooks', n]] : []));
  });
}

function isOurs(hook: Json): boolean {
  return OURS.test(JSON.stringify(hook));
}

/** Takes out one entry, and every list, group and map around it that has nothing else, not even a comment. The file's own object stays. */
function removeWithEmpty(text: string, path: readonly (string | number)[], file: string): string {
  const value = readJsonText(text, file);
  let end = path.length;
  const isLast = (place: typeof path): boolean =>
    isAlone(valueAt(value, place.slice(0, -1))) && !hasCommentBeside(text, place);
  while (end > 1 && isLast(path.slice(0, end))) end -= 1;
  return dropJson(text, path.slice(0, end));
}

/** A list with one entry, a map with one key, or a group whose hooks are all it has beside its matcher. */
function isAlone(parent: Json | undefined): boolean {
  if (Array.isArray(parent)) return parent.length <= 1;
  return isRecord(parent) && Object.keys(parent).filter((key) => key !== 'matcher').length <= 1;
}

/**
 * The setting that keeps a client from running any hook, told to its user; null = none does, as far as can be read. Of the files, which are
 * sorted as the client does, the first that has the setting decides.
 */
export async function hooksSwitchedOff(
  files: readonly string[],
  setting: readonly string[],
  off: boolean,
): Promise<string | null> {
  for (const file of files) {
    // A file that is broken is told of elsewhere.
    const said = await readFile(file, 'utf8')
      .then((text) => valueAt(readJsonText(text, file), setting))
      .catch(() => undefined);
    if (said === off) return `It runs no hooks: ${setting.join('.')} is ${off} in ${file}.`;
    if (said !== undefined) return null;
  }
  return null;
}

/** What a client waits for a hook without a time of its own. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Inkling's hooks in a settings file as they stand there, by event, each in a group of its own; {} when there is no such file. */
export function installedHooksIn(file: string): { readonly [event: string]: Json } {
  if (!existsSync(file)) return {};
  const hooks = [...ourHooksIn(readFileSync(file, 'utf8'), file)];
  return Object.fromEntries(hooks.map(([event, own]) => [event, own.map((hook) => ({ hooks: [hook] }))]));
}

/** A settings file with Inkling's hooks of another one, and nothing else. */
export function installedHooksText(file: string): string {
  return JSON.stringify({ hooks: installedHooksIn(file) });
}

/** Inkling's hooks in a settings file; none when there is no such file. `unitMs`: what one of the client's units of time is. */
export function installedIn(file: string, unitMs: number): readonly InstalledHook[] {
  if (!existsSync(file)) return [];
  const hooks = ourHooksIn(readFileSync(file, 'utf8'), file);
  return [...hooks].flatMap(([event, own]) => own.flatMap((hook) => installedHook(event, hook, unitMs) ?? []));
}

function installedHook(event: string, hook: Json, unitMs: number): InstalledHook | null {
  if (!isRecord(hook)) return null;
  // `bash` and `timeoutSec` are Copilot CLI's names.
  const { bash, command = bash, timeoutSec, timeout = timeoutSec, url, headers } = hook;
  const timeoutMs = typeof timeout === 'number' ? timeout * unitMs : DEFAULT_TIMEOUT_MS;
  if (typeof command === 'string') return { event, timeoutMs, kind: 'command', command };
  if (typeof url !== 'string') return null;
  const texts = Object.entries(isRecord(headers) ? headers : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { event, timeoutMs, kind: 'http', url, headers: Object.fromEntries(texts) };
}

/**
 * The command line of a hook: it names its client, since some clients run each other's hooks. It ends with 0 also where the script is gone. In a
 * committed file it names no machine's own path: the script is where `inkling init` puts it, or the line does nothing. A user's own line may be
 * run by any shell, so it has no variable.
 */
export function hookCommand({ scope, hookScript }: ConnectionFacts, client: string, event: string): string {
  if (scope === 'project') return `${FIND_ANYWHERE}; [ ! -x "$h" ] || "$h" ${client} ${event}`;
  const script = shellQuoted(hookScript);
  return `[ ! -x ${script} ] || ${script} ${client} ${event}`;
}

/** Nothing that is relative to the working directory, which may be anybody's repository, is run. */
const FIND_ANYWHERE = [
  'h=$XDG_DATA_HOME',
  'case $h in /*) ;; *) h=/${HOME#/}/.local/share ;; esac',
  'h=${INKLING_DATA_DIR:-$h/inkling}/hook.sh',
  'case $h in /*) ;; *) h= ;; esac',
].join('; ');
