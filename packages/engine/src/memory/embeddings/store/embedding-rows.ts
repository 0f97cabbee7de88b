import type { Row, TenantDatabase, Statement } from '../../../base/database/database.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import { FIRST_ID } from '../../../base/uuid.ts';
import { quantize } from './quantize.ts';
import type { StoredEmbedding, VectorSpace } from './vector-host.ts';

/** What every statement that answers vectors selects. */
const EMBEDDING_COLUMNS = 'e.observation_id, e.components, e.scale';

/** The stored vector that a row of {@link EMBEDDING_COLUMNS} holds. */
function embeddingFromRow(row: Row): StoredEmbedding {
  return {
    observationId: row['observation_id'] as string,
    vector: {
      // A copy: what a database driver answers may be a view into a buffer that it shares, which would go to the thread of the vectors whole.
      components: new Int8Array(row['components'] as Uint8Array),
      // The database prints the fewest digits that make the same Float32, not the same Float64.
      scale: Math.fround(row['scale'] as number),
    },
  };
}

/** A place in the feed of vectors: the last one that was read, or an end of the feed of observations. */
export interface EmbeddingCursor {
  /** ISO-8601 UTC with microseconds, as the database gave it. */
  readonly updatedAt: string;
  /** Of the observation. */
  readonly id: string;
}

/** Where to go on reading. */
export interface EmbeddingChangesRequest {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
  readonly cursor: EmbeddingCursor;
  /** How far before the cursor to begin: rows are stamped when written and seen when committed. (Default: 0 ms) */
  readonly overlapMs?: number;
  /** (Default: 1000) */
  readonly limit?: number;
}

/** Vectors that were written, and where to go on. */
export interface EmbeddingChanges {
  readonly written: readonly StoredEmbedding[];
  readonly cursor: EmbeddingCursor;
  readonly hasMore: boolean;
}

/**
 * Vectors of one model written after the cursor, oldest first. One that is deleted goes with its observation, whose own feed tells.
 * The same row may come again; putting it twice is harmless. Superseded observations are left out: one that comes again would bring
 * back what their correction had removed.
 */
