import { isAlive } from '../index/document-table.ts';
import type { IndexState } from '../index/index-state.ts';
import { pathsNamedBy } from '../index/path-map.ts';
import { normalizePath } from '../../../base/normalize-path.ts';
import type { LiftedDocs } from '../index/scratch.ts';
import { dataOf, entriesFrom } from '../index/posting-lists.ts';
import { addDoc } from '../index/column.ts';

/** The files a query points at: what each hint names in this scope, and what changes together with them. */
export interface HintedPaths {
  /** For each hint that names something: the paths it names. */
  readonly hints: readonly ReadonlySet<number>[];
  readonly companions: ReadonlyMap<number, number>;
  /**
   * For each of these paths: where in its list the newest {@link SearchSettings.hintDocuments} living documents begin. Only they gain,
   * so a file that half of a large scope touches costs no more than another.
   */
  readonly reach: ReadonlyMap<number, number>;
}

/**
 * Files that all hints together name, each one at least. A hint that names many points at none of them: all 20,000 that a bare `index.ts`
 * named in a large repository took a search 100 ms, 64 bare names of 50 files each 1.6 s, and nothing could cancel it.
 */
const MOST_NAMED = 64;

export function resolveHints(state: IndexState, paths: readonly string[]): HintedPaths {
  const normalized = [...new Set(paths.map(normalizePath))];
  const most = Math.max(1, Math.floor(MOST_NAMED / normalized.length));
  const hints = normalized
    .map((hint) => new Set(pathsNamedBy(state.paths, hint, most)))
    .filter((named) => named.size > 0);
  const named = [...new Set(hints.flatMap((hint) => [...hint]))];
  const companions = state.settings.coChange > 0 && named.length > 0 ? coChangedPaths(state, named) : new Map();
  const reach = new Map([...named, ...companions.keys()].map((path) => [path, startOfReach(state, path)]));
  return { hints, companions, reach };
}

function startOfReach({ paths, documents, settings }: IndexState, path: number): number {
  const docIds = entriesFrom(paths.docIds, path);
  let at = docIds.length;
  if (documents.live === documents.count) return Math.max(0, at - settings.hintDocuments);
  for (let room = settings.hintDocuments; at > 0 && room > 0; at--) {
    if (isAlive(documents, docIds[at - 1]!)) room--;
  }
  return at;
}

function inReach({ paths }: IndexState, { reach }: HintedPaths, path: number, docId: number): boolean {
  const from = reach.get(path)!;
  return from < paths.docIds.count[path]! && docId >= dataOf(paths.docIds, path)[from]!;
}

/** The docIds in reach of a path, ascending, dead ones among them. */
function docsInReach({ paths }: IndexState, { reach }: HintedPaths, path: number): Uint32Array {
  return entriesFrom(paths.docIds, path, reach.get(path));
}

/** What a document gets for its paths. */
export function pathBonus(state: IndexState, hinted: HintedPaths, docId: number): number {
  return hintBonus(state, hinted, docId) + companionBonus(state, hinted, docId);
}

/** What a document gets for the hints it touches. */
export function hintBonus(state: IndexState, hinted: HintedPaths, docId: number): number {
  let touched = 0;
  for (const named of hinted.hints) if (touches(state, hinted, named, docId)) touched++;
  return touched === 0 ? 0 : state.settings.pathHint * touched * focusOf(state, docId);
}

function touches(state: IndexState, hinted: HintedPaths, named: ReadonlySet<number>, docId: number): boolean {
  const { paths, pathStart } = state.documents;
  for (let at = pathStart[docId]!; at < pathStart[docId + 1]!; at++) {
    if (named.has(paths[at]!) && inReach(state, hinted, paths[at]!, docId)) return true;
  }
  return false;
}

