import type { OperatorDatabase } from '../../base/database/database.ts';

/** Whether the database has pgvector: in use, there to be created, or not on the server. */
export type PgvectorState = 'installed' | 'available' | 'absent';

/** Asks the catalogue; changes nothing. */
export async function probePgvector(operator: OperatorDatabase): Promise<PgvectorState> {
  const [row] = await operator.query({
    text: `
      select exists (select from pg_extension where extname = $1) as installed,
        exists (select from pg_available_extensions where name = $1) as available`,
    values: ['vector'],
  });
  if (row?.['installed'] === true) return 'installed';
  return row?.['available'] === true ? 'available' : 'absent';
}
