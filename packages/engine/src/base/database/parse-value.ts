import type { Row } from './database.ts';

/** What the rows of an answer look like. */
export interface Shape {
  readonly columns: readonly { readonly name: string; readonly parse: ElementParser }[];
  /** A row of nulls: a copy of it is filled, as a row that grew by a field at a time was copied at every third, and left twice its size in garbage. */
  readonly blank: Row;
}

/** The shape of rows with these columns. */
export function shapeOf(columns: readonly { readonly name: string; readonly dataTypeID: number }[]): Shape {
  return {
    columns: columns.map(({ name, dataTypeID }) => ({ name, parse: parserFor(dataTypeID) })),
    blank: Object.fromEntries(columns.map(({ name }) => [name, null])),
  };
}

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

/** Element text to value; null elements never reach it. */
type ElementParser = (text: string) => unknown;

interface Cursor {
  readonly text: string;
  at: number;
}

/** Parses PostgreSQL's array text (`{1,NULL,"a,b",{…}}`) with `,` between elements. Nested arrays nest. */
export function parseArray(text: string, parseElement: ElementParser): unknown[] {
  // A lower bound other than 1 is written in front: [0:2]={…}. JavaScript arrays have none, so it is dropped.
  return readArray({ text, at: text.indexOf('{') }, parseElement);
}

function readArray(cursor: Cursor, parseElement: ElementParser): unknown[] {
  const values: unknown[] = [];
  cursor.at += 1;
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== '}') {
    values.push(readElement(cursor, parseElement));
    if (cursor.text[cursor.at] === ',') cursor.at += 1;
  }
  cursor.at += 1;
  return values;
}

function readElement(cursor: Cursor, parseElement: ElementParser): unknown {
  const first = cursor.text[cursor.at];
  if (first === '{') return readArray(cursor, parseElement);
  if (first === '"') return parseElement(readQuoted(cursor));
  const text = readBare(cursor);
  return text === 'NULL' ? null : parseElement(text);
}

function readBare(cursor: Cursor): string {
  const start = cursor.at;
  while (cursor.at < cursor.text.length && !',}'.includes(cursor.text[cursor.at]!)) cursor.at += 1;
  return cursor.text.slice(start, cursor.at);
}

function readQuoted(cursor: Cursor): string {
  let text = '';
  let start = cursor.at + 1;
  for (let at = start; at < cursor.text.length; at += 1) {
    const character = cursor.text[at];
    if (character === '\\') {
      text += cursor.text.slice(start, at);
      start = at + 1;
      at += 1;
    } else if (character === '"') {
      cursor.at = at + 1;
      return text + cursor.text.slice(start, at);
    }
  }
  cursor.at = cursor.text.length;
  return text + cursor.text.slice(start);
}

/**
 * How a JavaScript value becomes a bound parameter, the same for both adapters: text that PostgreSQL casts to the type
 * it infers for `$n`. The rules are those of `pg`, so a statement that binds on one adapter binds on the other.
 * An array becomes an array literal; a value for `jsonb` that may be an array must therefore arrive as JSON text.
 */
type BoundValue = string | Uint8Array | null;

/** The wire form of one value: text, bytes (for `bytea`) or null. */
export function encodeValue(value: unknown): BoundValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return encodeArray(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function encodeArray(values: readonly unknown[]): string {
  return `{${values.map(encodeElement).join(',')}}`;
}

function encodeElement(value: unknown): string {
  if (Array.isArray(value)) return encodeArray(value);
  const encoded = encodeValue(value);
  if (encoded === null) return 'NULL';
  const text = typeof encoded === 'string' ? encoded : `\\x${Buffer.from(encoded).toString('hex')}`;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
