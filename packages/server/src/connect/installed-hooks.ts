import { existsSync, readFileSync } from 'node:fs';
import type { InstalledHook } from './connector.ts';
import { ourHooksIn } from './hooks-file.ts';
import { isObject, type Json } from './json-file.ts';

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
  if (!isObject(hook)) return null;
  // `bash` and `timeoutSec` are Copilot CLI's names.
  const { bash, command = bash, timeoutSec, timeout = timeoutSec, url, headers } = hook;
  const timeoutMs = typeof timeout === 'number' ? timeout * unitMs : DEFAULT_TIMEOUT_MS;
  if (typeof command === 'string') return { event, timeoutMs, kind: 'command', command };
  if (typeof url !== 'string') return null;
  const texts = Object.entries(isObject(headers) ? headers : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { event, timeoutMs, kind: 'http', url, headers: Object.fromEntries(texts) };
}
