import { createVectorArm, type VectorArm, type VectorSpace } from './vector-arm.ts';
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

/** One {@link VectorArm} for each scope, and the one way to ask them. */
export interface VectorShelf {
  answer(request: VectorRequest): VectorAnswers[keyof VectorAnswers];
}

export function createVectorShelf(): VectorShelf {
  const arms = new Map<string, VectorArm>();
  return { answer: (request) => answerRequest(arms, request) };
}

function answerRequest(arms: Map<string, VectorArm>, request: VectorRequest): VectorAnswers[keyof VectorAnswers] {
  const { scopeKey } = request;
  const arm = arms.get(scopeKey);
  switch (request.kind) {
    case 'open':
      arms.set(scopeKey, createVectorArm(request.space));
      return undefined;
    case 'put':
      for (const [at, id] of request.batch.ids.entries()) arm?.put(id, vectorOfBatch(request.batch, at));
      return arm?.size() ?? null;
    case 'remove':
      for (const id of request.ids) arm?.remove(id);
      return arm !== undefined;
    case 'match':
      return arm ? matchIn(arm, request.question) : null;
    case 'drop':
      arms.delete(scopeKey);
      return undefined;
  }
}

function matchIn(arm: VectorArm, { vector, nearest, ids }: VectorQuestion): VectorMatch {
  const similarities = arm.similarities(vector, ids);
  for (const { id, similarity } of arm.search(vector, nearest)) similarities.set(id, similarity);
  return { similarities, typical: arm.typical(vector) };
}
