export { openPostgres, type PostgresOptions } from './base/database/postgres/postgres.ts';
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './base/database/postgres/postgres-pool.ts';
