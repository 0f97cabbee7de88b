import { mayBeForeign } from './other-languages.ts';
import { STEERING_SIGNALS } from './steering-signals.ts';

/** Two signals this close belong to the same thing that is being said. */
const SAME_BREATH = 240;

/**
 * The signals of a text, and two of them that stand close together. With `isStrict` not those that begin with the same word: `never mention`
 * is a sign of two kinds.
 */
export function signalsOf(
  text: string,
  isForeign: boolean = mayBeForeign(text),
  isStrict = false,
): { readonly seen: readonly string[]; readonly close: string | null } {
  const seen: { readonly name: string; readonly starts: readonly number[] }[] = [];
  let close: string | null = null;
  for (const { name, english, foreign } of STEERING_SIGNALS) {
    const starts = startsOf(text, english);
    if (foreign && isForeign) starts.push(...startsOf(text, foreign));
    starts.sort((a, b) => a - b);
    if (starts.length === 0) continue;
    const areNear = isStrict ? areCloseApart : areClose;
    const other = seen.find((earlier) => areNear(earlier.starts, starts));
    if (other) close ??= `${other.name} and ${name}`;
    seen.push({ name, starts });
  }
  return { seen: seen.map(({ name }) => name), close };
}

/** Where a global pattern matches. Not by `matchAll`: it copies the expression, and the copy is compiled again. */
function startsOf(text: string, pattern: RegExp): number[] {
  const starts: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) starts.push(match.index);
  return starts;
}

/** Whether one of these is near one of those; both are in order. */
function areClose(these: readonly number[], those: readonly number[]): boolean {
  let next = 0;
  return these.some((place) => {
    while (next < those.length - 1 && (those[next] ?? 0) < place - SAME_BREATH) next += 1;
    return Math.abs((those[next] ?? Number.POSITIVE_INFINITY) - place) <= SAME_BREATH;
  });
}

/** The same of those that do not stand at one place. */
function areCloseApart(these: readonly number[], those: readonly number[]): boolean {
  return areClose(without(these, those), those) || areClose(these, without(those, these));
}

function without(places: readonly number[], taken: readonly number[]): number[] {
  const known = new Set(taken);
  return places.filter((place) => !known.has(place));
}
