import type { CaptureEvent } from '../capture-event.ts';
import type { CapturedStatement } from '../captured-statement.ts';

/** Twice may be chance. */
const FEWEST_FILES = 3;
const LONGEST_SIDE = 80;
const MOST_NAMED = 5;
const MOST_FOUND = 3;

/** What was replaced by what. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

interface Repetition extends Change {
  readonly files: Set<string>;
  at: string;
}

/** The same replacement in several files: somebody applied a rule without saying it. */
export function detectRepeatedEdits(events: readonly CaptureEvent[]): CapturedStatement[] {
  const repetitions = new Map<string, Repetition>();
  for (const event of events) {
    if (event.type !== 'edit' || !event.replaced) continue;
    const change = smallestChange(event.replaced);
    if (!change) continue;
    const key = `${change.before}\0${change.after}`;
    const known = repetitions.get(key) ?? { ...change, files: new Set<string>(), at: event.at };
    known.files.add(event.path);
    known.at = event.at;
    repetitions.set(key, known);
  }
  const repeated = [...repetitions.values()].filter(({ files }) => files.size >= FEWEST_FILES);
  return repeated
    .toSorted((a, b) => b.files.size - a.files.size)
    .slice(0, MOST_FOUND)
    .map(statementOf);
}

function statementOf({ before, after, files, at }: Repetition): CapturedStatement {
  const paths = [...files];
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  const content = `\`${before}\` was replaced by \`${after}\` in ${paths.length} files: ${named}${more}.`;
  return { detector: 'repeated-edit', kind: 'convention', content, paths, at, seq: null };
}

/** What differs, in whole words and signs; null when nothing was replaced, or more than a line says. */
export function smallestChange({ before, after }: Change): Change | null {
  const [from, to] = [tokensOf(before), tokensOf(after)];
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const left = from
    .slice(start, from.length - end)
    .join('')
    .trim();
  const right = to
    .slice(start, to.length - end)
    .join('')
    .trim();
  const isTold = [left, right].every(
    (side) => side.length <= LONGEST_SIDE && /[\p{L}\p{N}]/u.test(side) && !side.includes('\n'),
  );
  return isTold ? { before: left, after: right } : null;
}

// Edits of whole files are read as far as a rule could be.
const LONGEST_READ = 4_000;

function tokensOf(text: string): string[] {
  return text.slice(0, LONGEST_READ).match(/[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu) ?? [];
}
