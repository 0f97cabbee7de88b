import { InvalidArgumentError, Option } from 'commander';

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

/** Examples, as they stand below a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}
