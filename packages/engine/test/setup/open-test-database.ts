import { randomBytes } from 'node:crypto';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { lendDatabase } from './lend-database.ts';

export type DatabaseKind = 'pglite' | 'postgres';

/** The server of this run, or null when the run is narrowed to PGlite. */
export interface TestServer {
  readonly url: string;
  /** Every database of this run begins with it. */
  readonly prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: TestServer | null;
  }
}

/** A migrated, empty database for the caller, who closes it: then it may be emptied and lent to the next. */
export function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return lendDatabase(kind, kind === 'pglite' ? openPglite : openTestPostgres);
}

/** A database of its own on the run's server, as an adapter has it. */
export async function openTestPostgres(): Promise<Database> {
  return openPostgres({ connectionString: await createTestDatabase() });
}

/** Creates a database on the run's server, by default a clone of the migrated one, and answers its address. */
export async function createTestDatabase(template: 'migrated' | 'empty' = 'migrated'): Promise<string> {
  const { prefix } = testServer();
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  const source = template === 'migrated' ? `${prefix}template` : 'template0';
  await runAsAdministrator(`create database "${name}" template "${source}"`);
  const url = new URL(testServer().url);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same database for another role of the server. */
export function asRole(url: string, role: string): string {
  const address = new URL(url);
  address.username = role;
  return address.href;
}

/** Runs one text as the server's administrator, by default in the administrator's own database. */
export async function runAsAdministrator(text: string, url: string = testServer().url): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function testServer(): TestServer {
  const server = inject('postgres');
  if (server) return server;
  throw new Error('This run is narrowed to PGlite; tests of PostgreSQL only are in files named postgres*.test.ts.');
}
