import type { OperatorDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import { requireWhole } from './embedder-settings.ts';
import { probePgvector } from './probe-pgvector.ts';

/** pgvector's HNSW takes no longer ones of its type `vector`. */
const MAX_INDEXED_DIMENSION = 2000;

/**
 * Creates `observation_vectors` and an HNSW index for vectors of this dimension. An operator's call, made once for each dimension;
 * idempotent. Nothing needs it: it is for scopes that are too large for memory. The index is built while writers wait: 119 s for
 * 100,000 vectors of 256 dimensions on a busy machine.
 * Fails with 'dependency-missing' where the server has no pgvector, with 'invalid-input' above 2000 dimensions.
 */
export async function createPgvectorTable(operator: OperatorDatabase, dimension: number): Promise<void> {
  requireWhole('dimension', dimension, MAX_INDEXED_DIMENSION);
  if ((await probePgvector(operator)) === 'absent') {
    throw new InklingError('dependency-missing', 'This PostgreSQL has no pgvector.', {
      wayOut: 'Install the extension on the server, or go on without: vectors are then searched in memory.',
    });
  }
  await operator.query(createTable());
  await operator.query(createIndex(dimension));
}

function createTable(): { text: string } {
  return {
    text: `
      create extension if not exists vector;
      create table if not exists observation_vectors (
        org_id text not null,
        observation_id uuid not null,
        project_id text not null default '',
        model_id text not null,
        dimension integer not null,
        embedding vector not null,
        primary key (org_id, observation_id),
        foreign key (org_id, observation_id) references observations (org_id, id) on delete cascade
      );
      alter table observation_vectors alter column embedding set storage main;
      alter table observation_vectors enable row level security;
      drop policy if exists tenant on observation_vectors;
      create policy tenant on observation_vectors to inkling_tenant
        using (org_id = current_setting('inkling.org_id', true))
        with check (org_id = current_setting('inkling.org_id', true));
      grant select, insert, update, delete on observation_vectors to inkling_tenant;`,
  };
}

/** One partial index for each dimension, because an index holds vectors of one. A checked whole number is the only thing not bound. */
function createIndex(dimension: number): { text: string } {
  return {
    text: `
      create index if not exists observation_vectors_hnsw_${dimension} on observation_vectors
        using hnsw ((embedding::vector(${dimension})) vector_cosine_ops) where dimension = ${dimension}`,
  };
}
