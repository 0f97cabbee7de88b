import { isAlive } from './document-table.ts';
import type { IndexState } from './index-state.ts';
import { pathName } from './path-map.ts';
import { entriesFrom } from './posting-lists.ts';

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
export function coChangedPaths(state: IndexState, hinted: readonly number[]): Map<number, number> {
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
    companions.sort(
      (a, b) => b.tellingness - a.tellingness || (pathName(paths, a.path) < pathName(paths, b.path) ? -1 : 1),
    );
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
