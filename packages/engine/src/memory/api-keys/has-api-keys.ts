import type { OperatorDatabase } from '../../base/database/database.ts';

/** True when any organisation has a valid key: an operator's call, for a daemon that is about to listen to the network. */
export async function hasApiKeys(operator: OperatorDatabase): Promise<boolean> {
  const rows = await operator.query({ text: 'select from api_keys where revoked_at is null limit 1', values: [] });
  return rows.length > 0;
}