/** What a document gets for the strongest companion file it touches. */
export function companionBonus(state: IndexState, hinted: HintedPaths, docId: number): number {
  const { paths, pathStart } = state.documents;
  let strongest = 0;
  for (let at = pathStart[docId]!; at < pathStart[docId + 1]!; at++) {
    const strength = hinted.companions.get(paths[at]!) ?? 0;
    if (strength > strongest && inReach(state, hinted, paths[at]!, docId)) strongest = strength;
  }
  return strongest === 0 ? 0 : state.settings.coChange * strongest * focusOf(state, docId);
}

/** Marks the documents that paths lift; how much each of them gains is computed for the few that could be in a result. */
export function liftByPaths(state: IndexState, hinted: HintedPaths, lifts: LiftedDocs): void {
  for (const path of hinted.companions.keys()) {
    for (const docId of docsInReach(state, hinted, path)) addDoc(lifts.docIds, docId);
  }
  for (const path of hinted.hints.flatMap((named) => [...named])) {
    const docIds = docsInReach(state, hinted, path);
    lifts.hinted.push(docIds);
    for (const docId of docIds) {
      addDoc(lifts.docIds, docId);
      addDoc(lifts.hintedDocs, docId);
    }
  }
}

/** A document about one file is about it; one that touches fifty is hardly about any. */
function focusOf({ documents, settings }: IndexState, docId: number): number {
  const files = documents.pathStart[docId + 1]! - documents.pathStart[docId]!;
  return files <= 1 ? 1 : 1 / (1 + settings.pathFocus * Math.log(files));
}

/** The newest documents of a hinted file that are asked which files changed with it. */
const DOCUMENTS_ASKED = 200;

/** A document that touches more files than this is a sweep and tells nothing about what belongs together. */
const SWEEP = 32;

/** A share of fewer documents than this is no habit yet. */
const FEWEST_DOCUMENTS = 5;

interface Companion {
  readonly path: number;
  readonly strength: number;
  readonly tellingness: number;
}

/**
 * The files that most often change together with the hinted ones, each with its strength: the share of the hinted files'
 * documents that touch it too. Chosen by documents shared × ln(1 + n / documents of the file), so that a lock file or a
 * changelog does not win.
 */
function coChangedPaths(state: IndexState, hinted: readonly number[]): Map<number, number> {
  const shared = new Map<number, number>();
  const asked = hinted.reduce((sum, path) => sum + countCompanions(state, path, shared), 0);
  for (const path of hinted) shared.delete(path);
  const { documents, paths, settings } = state;
  const companions: Companion[] = [];
  for (const [path, count] of shared) {
    const tellingness = count * Math.log(1 + documents.live / Math.max(1, paths.documents[path]!));
    // A file has hundreds of companions: nearly all are put aside by their number.
    if (companions.length === settings.coChangeFiles && !(tellingness >= (companions.at(-1)?.tellingness ?? Infinity)))
      continue;
    companions.push({ path, strength: count / Math.max(FEWEST_DOCUMENTS, asked), tellingness });
    companions.sort((a, b) => b.tellingness - a.tellingness || (paths.names[a.path]! < paths.names[b.path]! ? -1 : 1));
    companions.length = Math.min(companions.length, settings.coChangeFiles);
  }
  companions.sort((a, b) => b.strength - a.strength);
  return new Map(companions.map(({ path, strength }) => [path, strength]));
}

/** Returns how many documents of the path were asked. */
function countCompanions(state: IndexState, path: number, shared: Map<number, number>): number {
  const { documents, paths } = state;
  const docIds = entriesFrom(paths.docIds, path);
  let asked = 0;
  for (let at = docIds.length - 1; at >= 0 && asked < DOCUMENTS_ASKED; at--) {
    const docId = docIds[at]!;
    if (!isAlive(documents, docId)) continue;
    asked++;
    const start = documents.pathStart[docId]!;
    const end = documents.pathStart[docId + 1]!;
    if (end - start > SWEEP) continue;
    for (let other = start; other < end; other++) {
      const companion = documents.paths[other]!;
      shared.set(companion, (shared.get(companion) ?? 0) + 1);
    }
  }
  return asked;
}
