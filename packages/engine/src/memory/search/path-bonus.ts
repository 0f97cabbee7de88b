import { coChangedPaths } from './co-change.ts';
import { isAlive } from './document-table.ts';
import type { IndexState } from './index-state.ts';
import { pathsNamedBy } from './path-map.ts';
import { normalizePath } from '../../base/normalize-path.ts';
import { lift, type Scratch } from './scratch.ts';
import { addSlot, hasSlot, reserveSlots } from './slot-set.ts';

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

export function resolveHints(state: IndexState, paths: readonly string[]): HintedPaths {
  const hints = [...new Set(paths.map(normalizePath))]
    .map((hint) => new Set(pathsNamedBy(state.paths, hint)))
    .filter((named) => named.size > 0);
  const named = [...new Set(hints.flatMap((hint) => [...hint]))];
  const companions = state.settings.coChange > 0 && named.length > 0 ? coChangedPaths(state, named) : new Map();
  const reach = new Map([...named, ...companions.keys()].map((path) => [path, startOfReach(state, path)]));
  return { hints, companions, reach };
}

function startOfReach({ paths, documents, settings }: IndexState, path: number): number {
  const first = paths.slots.start[path]!;
  let at = first + paths.slots.count[path]!;
  if (documents.live === documents.count) return Math.max(first, at - settings.hintDocuments);
  for (let room = settings.hintDocuments; at > first && room > 0; at--) {
    if (isAlive(documents, paths.slots.data[at - 1]!)) room--;
  }
  return at;
}

function inReach({ paths }: IndexState, { reach }: HintedPaths, path: number, slot: number): boolean {
  const from = reach.get(path)!;
  return from < paths.slots.start[path]! + paths.slots.count[path]! && slot >= paths.slots.data[from]!;
}

/** The slots in reach of a path, ascending, dead ones among them. */
function slotsInReach({ paths }: IndexState, { reach }: HintedPaths, path: number): Uint32Array {
  return paths.slots.data.subarray(reach.get(path), paths.slots.start[path]! + paths.slots.count[path]!);
}

/** What a document gets for the hints it touches. */
export function hintBonus(state: IndexState, hinted: HintedPaths, slot: number): number {
  const touched = pathsOf(state, slot);
  const hints = hinted.hints.filter((named) =>
    touched.some((path) => named.has(path) && inReach(state, hinted, path, slot)),
  ).length;
  return state.settings.pathHint * hints * focusOf(state, slot);
}

/** What a document gets for the strongest companion file it touches. */
export function companionBonus(state: IndexState, hinted: HintedPaths, slot: number): number {
  const strengths = [...pathsOf(state, slot)]
    .filter((path) => hinted.companions.has(path) && inReach(state, hinted, path, slot))
    .map((path) => hinted.companions.get(path)!);
  const strength = Math.max(0, ...strengths);
  return state.settings.coChange * strength * focusOf(state, slot);
}

/** Lifts every document in reach that touches a hinted or companion file. */
export function liftByPaths(state: IndexState, hinted: HintedPaths, scratch: Scratch): void {
  const { pathHint, coChange } = state.settings;
  for (const named of hinted.hints) {
    const amounts = [...named].map((path) => [path, pathHint] as const);
    liftOnce(state, hinted, amounts, scratch);
  }
  scratch.lifts.hinted = scratch.lifts.slots.length;
  const amounts = [...hinted.companions].map(([path, strength]) => [path, coChange * strength] as const);
  liftOnce(state, hinted, amounts, scratch);
}

/** Adds to each document the amount of the first listed path it touches. */
function liftOnce(
  state: IndexState,
  hinted: HintedPaths,
  amounts: readonly (readonly [path: number, amount: number])[],
  scratch: Scratch,
): void {
  const seen = amounts.length > 1 ? reserveSlots(new Uint32Array(0), state.documents.count) : null;
  for (const [path, amount] of amounts) {
    const slots = slotsInReach(state, hinted, path);
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at]!;
      if (seen && hasSlot(seen, slot)) continue;
      if (seen) addSlot(seen, slot);
      lift(scratch, slot, amount === 0 ? 0 : amount * focusOf(state, slot));
    }
  }
}

/** Of the numbers of files that most documents have: thousands are weighed for a query. */
const logarithms = Float64Array.from({ length: 64 }, (_, files) => Math.log(files));

/** A document about one file is about it; one that touches fifty is hardly about any. */
function focusOf({ documents, settings }: IndexState, slot: number): number {
  const files = documents.pathStart[slot + 1]! - documents.pathStart[slot]!;
  return files <= 1 ? 1 : 1 / (1 + settings.pathFocus * (logarithms[files] ?? Math.log(files)));
}

function pathsOf({ documents }: IndexState, slot: number): Uint32Array {
  return documents.paths.subarray(documents.pathStart[slot], documents.pathStart[slot + 1]);
}
