export { openPglite, type PgliteOptions } from './base/database/pglite/pglite.ts';
export type { Durability } from './base/database/pglite/pglite-protocol.ts';
