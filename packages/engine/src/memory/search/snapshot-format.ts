import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import type { Column } from './column.ts';
import { dateTokens } from './date-tokens.ts';
import { pathTokens } from './path-tokens.ts';
import type { SearchSettings } from './search-settings.ts';
import { tokenize } from './tokenize.ts';

/**
 * A snapshot is: 8 bytes that name the format, the header's length (4 bytes), the SHA-256 of the header, the header as JSON, the
 * sections one after the other, and their SHA-256. Sections are in the byte order of the machine.
 */
export const MAGIC: Uint8Array = Buffer.from('INKLIDX\u0001', 'latin1');

/** The end of a name under which a snapshot is written until it is whole. */
export const UNFINISHED = '.tmp';

/** Bytes before the header: {@link MAGIC}, the length, the SHA-256. */
export const PREAMBLE_BYTES: number = 8 + 4 + 32;

export const DIGEST_BYTES = 32;

/** A header is some kilobytes; a longer one is no header. */
export const LONGEST_HEADER: number = 2 ** 20;

/** Hashed and written at once. */
export const PIECE_BYTES: number = 2 ** 20;

/** Read at once, and hashed while the next is read: 1 to 2 ms, then the thread looks for searches. */
export const BATCH_BYTES: number = 2 ** 21;

export type ColumnType = 'u8' | 'u16' | 'u32' | 'i32' | 'f32' | 'f64';

const COLUMN_TYPES: Readonly<Record<ColumnType, new (length: number) => Column>> = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
};

/** Numbers under a name, in one part or several. */
export interface Section {
  readonly name: string;
  readonly data: Column | readonly Column[];
}

export const partsOfSection = ({ data }: Section): readonly Column[] => (ArrayBuffer.isView(data) ? [data] : data);

/** What stands before the sections. */
export interface SnapshotHeader {
  /** See {@link indexFingerprint}. */
  readonly fingerprint: string;
  /** The writer's own; nothing here reads it. */
  readonly note: string;
  /** Ids of some of the documents, spread evenly: what is in no store was not written from it. */
  readonly sample: readonly string[];
  readonly scalars: Readonly<Record<string, number>>;
  readonly sections: readonly (readonly [name: string, type: ColumnType, length: number])[];
}

export function columnType(column: Column): ColumnType {
  const found = Object.entries(COLUMN_TYPES).find(([, create]) => column instanceof create);
  if (!found) throw new TypeError('A section is one of six kinds of column.');
  return found[0] as ColumnType;
}

export function createColumn(type: ColumnType, length: number): Column {
  return new COLUMN_TYPES[type](length);
}

export const bytesOf = (data: Column): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Raised with every change of what stands in the sections. */
const FORMAT = 8;

/** Text of every kind that the tokenizer knows. */
const PROBE =
  'Connected relational hopping: parseHTTPResponse, MAX_RETRIES, kebab-case v2.10 naïve ﬁle 東京タワー 서울 हिन्दी don’t e2e 👩‍💻';

/**
 * Everything that decides what stands in an index: layout, settings, and what the tokenizer makes of a text today. Another one
 * means that an old index would be searched for words it does not have, so it is not used.
 */
export function indexFingerprint(settings: SearchSettings): string {
  const tokens = [tokenize(PROBE), pathTokens('src/Http2/parse_url.test.ts'), dateTokens(Date.UTC(2026, 10, 22))];
  const facts = [FORMAT, settings, tokens, process.versions.unicode, endianness()];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