export async function embeddingChangesSince(
  tenant: TenantDatabase,
  space: VectorSpace,
  request: EmbeddingChangesRequest,
): Promise<EmbeddingChanges> {
  const { cursor, overlapMs = 0, limit = 1000 } = request;
  const rows = await tenant.query({
    text: `
        select ${EMBEDDING_COLUMNS}, e.updated_at from observation_embeddings e
        where e.org_id = $1 and ($2::text is null or e.project_id = $2) and e.model_id = $3 and e.dimension = $4
          and (e.updated_at, e.observation_id)
            > ($5::timestamptz - $7::double precision * interval '1 millisecond', $6::uuid)
          and exists (
            select from observations o where o.org_id = $1 and o.id = e.observation_id and o.superseded_by is null)
        order by e.updated_at, e.observation_id limit $8`,
    values: [
      tenant.orgId,
      projectColumn(request.projectId),
      space.modelId,
      space.dimension,
      cursor.updatedAt,
      // At an earlier moment the id of the cursor says nothing.
      overlapMs > 0 ? FIRST_ID : cursor.id,
      overlapMs,
      limit + 1,
    ],
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const reached = last && { updatedAt: last['updated_at'] as string, id: last['observation_id'] as string };
  return { written: page.map(embeddingFromRow), cursor: reached ?? cursor, hasMore: rows.length > limit };
}

/**
 * One page of a scope's vectors of one model, in the order of ids, to load a scope. A page shorter than its limit is the last.
 * Superseded observations are left out: their vectors lie beside those of their successors and would take their places.
 * @param request `limit` (Default: 2000)
 */
export async function readEmbeddings(
  tenant: TenantDatabase,
  space: VectorSpace,
  request: UnembeddedRequest & { readonly projectId?: string | null },
): Promise<StoredEmbedding[]> {
  const rows = await tenant.query({
    text: `
        select ${EMBEDDING_COLUMNS} from observation_embeddings e
        where e.org_id = $1 and ($2::text is null or e.project_id = $2) and e.model_id = $3 and e.dimension = $4
          and e.observation_id > $5::uuid and exists (
            select from observations o where o.org_id = $1 and o.id = e.observation_id and o.superseded_by is null)
        order by e.observation_id limit $6`,
    values: [
      tenant.orgId,
      projectColumn(request.projectId),
      space.modelId,
      space.dimension,
      request.afterId ?? FIRST_ID,
      request.limit ?? 2000,
    ],
  });
  return rows.map(embeddingFromRow);
}

/** An observation that has no vector of the model. */
export interface UnembeddedObservation {
  readonly id: string;
  readonly content: string;
}

/** Which observations to look at. */
interface UnembeddedRequest {
  /** Id of the last row of the page before. */
  readonly afterId?: string | null;
  /** (Default: 64) */
  readonly limit?: number;
}

/**
 * Observations without a vector of this model and dimension, in the order of ids; a page shorter than its limit is the last.
 * Superseded and expired ones are left out, they are never recalled. Those in quarantine are not: a review may release them.
 */
export async function listUnembedded(
  tenant: TenantDatabase,
  space: VectorSpace,
  request: UnembeddedRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<UnembeddedObservation[]> {
  const rows = await tenant.query(selectUnembedded(tenant.orgId, space, request, nowMs), { signal });
  return rows.map((row) => ({ id: row['id'] as string, content: row['content'] as string }));
}

function selectUnembedded(orgId: string, space: VectorSpace, request: UnembeddedRequest, nowMs: number): Statement {
  return {
    text: `
      select o.id, o.content from observations o
      where o.org_id = $1 and o.id > $4::uuid
        and o.superseded_by is null and (o.valid_to is null or o.valid_to > $5::timestamptz)
        and not exists (
          select from observation_embeddings e
          where e.org_id = $1 and e.observation_id = o.id and e.model_id = $2 and e.dimension = $3)
      order by o.id limit $6`,
    values: [
      orgId,
      space.modelId,
      space.dimension,
      request.afterId ?? FIRST_ID,
      new Date(nowMs).toISOString(),
      request.limit ?? 64,
    ],
  };
}

/** A vector on its way to the store. */
export interface NewEmbedding {
  readonly observationId: string;
  readonly vector: Float32Array;
}

/**
 * Stores one vector for each observation, in place of the one that it had. Idempotent. Observations that were forgotten meanwhile are
 * left out; the answer holds the ids that were stored. Fails with 'invalid-input' on a vector with NaN.
 */
export async function writeEmbeddings(
  tenant: TenantDatabase,
  space: VectorSpace,
  rows: readonly NewEmbedding[],
  signal?: AbortSignal,
): Promise<string[]> {
  const stored = await tenant.query(upsertEmbeddings(tenant.orgId, space, rows), { signal });
  return stored.map((row) => row['observation_id'] as string);
}

/** The statement of {@link writeEmbeddings}. */
function upsertEmbeddings(orgId: string, space: VectorSpace, rows: readonly NewEmbedding[]): Statement {
  const vectors = rows.map(({ vector }) => quantize(vector));
  return {
    // The share lock keeps a forgetter waiting until the vector is there to be deleted with its observation; without it the foreign
    // key would fail the whole batch. Locked in the order of ids, as forgetting does, so that the two cannot deadlock.
    text: `
      with input as (
        select * from unnest($2::uuid[], $3::bytea[], $4::real[]) as i(id, components, scale)
      ), standing as (
        select o.id, o.project_id from observations o
        where o.org_id = $1 and o.id = any($2::uuid[]) order by o.id for key share
      )
      insert into observation_embeddings (org_id, observation_id, project_id, model_id, dimension, components, scale)
      select $1, s.id, s.project_id, $5, $6, i.components, i.scale
      from standing s join input i on i.id = s.id
      on conflict (org_id, observation_id) do update set
        project_id = excluded.project_id, model_id = excluded.model_id, dimension = excluded.dimension,
        components = excluded.components, scale = excluded.scale, updated_at = clock_timestamp()
      returning observation_id`,
    values: [
      orgId,
      rows.map(({ observationId }) => observationId),
      vectors.map(({ components }) => new Uint8Array(components.buffer)),
      vectors.map(({ scale }) => scale),
      space.modelId,
      space.dimension,
    ],
  };
}
