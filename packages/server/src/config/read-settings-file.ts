import { readFileSync, statSync } from 'node:fs';
import { InklingError } from '@inkling/engine/errors';
import { parse, TomlError } from 'smol-toml';
import { isRecord } from '../base/record.ts';
import { doorsOf, SETTING_KEYS, type SettingKey, SETTINGS, type SettingValues } from './settings.ts';

/** The name of the file, in a project and in the user's directory. */
export const SETTINGS_FILE = 'inkling.toml';

/** What a file says, as far as it can be meant, and what is wrong with the rest. */
export interface SettingsReading {
  readonly values: Partial<SettingValues>;
  readonly problems: readonly InklingError[];
  /** Nothing of it can be read. */
  readonly isBroken: boolean;
}

/** Whose file it is: a user's may set everything, a project's only what narrows. */
export type SettingsOwner = 'user' | 'project';

const NOTHING: SettingsReading = { values: {}, problems: [], isBroken: false };

/**
 * Reads a file of settings; one that is not there says nothing. A key that nobody knows, a value out of range, and what a project may not set are
 * problems with key, file and line; the rest counts.
 */
export function readSettingsFile(file: string, owner: SettingsOwner): SettingsReading {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return NOTHING;
    // A repository may hold a link to a device that never ends.
    if (!found.isFile() || found.size > MOST_BYTES) return unreadable(file);
    return readSettingsText(readFileSync(file, 'utf8'), file, owner, isPrivate(found.mode));
  } catch (cause) {
    return unreadable(file, cause);
  }
}

/** Ten times all settings with a comment each. */
const MOST_BYTES = 64 * 1024;

function unreadable(file: string, cause?: unknown): SettingsReading {
  const problem = new InklingError('invalid-input', `${file} cannot be read.`, {
    hint: 'Make it a file of at most 64 KiB that this user may read, or remove it.',
    details: { file },
    ...(cause === undefined ? {} : { cause }),
  });
  return { values: {}, problems: [problem], isBroken: true };
}

/** Windows has no such bits. */
const isPrivate = (mode: number): boolean => process.platform === 'win32' || (mode & 0o077) === 0;

/** {@link readSettingsFile} of its text. `mayHoldSecrets`: nobody but its owner can read it. */
export function readSettingsText(
  toml: string,
  file: string,
  owner: SettingsOwner,
  mayHoldSecrets: boolean = false,
): SettingsReading {
  const document = parseToml(toml, file);
  if (InklingError.isInstance(document)) return { values: {}, problems: [document], isBroken: true };
  const values: Record<string, unknown> = {};
  const problems: InklingError[] = [];
  for (const [key, value] of leaves(document)) {
    const problem = problemOf(key, value, owner, mayHoldSecrets);
    if (problem === null) values[key] = SETTINGS[key as SettingKey].kind.fromToml(value);
    else problems.push(atPlace(problem, key, file, toml));
  }
  return { values, problems, isBroken: false };
}

function parseToml(toml: string, file: string): Record<string, unknown> | InklingError {
  try {
    return parse(toml);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [what = ''] = cause.message.replace('Invalid TOML document: ', '').split('\n');
    return new InklingError('invalid-input', `${file}:${cause.line} is not TOML: ${what}.`, {
      hint: 'Repair that line.',
      details: { file, line: cause.line, column: cause.column },
    });
  }
}

const isTable = (value: unknown): value is Record<string, unknown> => isRecord(value) && !(value instanceof Date);

/** Every value by its whole key. A setting may be a table itself. */
function leaves(table: Record<string, unknown>, prefix = ''): [string, unknown][] {
  return Object.entries(table).flatMap(([name, value]) => {
    const key = prefix + name;
    return isTable(value) && !Object.hasOwn(SETTINGS, key) ? leaves(value, `${key}.`) : [[key, value]];
  });
}

interface Problem {
  readonly what: string;
  readonly hint: string;
}

function problemOf(key: string, value: unknown, owner: SettingsOwner, mayHoldSecrets: boolean): Problem | null {
  if (!Object.hasOwn(SETTINGS, key)) return { what: 'is not known', hint: nearest(key) };
  const { kind, isSecret, project } = SETTINGS[key as SettingKey];
  if (owner === 'project' && project === undefined) {
    return {
      what: 'cannot be set by a project: its file may only restrict settings',
      hint: `Set it as a user: ${doorsOf(key as SettingKey)}.`,
    };
  }
  // Of a secret the value is never repeated.
  const shown = isSecret ? '' : ` ${JSON.stringify(value)}`;
  if (kind.fromToml(value) === undefined) return { what: `cannot be${shown}`, hint: `Give ${kind.says}.` };
  if (!isSecret || mayHoldSecrets) return null;
  return { what: 'is a secret in a file that others can read', hint: 'Run chmod 600 on the file.' };
}

/** What stands in the same table, or the tables. */
function nearest(key: string): string {
  const table = key.includes('.') ? key.slice(0, key.indexOf('.') + 1) : '';
  const known = SETTING_KEYS.filter((one) => table !== '' && one.startsWith(table));
  if (known.length > 0) return `Known: ${known.join(', ')}.`;
  return '`inkling config` prints every setting.';
}

function atPlace({ what, hint }: Problem, key: string, file: string, toml: string): InklingError {
  const line = lineOf(key, toml);
  const place = line === null ? file : `${file}:${line}`;
  return new InklingError('invalid-input', `${place}: ${key} ${what}.`, {
    hint,
    details: { key, file, ...(line === null ? {} : { line }) },
  });
}

/** The parser tells no line of a value: it is told where only one line can be meant. */
function lineOf(key: string, toml: string): number | null {
  const name = key.slice(key.lastIndexOf('.') + 1).replace(/[^\w-]/g, '\\$&');
  const begins = new RegExp(
    `^\\s*(?:[\\w-]+\\s*\\.\\s*)*["']?${name}["']?\\s*(?:=|\\])|^\\s*\\[[\\w.-]*\\b${name}\\]`,
    'u',
  );
  const lines = toml.split('\n').flatMap((line, at) => (begins.test(line) ? [at + 1] : []));
  return lines.length === 1 ? lines[0]! : null;
}
