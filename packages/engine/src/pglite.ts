export { openPglite, type PgliteOptions } from './base/database/pglite.ts';
