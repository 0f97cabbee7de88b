import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeStateDirectory } from '../config/make-state-directory.ts';
import { writeFileInOneStep } from '../base/write-file-in-one-step.ts';

/** What a file was before Inkling's entries came into it. */
export interface LedgerEntry {
  readonly client: string;
  readonly file: string;
  /** Base64 of its bytes; null = there was none. */
  readonly before: string | null;
  /** SHA-256 of what was written: a file that is so still has seen no other hand. */
  readonly afterHash: string;
  /** Directories that were made for it, the innermost first. */
  readonly directories: readonly string[];
}

const schema: z.ZodType<readonly LedgerEntry[]> = z.array(
  z.object({
    client: z.string(),
    file: z.string(),
    before: z.string().nullable(),
    afterHash: z.string(),
    directories: z.array(z.string()),
  }),
);

const FILE = 'connections.json';

/** The files that were connected from a state directory. Without a ledger, or with a damaged one, none were. */
export function readLedger(stateDirectory: string): readonly LedgerEntry[] {
  try {
    const result = schema.safeParse(JSON.parse(readFileSync(path.join(stateDirectory, FILE), 'utf8')));
    return result.success ? result.data : [];
  } catch {
    // Not there, or no JSON. Inkling's entries are found by what they are, too.
    return [];
  }
}

/** Settings hold keys of other services: what is kept of them is for their owner only. */
export function writeLedger(stateDirectory: string, entries: readonly LedgerEntry[]): void {
  makeStateDirectory(stateDirectory);
  const file = path.join(stateDirectory, FILE);
  writeFileInOneStep(file, Buffer.from(`${JSON.stringify(entries, null, 2)}\n`), 0o600);
  chmodSync(file, 0o600);
}
