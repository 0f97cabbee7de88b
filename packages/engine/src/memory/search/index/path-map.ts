import { addToList } from '../../../base/lists.ts';
import { keepBest } from '../query/top-hits.ts';
import { grown } from './column.ts';
import { isSamePath } from '../text/tokenize.ts';
import { appendEntry, createPostingLists, type PostingLists } from './posting-lists.ts';

/** Every path of a scope and the documents that touch it. */
export interface PathMap {
  /** By normalised name. */
  readonly numbers: Map<string, number>;
  readonly names: string[];
  /** Paths that end in the same segment, where a hint's candidates are looked up. */
  readonly byLastSegment: Map<string, number[]>;
  /** Living documents that touch the path. */
  documents: Uint32Array;
  /** Each path's own terms, repeats included: `terms[termStart[path] … termStart[path + 1]]`. */
  termStart: Uint32Array;
  terms: Uint32Array;
  /** Documents by path, ascending, dead ones included. */
  readonly docIds: PostingLists;
}

export function createPathMap(): PathMap {
  return {
    numbers: new Map(),
    names: [],
    byLastSegment: new Map(),
    documents: new Uint32Array(0),
    termStart: new Uint32Array(1),
    terms: new Uint32Array(0),
    docIds: createPostingLists(1),
  };
}

/** Adds a normalised path that is not there yet, with its terms. Returns its number. */
export function addPath(map: PathMap, path: string, terms: readonly number[]): number {
  const number = map.names.length;
  map.names.push(path);
  map.numbers.set(path, number);
  addToList(map.byLastSegment, lastSegment(path), number);
  map.documents = grown(map.documents, number + 1);
  map.termStart = grown(map.termStart, number + 2);
  const end = map.termStart[number]! + terms.length;
  map.terms = grown(map.terms, end);
  map.terms.set(terms, map.termStart[number]);
  map.termStart[number + 1] = end;
  return number;
}

export function addPathDocument(map: PathMap, path: number, docId: number): void {
  appendEntry(map.docIds, path, docId, 0);
  map.documents[path] = map.documents[path]! + 1;
}

/**
 * The paths a normalised hint names: the equal one, or else those that share its ending at a segment boundary, of which the `most` count that
 * most documents touch. However the paths came in, they are the same.
 */
export function pathsNamedBy(map: PathMap, hint: string, most: number): readonly number[] {
  if (hint === '') return [];
  const equal = map.numbers.get(hint);
  if (equal !== undefined && map.documents[equal]! > 0) return [equal];
  const named: number[] = [];
  const comesBefore = (left: number, right: number): boolean => isTouchedMore(map, left, right);
  for (const path of map.byLastSegment.get(lastSegment(hint)) ?? []) {
    if (map.documents[path]! > 0 && isSamePath(map.names[path]!, hint)) keepBest(named, path, most, comesBefore);
  }
  return named;
}

function isTouchedMore({ documents, names }: PathMap, left: number, right: number): boolean {
  if (documents[left] !== documents[right]) return documents[left]! > documents[right]!;
  return names[left]! < names[right]!;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
