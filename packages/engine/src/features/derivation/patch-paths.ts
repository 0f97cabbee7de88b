/** A file that a patch names. */
export interface PatchedFile {
  readonly path: string;
  readonly isDeleted: boolean;
}

/** Files of a patch beyond these are not looked at, nor text beyond so many characters. */
const MOST_FILES = 32;
const MOST_CHARACTERS = 262_144;

// The headers of apply_patch, and those of a unified diff. Anchored to line starts and without a repeated group: linear.
const HEADER = /^(?:\*\*\* (Add|Update|Delete) File: |\*\*\* Move to: |(\+\+\+) )(.+)$/gmu;

/** The files that a patch adds, changes, moves or deletes, in its order. */
export function patchPaths(patch: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  for (const [, verb, unified, name] of patch.slice(0, MOST_CHARACTERS).matchAll(HEADER)) {
    const path = unified ? unifiedPath(name!) : name!.trim();
    if (path !== '') files.push({ path, isDeleted: verb === 'Delete' });
    if (files.length === MOST_FILES) break;
  }
  return files;
}

/** `b/src/a.ts<tab>date` → `src/a.ts`; the other side of a deletion is no file. */
function unifiedPath(name: string): string {
  const [path = ''] = name.split('\t', 1);
  if (path.trim() === '/dev/null') return '';
  return path.startsWith('b/') ? path.slice(2).trim() : path.trim();
}
