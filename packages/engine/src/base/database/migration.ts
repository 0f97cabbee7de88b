/** One numbered change of the schema. Once released it is never edited: a later change is a new number. */
export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly number: number;
  readonly name: string;
  /** SHA-256 hex of `sql`. */
  readonly checksum: string;
  /** Programs older than this migration cannot work with the schema. In the file: a line `-- breaking: <why>`. */
  readonly breaking: boolean;
  readonly sql: string;
}
