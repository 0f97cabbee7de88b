export { openPglite, type PgliteOptions } from './base/database/pglite.ts';
export type { Durability } from './base/database/pglite-durable-fs.ts';
