import type { ImportResult, ImportSource, RejectedRow } from '@inkling/engine/types';

// What one request takes.
const BATCH_SIZE = 500;

/** Sends rows in batches; the indexes of rejected ones are those of the whole. */
export async function importOverHttp(
  rows: ImportSource,
  send: (batch: readonly unknown[]) => Promise<ImportResult>,
): Promise<ImportResult> {
  const rejected: RejectedRow[] = [];
  let [imported, duplicates, sent] = [0, 0, 0];
  let batch: unknown[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const result = await send(batch);
    imported += result.imported;
    duplicates += result.duplicates;
    rejected.push(...result.rejected.map((row) => ({ ...row, index: row.index + sent })));
    sent += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === BATCH_SIZE) await flush();
  }
  await flush();
  return { imported, duplicates, rejected };
}
