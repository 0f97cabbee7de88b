import { coChangedPaths } from './co-change.ts';
import { isAlive } from './document-table.ts';
import type { IndexState } from './index-state.ts';
import { pathsNamedBy } from './path-map.ts';
import { normalizePath } from '../../base/normalize-path.ts';
import { addBonus, type Scratch } from './scratch.ts';

/** The files a query points at: what each hint names in this scope, and what changes together with them. */
export interface HintedPaths {
  /** For each hint that names something: the paths it names. */
  readonly hints: readonly ReadonlySet<number>[];
  readonly companions: ReadonlyMap<number, number>;
}

export function resolveHints(state: IndexState, paths: readonly string[]): HintedPaths {
  const hints = [...new Set(paths.map(normalizePath))]
    .map((hint) => new Set(pathsNamedBy(state.paths, hint)))
    .filter((named) => named.size > 0);
  const named = [...new Set(hints.flatMap((hint) => [...hint]))];
  const companions = state.settings.coChange > 0 && named.length > 0 ? coChangedPaths(state, named) : new Map();
  return { hints, companions };
}

/** What a document gets for the hints it touches. */
export function hintBonus(state: IndexState, hinted: HintedPaths, slot: number): number {
  const touched = pathsOf(state, slot);
  const hints = hinted.hints.filter((named) => touched.some((path) => named.has(path))).length;
  return state.settings.pathHint * hints * focusOf(state, slot);
}

/** What a document gets for the strongest companion file it touches. */
export function companionBonus(state: IndexState, hinted: HintedPaths, slot: number): number {
  const strength = pathsOf(state, slot).reduce((best, path) => Math.max(best, hinted.companions.get(path) ?? 0), 0);
  return state.settings.coChange * strength * focusOf(state, slot);
}

/**
 * Writes the weighted bonus of every document that touches a hinted or companion file. Walks each file's list once, so
 * a file that everything touches costs a few nanoseconds a document.
 */
export function markBonuses(state: IndexState, hinted: HintedPaths, scratch: Scratch): void {
  const { pathHint, coChange } = state.settings;
  for (const named of hinted.hints)
    addOnce(
      state,
      [...named].map((path) => [path, pathHint]),
      scratch,
    );
  addOnce(
    state,
    [...hinted.companions].map(([path, strength]) => [path, coChange * strength]),
    scratch,
  );
}

/** Adds to each document the amount of the first listed path it touches. */
function addOnce(state: IndexState, amounts: readonly (readonly [number, number])[], scratch: Scratch): void {
  const seen = amounts.length > 1 ? new Set<number>() : null;
  for (const [path, amount] of amounts) {
    const slots = slotsOf(state, path);
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at]!;
      if (seen?.has(slot)) continue;
      seen?.add(slot);
      if (amount > 0) addBonus(scratch, slot, amount * focusOf(state, slot));
    }
  }
}

/** Documents found by a hint alone: the newest arrivals of each hinted path, up to the setting. */
export function hintCandidates(state: IndexState, hinted: HintedPaths): number[] {
  const candidates = new Set<number>();
  for (const named of hinted.hints) {
    for (const path of named) {
      const slots = slotsOf(state, path);
      let room = state.settings.hintCandidates;
      for (let at = slots.length - 1; at >= 0 && room > 0; at--) {
        if (!isAlive(state.documents, slots[at]!)) continue;
        candidates.add(slots[at]!);
        room--;
      }
    }
  }
  return [...candidates];
}

/** A document about one file is about it; one that touches fifty is hardly about any. */
function focusOf({ documents, settings }: IndexState, slot: number): number {
  const files = documents.pathStart[slot + 1]! - documents.pathStart[slot]!;
  return files <= 1 ? 1 : 1 / (1 + settings.pathFocus * Math.log(files));
}

function pathsOf({ documents }: IndexState, slot: number): Uint32Array {
  return documents.paths.subarray(documents.pathStart[slot], documents.pathStart[slot + 1]);
}

function slotsOf({ paths }: IndexState, path: number): Uint32Array {
  const start = paths.slots.start[path]!;
  return paths.slots.data.subarray(start, start + paths.slots.count[path]!);
}
