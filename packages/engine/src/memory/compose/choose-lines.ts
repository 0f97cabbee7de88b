/** A sentence that a line may show. */
export interface WeighedSentence {
  readonly text: string;
  /** Its place in the text that it is from. */
  readonly place: number;
  /** How much it is worth showing; 0 and less = it is not. */
  readonly worth: number;
}

/** A real tokenizer takes its time, and when so many did not fit the room is all but full. */
const MOST_MISSES = 12;

/**
 * Chooses lines by their worth until nothing more fits; what is said twice in the same words stands once. In the order of their places. `fits` is
 * asked with those that were chosen and one more.
 */
export function chooseLines<T extends WeighedSentence>(
  lines: readonly T[],
  fits: (chosen: readonly T[]) => boolean,
): readonly T[] {
  let chosen: readonly T[] = [];
  let misses = 0;
  for (const line of lines.filter(({ worth }) => worth > 0).toSorted((a, b) => b.worth - a.worth)) {
    if (chosen.some(({ text }) => text === line.text)) continue;
    const more = [...chosen, line].toSorted((a, b) => a.place - b.place);
    if (fits(more)) chosen = more;
    else if ((misses += 1) === MOST_MISSES) break;
  }
  return chosen;
}
