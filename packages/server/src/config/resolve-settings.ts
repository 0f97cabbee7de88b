import { existsSync } from 'node:fs';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { isRecord } from '../base/record.ts';
import { xdgDirectory, type HostFacts } from './storage.ts';
import { readSettingsFile, SETTINGS_FILE } from './read-settings-file.ts';
import type { TokensByWorkType } from './setting-kinds.ts';
import { environmentName, SETTING_KEYS, type SettingKey, SETTINGS, type SettingValues } from './settings.ts';

/** The settings that count, and who said each. */
export interface Settings {
  readonly values: SettingValues;
  /** `default`, a file, a variable of the environment or a flag. */
  readonly sources: Readonly<Record<SettingKey, string>>;
}

/** What the command line says. */
export interface SettingFlags {
  /** By key, from flags of their own. */
  readonly named?: Partial<SettingValues>;
  /** `key=value`, from `--set`; the last of a key counts. */
  readonly set?: readonly string[];
}

/** Where the user's file is: `$INKLING_CONFIG`, else `inkling/inkling.toml` in the directory for configuration. */
export function userSettingsFile({ environment, platform, home }: HostFacts): string {
  const named = environment['INKLING_CONFIG'];
  if (named) return path.resolve(named);
  const xdg = xdgDirectory('XDG_CONFIG_HOME', environment);
  if (xdg) return path.join(xdg, 'inkling', SETTINGS_FILE);
  const roaming = environment['APPDATA'];
  if (platform === 'win32' && roaming) return path.join(roaming, 'inkling', SETTINGS_FILE);
  return path.join(home, '.config', 'inkling', SETTINGS_FILE);
}

/** What counts when nobody says anything. */
export const DEFAULT_SETTINGS: Settings = settingsOf((key) => ({ value: SETTINGS[key].otherwise, by: 'default' }));

/**
 * The user's settings, first found first: flags, the environment, the user's file, the defaults.
 * @throws InklingError `invalid-input`, with the key and where it stands.
 */
export function resolveSettings(flags: SettingFlags, host: HostFacts): Settings {
  const file = userSettingsFile(host);
  const { values: inFile, problems } = readSettingsFile(file, 'user');
  if (problems[0]) throw problems[0];
  if (host.environment['INKLING_CONFIG'] && !existsSync(file)) {
    throw new InklingError('invalid-input', `INKLING_CONFIG names ${file}, which is not there.`, {
      hint: 'Correct it, make the file, or unset INKLING_CONFIG.',
      details: { file, from: 'INKLING_CONFIG' },
    });
  }
  const said = new Map<SettingKey, { readonly value: unknown; readonly by: string }>();
  for (const [key, value] of entriesOf(inFile)) said.set(key, { value, by: file });
  for (const [key, value, by] of inEnvironment(host.environment)) said.set(key, { value, by });
  for (const [key, value] of entriesOf(flags.named ?? {})) said.set(key, { value, by: SETTINGS[key].flag ?? '--set' });
  for (const [key, value] of setByFlag(flags.set ?? [])) said.set(key, { value, by: '--set' });
  return settingsOf((key) => said.get(key) ?? { value: SETTINGS[key].otherwise, by: 'default' });
}

function settingsOf(find: (key: SettingKey) => { readonly value: unknown; readonly by: string }): Settings {
  const found = SETTING_KEYS.map((key) => [key, find(key)] as const);
  const values = Object.fromEntries(found.map(([key, { value }]) => [key, withDefaults(key, value)]));
  const sources = Object.fromEntries(found.map(([key, { by }]) => [key, by]));
  return { values: values as unknown as SettingValues, sources: sources as Settings['sources'] };
}

/** Work types that somebody leaves out have their defaults. */
function withDefaults(key: SettingKey, value: unknown): unknown {
  return isRecord(value) ? { ...(SETTINGS[key].otherwise as object), ...value } : value;
}

const entriesOf = (values: Partial<SettingValues>): [SettingKey, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined) as [SettingKey, unknown][];

function inEnvironment(environment: NodeJS.ProcessEnv): [SettingKey, unknown, string][] {
  return SETTING_KEYS.flatMap((key) => {
    const name = environmentName(key);
    const text = environment[name];
    // A variable that is set to nothing is how shells unset one for a command.
    return text === undefined || text === '' ? [] : [[key, valueOf(key, text, name), name]];
  });
}

function setByFlag(pairs: readonly string[]): [SettingKey, unknown][] {
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    const key = pair.slice(0, Math.max(0, at));
    if (Object.hasOwn(SETTINGS, key))
      return [key as SettingKey, valueOf(key as SettingKey, pair.slice(at + 1), '--set')];
    throw new InklingError('invalid-input', `--set ${pair.slice(0, 80)} names no setting.`, {
      hint: 'Write --set key=value; `inkling config` prints every key.',
      details: { key },
    });
  });
}

function valueOf(key: SettingKey, text: string, by: string): unknown {
  const { kind, isSecret } = SETTINGS[key];
  if (isSecret && by === '--set') {
    throw new InklingError(
      'invalid-input',
      `${key} is a secret, and every user of the machine can read command-line arguments.`,
      {
        hint: `Set ${environmentName(key)}, or write it into the user's ${SETTINGS_FILE}.`,
        details: { key },
      },
    );
  }
  const value: unknown = kind.fromText(text);
  if (value !== undefined) return value;
  const shown = isSecret ? '' : ` ${JSON.stringify(text)}`;
  throw new InklingError('invalid-input', `${by}: ${key} cannot be${shown}.`, {
    hint: `Give ${kind.says}.`,
    details: { key, from: by },
  });
}

/** The user's settings as a project's file narrows them: nothing comes back wider. What the file leaves out stays. */
export function narrowSettings(user: Settings, project: Partial<SettingValues>, file: string): Settings {
  return settingsOf((key) => {
    const own = { value: user.values[key], by: user.sources[key] };
    if (project[key] === undefined) return own;
    const value = narrowed(key, own.value, project[key]);
    return JSON.stringify(value) === JSON.stringify(own.value) ? own : { value, by: file };
  });
}

function narrowed(key: SettingKey, user: unknown, project: unknown): unknown {
  switch (SETTINGS[key].project) {
    case 'off':
      return user === true && project === true;
    case 'adds':
      return [...new Set([...(user as readonly string[]), ...(project as readonly string[])])];
    case 'at-least':
      return Math.max(user as number, project as number);
    case 'at-most':
      return isRecord(user) && isRecord(project)
        ? lowerOfEach(user as TokensByWorkType, project as TokensByWorkType)
        : Math.min(user as number, project as number);
    case undefined:
      return user;
  }
}

/** For every work type that either names, and for the others, the lower number. */
function lowerOfEach(user: TokensByWorkType, project: TokensByWorkType): TokensByWorkType {
  const of = (budgets: TokensByWorkType, type: string): number =>
    (Object.hasOwn(budgets, type) ? budgets[type] : budgets['*']) ?? Infinity;
  const types = new Set([...Object.keys(user), ...Object.keys(project)]);
  return Object.fromEntries([...types].map((type) => [type, Math.min(of(user, type), of(project, type))]));
}
