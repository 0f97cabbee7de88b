import { Command, InvalidArgumentError, Option } from 'commander';
import { SETTING_KEYS, type SettingKey, SETTINGS, type SettingValues } from '../config/settings.ts';

/** Parses an option's value as a whole number from `low` to `high`. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${low} to ${high}.`);
  };
}

/** Parses an option's value as a number from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

/** Parses a name. An empty one (an unset variable in a script) would mean another place than the one that was meant. */
export function named(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected a name that is not empty.');
}

/** An option that may be given several times. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, description)
    .default([], 'none')
    .argParser((value: string, before: readonly string[]) => [...before, value]);
}

/** The options of those settings that have a flag of their own, from the table of settings. */
export function settingOptions(): readonly Option[] {
  return flagKeys().map(([key, flag]) => {
    const { kind, otherwise, says } = SETTINGS[key];
    const help = `${says} (${otherwise === null ? 'none' : kind.toText(otherwise as never)})`;
    if (flag.startsWith('--no-')) return new Option(flag, `${key} = false`);
    return new Option(`${flag} <value>`, help).argParser((text: string) => {
      const value: unknown = kind.fromText(text);
      if (value !== undefined) return value;
      throw new InvalidArgumentError(`Give ${kind.says}.`);
    });
  });
}

/** What those options said, by the keys of the settings. */
export function namedSettings(options: Readonly<Record<string, unknown>>): Partial<SettingValues> {
  const said = flagKeys().flatMap(([key, flag]) => {
    const value = options[new Option(flag).attributeName()];
    // Commander sets what a --no- flag switches off to true by itself.
    const isSaid = flag.startsWith('--no-') ? value === false : value !== undefined;
    return isSaid ? [[key, value]] : [];
  });
  return Object.fromEntries(said) as Partial<SettingValues>;
}

function flagKeys(): readonly (readonly [SettingKey, string])[] {
  return SETTING_KEYS.flatMap((key) => {
    const { flag } = SETTINGS[key];
    return flag === undefined ? [] : [[key, flag] as const];
  });
}

/** A command, with examples below its help. */
export function newCommand(name: string, description: string, lines: readonly string[] = []): Command {
  const made = new Command(name).description(description);
  return lines.length === 0 ? made : made.addHelpText('after', examples(...lines));
}

/** Examples, as they stand below a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}
