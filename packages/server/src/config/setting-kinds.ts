import { isRecord } from '../base/record.ts';

/** Tokens by work type; `*` = every other one. */
export type TokensByWorkType = Readonly<Record<string, number>>;

/** What values a setting has, and how they are written. */
export interface SettingKind<Value> {
  /** For people, after "Give". */
  readonly says: string;
  /** From a TOML value; undefined = it is none. */
  readonly fromToml: (value: unknown) => Value | undefined;
  /** From the text of a flag or of the environment; undefined = it is none. */
  readonly fromText: (text: string) => Value | undefined;
  readonly toText: (value: Value) => string;
}

/** true or false; in the environment also 1 and 0. */
export const flag: SettingKind<boolean> = {
  says: 'true or false',
  fromToml: (value) => (typeof value === 'boolean' ? value : undefined),
  fromText: (text) => ({ true: true, '1': true, false: false, '0': false })[text],
  toText: String,
};

function numeric(low: number, high: number, says: string, fits: (value: number) => boolean): SettingKind<number> {
  const fromToml = (value: unknown): number | undefined =>
    typeof value === 'number' && fits(value) && value >= low && value <= high ? value : undefined;
  return {
    says: `${says} from ${low} to ${high}`,
    fromToml,
    // Number('') is 0, and Number('0x10') 16: neither is what somebody meant who wrote a setting.
    fromText: (text) => (/^\d*\.?\d+$/.test(text) ? fromToml(Number(text)) : undefined),
    toText: String,
  };
}

/** A whole number within bounds. */
export const whole = (low: number, high: number): SettingKind<number> =>
  numeric(low, high, 'a whole number', Number.isInteger);

/** A number within bounds. */
export const decimal = (low: number, high: number): SettingKind<number> =>
  numeric(low, high, 'a number', Number.isFinite);

/** One of a few names. */
export function oneOf<Name extends string>(...names: readonly Name[]): SettingKind<Name> {
  const find = (value: unknown): Name | undefined => names.find((name) => name === value);
  return { says: names.join(', '), fromToml: find, fromText: find, toText: String };
}

/** A text that is not empty. */
export const text: SettingKind<string> = {
  says: 'a string',
  fromToml: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  fromText: (value) => (value === '' ? undefined : value),
  toText: String,
};

const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A list of names; in a text they are set apart by commas. */
export const names: SettingKind<readonly string[]> = {
  says: 'a list of names',
  fromToml: (value) => (Array.isArray(value) && value.every(isName) ? value : undefined),
  fromText: (list) => {
    const parts = list.split(',').map((name) => name.trim());
    return parts.every(isName) ? parts : undefined;
  },
  toText: (value) => value.join(','),
};

const tokens = whole(0, 1_000_000);

function tokensOf(entries: readonly (readonly [string, number | undefined])[]): TokensByWorkType | undefined {
  const fits = entries.every((entry) => isName(entry[0]) && entry[1] !== undefined);
  return fits ? (Object.fromEntries(entries) as TokensByWorkType) : undefined;
}

/** Tokens by work type: a table, or `bug_fix=750,*=500`. */
export const tokensByWorkType: SettingKind<TokensByWorkType> = {
  says: 'tokens by work type, each a whole number from 0 to 1000000',
  fromToml: (value) =>
    isRecord(value)
      ? tokensOf(Object.entries(value).map(([type, count]) => [type, tokens.fromToml(count)]))
      : undefined,
  fromText: (list) =>
    tokensOf(
      list.split(',').map((entry) => {
        const at = entry.lastIndexOf('=');
        return [entry.slice(0, Math.max(0, at)).trim(), tokens.fromText(entry.slice(at + 1).trim())];
      }),
    ),
  toText: (value) =>
    Object.entries(value)
      .map(([type, count]) => `${type}=${count}`)
      .join(','),
};
