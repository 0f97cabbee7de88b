import { InklingError } from '../errors.ts';

/** The SQLSTATE that the database gave with a refusal (`details.sqlstate`, five characters), or undefined. */
export function sqlState(error: unknown): string | undefined {
  const state = InklingError.isInstance(error) ? error.details['sqlstate'] : undefined;
  return typeof state === 'string' ? state : undefined;
}

const DISK_FULL = {
  code: 'disk-full',
  message: 'The disk of the database is full.',
  wayOut: 'Make room on it: what was acknowledged is kept, and writes go on without a restart.',
} as const;
const NO_FILES = {
  code: 'database-unavailable',
  message: 'The database cannot read or write its files.',
  wayOut: 'Look at its disk, and whether it is mounted for writing.',
} as const;

/** 53100 disk full, 25006 read-only, 58030 an error of input or output, 58P01 a file that is gone. */
const TROUBLES: Readonly<Record<string, typeof DISK_FULL | typeof NO_FILES>> = {
  '53100': DISK_FULL,
  '25006': NO_FILES,
  '58030': NO_FILES,
  '58P01': NO_FILES,
};

/** The refusal as trouble with the disk, in our words; null when the statement itself was refused. */
export function diskTrouble(state: string, cause: unknown): InklingError | null {
  const trouble = TROUBLES[state];
  if (trouble === undefined) return null;
  const { code, message, wayOut } = trouble;
  return new InklingError(code, message, { wayOut, cause, details: { sqlstate: state } });
}
