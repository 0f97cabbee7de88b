import { InklingError } from '../../../base/errors.ts';
import { quantize, type QuantizedVector } from './quantize.ts';
import {
  createVectorTable,
  putVector,
  removeVector,
  searchVectors,
  similarityAt,
  typicalSimilarity,
  type VectorTable,
} from './search-vectors.ts';
import type { StoredEmbedding, VectorMatch, VectorQuestion, VectorSpace } from './vector-host.ts';

/** What a vector host asks of the place where the vectors live. */
export type VectorRequest =
  | { readonly kind: 'open'; readonly scopeKey: string; readonly space: VectorSpace }
  | { readonly kind: 'put'; readonly scopeKey: string; readonly stored: readonly StoredEmbedding[] }
  | { readonly kind: 'remove'; readonly scopeKey: string; readonly ids: readonly string[] }
  | { readonly kind: 'match'; readonly scopeKey: string; readonly question: VectorQuestion }
  | { readonly kind: 'drop'; readonly scopeKey: string };

/** The answer to each request, by its kind. */
export interface VectorAnswers {
  readonly open: undefined;
  readonly put: number | null;
  readonly remove: boolean;
  readonly match: VectorMatch | null;
  readonly drop: undefined;
}

/** One {@link VectorTable} for each scope, and the one way to ask them. */
export interface VectorStore {
  answer(request: VectorRequest): VectorAnswers[keyof VectorAnswers];
}

export function createVectorStore(): VectorStore {
  const tables = new Map<string, VectorTable>();
  return { answer: (request) => answerRequest(tables, request) };
}

function answerRequest(tables: Map<string, VectorTable>, request: VectorRequest): VectorAnswers[keyof VectorAnswers] {
  const { scopeKey } = request;
  const table = tables.get(scopeKey);
  switch (request.kind) {
    case 'open':
      tables.set(scopeKey, createVectorTable(request.space.dimension));
      return undefined;
    case 'put':
      return table ? putIn(table, request.stored) : null;
    case 'remove':
      if (table) for (const id of request.ids) removeVector(table, id);
      return table !== undefined;
    case 'match':
      return table ? matchIn(table, request.question) : null;
    case 'drop':
      tables.delete(scopeKey);
      return undefined;
  }
}

function putIn(table: VectorTable, stored: readonly StoredEmbedding[]): number {
  for (const { observationId, vector } of stored) putVector(table, observationId, fitting(table, vector));
  return table.ids.length;
}

function matchIn(table: VectorTable, { vector, nearest, ids }: VectorQuestion): VectorMatch {
  const query = fitting(table, quantize(vector));
  const similarities = new Map<string, number>();
  for (const id of ids) {
    const docId = table.docIds.get(id);
    if (docId !== undefined) similarities.set(id, similarityAt(table, docId, query));
  }
  for (const { id, similarity } of searchVectors(table, query, nearest)) similarities.set(id, similarity);
  return { similarities, typical: typicalSimilarity(table, query) };
}

/** The vector, if it has the table's dimension. */
function fitting({ dimension }: VectorTable, vector: QuantizedVector): QuantizedVector {
  const { length } = vector.components;
  if (length === dimension) return vector;
  throw new InklingError('invalid-input', `A vector of ${length} dimensions does not fit one of ${dimension}.`);
}
