import type { TenantDatabase } from '../../base/database/database.ts';
import { purgeBefore } from '../../base/database/purge-before.ts';

/** Deletes retrievals of before a moment, until `most` are gone or none is left. Fails with `invalid-input`. */
export function purgeRetrievals(
  tenant: TenantDatabase,
  before: Date,
  most?: number,
): Promise<{ readonly purged: number }> {
  return purgeBefore(tenant, 'session_retrievals', before, most);
}
