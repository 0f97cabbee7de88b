import { type DocumentTable, idAt, isAlive } from './document-table.ts';

/** Ids of at most `most` living documents, spread evenly over the table. */
export function sampleIds(documents: DocumentTable, most: number): string[] {
  const step = Math.max(1, Math.ceil(documents.live / most));
  const ids: string[] = [];
  let living = 0;
  for (let slot = 0; slot < documents.count; slot++) {
    if (isAlive(documents, slot) && living++ % step === 0) ids.push(idAt(documents, slot));
  }
  return ids;
}
