import type { Database, Row, Statement, TenantDatabase } from '../../src/base/database/database.ts';

/** A statement that ran as an organisation. */
export interface RecordedStatement {
  readonly orgId: string;
  readonly statement: Statement;
}

/** A database that runs everything on another one and keeps each tenant statement with its values, in order. */
export function recordingDatabase(database: Database): { database: Database; recorded: readonly RecordedStatement[] } {
  const recorded: RecordedStatement[] = [];
  const record = (tenant: TenantDatabase): TenantDatabase => ({
    orgId: tenant.orgId,
    query<R extends Row>(statement: Statement, options = {}): Promise<R[]> {
      recorded.push({ orgId: tenant.orgId, statement });
      return tenant.query<R>(statement, options);
    },
    batch(statements, options) {
      recorded.push(...statements.map((statement) => ({ orgId: tenant.orgId, statement })));
      return tenant.batch(statements, options);
    },
  });
  return { database: { ...database, tenant: (orgId) => record(database.tenant(orgId)) }, recorded };
}
