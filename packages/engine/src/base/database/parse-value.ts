import { parseArray, type ElementParser } from './parse-array.ts';

/**
 * How a column becomes a JavaScript value, the same for both adapters (the contract suite is the oracle):
 * int2/int4/float as number, int8 and numeric as string, bool as boolean, json(b) parsed, bytea as Uint8Array,
 * timestamptz as ISO-8601 UTC, arrays of these as arrays. Every other type is PostgreSQL's own text.
 */
export function parserFor(typeOid: number): ElementParser {
  return scalars.get(typeOid) ?? arrays.get(typeOid) ?? asText;
}

const UTC = '+00';
const FOUR_DIGIT_YEAR = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
const TIMESTAMPTZ = /^(\d+)-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/**
 * PostgreSQL's `2026-11-22 01:50:00.123456+00` as `2026-11-22T01:50:00.123456Z`. Whole milliseconds give the shape of
 * `Date.toISOString()`; microseconds stay when there are any, because a cursor that lost them would skip or repeat rows.
 * Needs a session in UTC; `infinity` and years before 1 stay PostgreSQL's text, which binds back unchanged.
 */
export function parseTimestamptz(text: string): string {
  // Without what a match is handed back in, it takes a third of the time and of the memory.
  if (FOUR_DIGIT_YEAR.test(text))
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fractionOf(text.slice(20, -UTC.length))}Z`;
  const match = TIMESTAMPTZ.exec(text);
  if (!match) return text;
  const [, year, month, day, time, fraction = ''] = match;
  return `${year}-${month}-${day}T${time}.${fractionOf(fraction)}Z`;
}

/** PostgreSQL leaves the zeros at its end out. */
const fractionOf = (digits: string): string => digits.padEnd(digits.length > 3 ? 6 : 3, '0');

const asText: ElementParser = (text) => text;
const asBytes: ElementParser = (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
const asBoolean: ElementParser = (text) => text === 't';
const asJson: ElementParser = (text) => JSON.parse(text);

// [type, its array type, parser]; the numbers are fixed in PostgreSQL's catalogue (pg_type.dat).
const TYPES: readonly (readonly [oid: number, arrayOid: number, parser: ElementParser])[] = [
  [16, 1000, asBoolean],
  [17, 1001, asBytes],
  [18, 1002, asText],
  [19, 1003, asText],
  [20, 1016, asText],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asText],
  [26, 1028, Number],
  [114, 199, asJson],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1184, 1185, parseTimestamptz],
  [1700, 1231, asText],
  [2950, 2951, asText],
  [3802, 3807, asJson],
];

const scalars = new Map(TYPES.map(([oid, , parser]) => [oid, parser]));
const arrays = new Map(
  TYPES.map(([, arrayOid, parser]): [number, ElementParser] => [arrayOid, (text) => parseArray(text, parser)] as const),
);
