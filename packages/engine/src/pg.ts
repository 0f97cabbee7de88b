export { openPostgres, type PostgresOptions } from './base/database/postgres.ts';
export type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from './base/database/postgres-pool.ts';
