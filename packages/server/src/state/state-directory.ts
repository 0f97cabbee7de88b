import { createHash } from 'node:crypto';
import path from 'node:path';
import { defaultDataDirectory, type HostFacts } from '../config/data-directory.ts';
import type { Storage } from '../config/storage.ts';

/**
 * Where a daemon keeps its token, its log and the file that says where it listens. For an embedded store that is the data directory; for a
 * server `INKLING_STATE_DIR`, else a directory of the server's name in the default data directory. Several daemons on one server
 * and one machine need one each.
 */
export function stateDirectory(storage: Storage, host: HostFacts): string {
  if (storage.kind === 'pglite') return storage.dataDirectory;
  const named = host.environment['INKLING_STATE_DIR'];
  if (named) return path.resolve(named);
  const { host: address, pathname } = new URL(storage.connectionString);
  const name = createHash('sha256').update(`${address}${pathname}`).digest('hex').slice(0, 16);
  return path.join(defaultDataDirectory(host), 'servers', name);
}
