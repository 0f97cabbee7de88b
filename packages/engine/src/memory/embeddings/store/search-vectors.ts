import {
  boundedCosine,
  dotProduct,
  type QuantizedVector,
  signCodeDistance,
  writeSignCode,
  signCodeWords,
} from './quantize.ts';

/** One vector that was found. */
export interface VectorHit {
  readonly id: string;
  /** Cosine, -1 … 1. */
  readonly similarity: number;
}

// Measured recall@10 of a re-rank of 200 on clustered vectors: 0.993 at 100,000 and 0.953 at 1M; from there twice as many.
const DEPTH = 200;
const DEPTH_OF_MANY = 400;
const MANY = 500_000;

/**
 * The `k` vectors with the highest cosine, best first; equal ones in the order of their ids. Two stages: the Hamming distance of
 * the sign codes chooses 200 (more for a large `k` or table), and their cosines order them. The work does not depend on the values.
 */
export function searchVectors(table: VectorTable, query: QuantizedVector, k: number): VectorHit[] {
  const depth = Math.max(10 * k, table.ids.length > MANY ? DEPTH_OF_MANY : DEPTH);
  return nearestDocs(table, query, depth)
    .map((docId) => ({ id: table.ids[docId]!, similarity: similarityAt(table, docId, query) }))
    .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, k);
}

/** Cosine of a document's vector and the query. */
export function similarityAt(table: VectorTable, docId: number, query: QuantizedVector): number {
  const { dimension, components, scales } = table;
  return boundedCosine(
    dotProduct(components, docId * dimension, query.components, 0, dimension),
    scales[docId]! * query.scale,
  );
}

function nearestDocs(table: VectorTable, query: QuantizedVector, depth: number): number[] {
  const distances = measureDistances(table, query);
  const { limit, below } = distanceLimit(distances, table.words, depth);
  const chosen: number[] = [];
  // Equal distances share the last places in docId order, so a store of identical vectors stays bounded too.
  let lastPlaces = depth - below;
  for (let docId = 0; docId < distances.length; docId++) {
    const distance = distances[docId]!;
    if (distance < limit || (distance === limit && lastPlaces-- > 0)) chosen.push(docId);
  }
  return chosen;
}

function measureDistances(table: VectorTable, query: QuantizedVector): Uint16Array {
  const { words, codes, ids } = table;
  const code = new Int32Array(words);
  writeSignCode(query.components, code);
  const distances = new Uint16Array(ids.length);
  for (let docId = 0; docId < ids.length; docId++) {
    distances[docId] = signCodeDistance(codes, docId * words, code, 0, words);
  }
  return distances;
}

/** Counting instead of sorting: the smallest distance up to which `depth` vectors lie, and how many lie below it. */
function distanceLimit(distances: Uint16Array, words: number, depth: number): { limit: number; below: number } {
  const bits = words * 32;
  const counts = new Uint32Array(bits + 1);
  for (const distance of distances) counts[distance]! += 1;
  let below = 0;
  for (let limit = 0; limit < bits; limit++) {
    if (below + counts[limit]! >= depth) return { limit, below };
    below += counts[limit]!;
  }
  return { limit: bits, below };
}

/** Vectors of one model in typed arrays, densely: the docIds 0 … count - 1 are in use. No object for each vector. */
export interface VectorTable {
  readonly dimension: number;
  /** Words of each sign code. */
  readonly words: number;
  readonly ids: string[];
  readonly docIds: Map<string, number>;
  components: Int8Array;
  scales: Float32Array;
  codes: Int32Array;
}

const FIRST_CAPACITY = 64;

export function createVectorTable(dimension: number): VectorTable {
  const words = signCodeWords(dimension);
  return {
    dimension,
    words,
    ids: [],
    docIds: new Map(),
    components: new Int8Array(FIRST_CAPACITY * dimension),
    scales: new Float32Array(FIRST_CAPACITY),
    codes: new Int32Array(FIRST_CAPACITY * words),
  };
}

/** Adds the vector, or replaces the one that the id has. */
export function putVector(table: VectorTable, id: string, vector: QuantizedVector): void {
  const docId = table.docIds.get(id) ?? appendDoc(table, id);
  table.components.set(vector.components, docId * table.dimension);
  table.scales[docId] = vector.scale;
  writeSignCode(vector.components, table.codes, docId * table.words);
}

/** Moves the last vector into the gap, so a scan never meets a hole. False when the id has no vector. */
export function removeVector(table: VectorTable, id: string): boolean {
  const docId = table.docIds.get(id);
  if (docId === undefined) return false;
  const last = table.ids.length - 1;
  const { dimension, words, ids, docIds } = table;
  const moved = ids[last]!;
  table.components.copyWithin(docId * dimension, last * dimension, (last + 1) * dimension);
  table.codes.copyWithin(docId * words, last * words, (last + 1) * words);
  table.scales[docId] = table.scales[last]!;
  ids[docId] = moved;
  docIds.set(moved, docId);
  ids.pop();
  docIds.delete(id);
  return true;
}

function appendDoc(table: VectorTable, id: string): number {
  const docId = table.ids.length;
  if (docId === table.scales.length) grow(table, docId + (docId >> 1));
  table.ids.push(id);
  table.docIds.set(id, docId);
  return docId;
}

/** By half and not to the double: at 1M vectors of 1536 dimensions the arrays are 1.7 GB. */
function grow(table: VectorTable, capacity: number): void {
  const { components, scales, codes } = table;
  table.components = new Int8Array(capacity * table.dimension);
  table.components.set(components);
  table.scales = new Float32Array(capacity);
  table.scales.set(scales);
  table.codes = new Int32Array(capacity * table.words);
  table.codes.set(codes);
}

/** Vectors looked at: 0.3 ms at 384 dimensions, and the median of 255 is as good as that of all. */
const TYPICAL_SAMPLE = 255;

/**
 * The cosine that a question has with a vector of this table that has nothing to do with it: the median over an even sample. What a
 * cosine means depends on the model and on the subject, so it is told from here: with USE-lite the median was 0.62 among the commits of
 * one repository and 0.36 for questions about something else. Null for an empty table.
 */
export function typicalSimilarity(table: VectorTable, query: QuantizedVector): number | null {
  const { length } = table.ids;
  const count = Math.min(length, TYPICAL_SAMPLE);
  const docIds = Array.from({ length: count }, (_, at) => Math.floor((at * length) / count));
  return medianOf(docIds.map((docId) => similarityAt(table, docId, query)));
}

/** The upper one of the two in the middle, so that in doubt more counts as usual. Null when there are none. */
export function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
}
