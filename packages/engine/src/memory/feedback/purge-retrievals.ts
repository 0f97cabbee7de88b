import type { TenantDatabase } from '../../base/database/database.ts';
import { purgeBefore } from '../../base/database/purge-before.ts';

/** Deletes log rows of before a moment, until `most` are gone or none is left. Fails with `invalid-input`. */
export function purgeRetrievals(
  tenant: TenantDatabase,
  before: Date,
  most?: number,
): Promise<{ readonly purged: number }> {
  return purgeBefore(tenant, 'retrieval_ab_logs', before, most);
}
