import type { TenantDatabase } from '../../base/database/database.ts';

/** What was taken of a day's extraction, reserved calls included. */
export interface ExtractionUsage {
  /** UTC, `2026-11-22`. */
  readonly day: string;
  readonly calls: number;
  readonly tokens: number;
}

/** A day without a row has taken nothing. */
export async function readExtractionUsage(tenant: TenantDatabase, day: string): Promise<ExtractionUsage> {
  const [row] = await tenant.query<{ calls: number; tokens: string | number }>({
    text: 'select calls, tokens from extraction_usage where org_id = $1 and day = $2::date',
    values: [tenant.orgId, day],
  });
  return { day, calls: row?.calls ?? 0, tokens: Number(row?.tokens ?? 0) };
}
