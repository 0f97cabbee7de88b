import { createVectorList, type VectorList, type VectorSpace } from './vector-list.ts';
import { type VectorBatch, vectorOfBatch, type VectorMatch, type VectorQuestion } from './vector-host.ts';

/** What a vector host asks of the place where the vectors live. */
export type VectorRequest =
  | { readonly kind: 'open'; readonly scopeKey: string; readonly space: VectorSpace }
  | { readonly kind: 'put'; readonly scopeKey: string; readonly batch: VectorBatch }
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

/** One {@link VectorList} for each scope, and the one way to ask them. */
export interface VectorStore {
  answer(request: VectorRequest): VectorAnswers[keyof VectorAnswers];
}

export function createVectorStore(): VectorStore {
  const lists = new Map<string, VectorList>();
  return { answer: (request) => answerRequest(lists, request) };
}

function answerRequest(lists: Map<string, VectorList>, request: VectorRequest): VectorAnswers[keyof VectorAnswers] {
  const { scopeKey } = request;
  const list = lists.get(scopeKey);
  switch (request.kind) {
    case 'open':
      lists.set(scopeKey, createVectorList(request.space));
      return undefined;
    case 'put':
      for (const [at, id] of request.batch.ids.entries()) list?.put(id, vectorOfBatch(request.batch, at));
      return list?.size() ?? null;
    case 'remove':
      for (const id of request.ids) list?.remove(id);
      return list !== undefined;
    case 'match':
      return list ? matchIn(list, request.question) : null;
    case 'drop':
      lists.delete(scopeKey);
      return undefined;
  }
}

function matchIn(list: VectorList, { vector, nearest, ids }: VectorQuestion): VectorMatch {
  const similarities = list.similarities(vector, ids);
  for (const { id, similarity } of list.search(vector, nearest)) similarities.set(id, similarity);
  return { similarities, typical: list.typical(vector) };
}
