import path from 'node:path';
import { isTestFile } from '../code-graph/test-file.ts';

/** A line of the project's own code. */
export interface FailingPlace {
  /** As the failure names it. */
  readonly file: string;
  readonly line: number;
}

/** The end of a failure says what failed, and more than this is a log. */
const MOST_CHARACTERS = 65_536;
const MOST_PLACES = 200;

// `src/a.ts:12:5`, `src/a.ts(12,5)` and `File "src/a.py", line 12`. Names are bounded: linear.
const PLACE = /(?:^|[\s("'[])([\w@.+\\/-]{1,300}\.[a-z]{1,5})(?:"?, line |\(|:)(\d{1,6})/giu;

const OF_OTHERS =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor|\.venv|venv|\.cargo|go[\\/]pkg)[\\/]|^[\\/]usr[\\/]/u;

/**
 * Where a command failed in the project's own code, tests aside: the innermost place that its output names. Python prints that last, all others
 * first. null = it names none.
 */
export function failingPlace(output: string, directory: string | null): FailingPlace | null {
  const places: FailingPlace[] = [];
  for (const [, file, line] of output.slice(-MOST_CHARACTERS).matchAll(PLACE)) {
    if (isOwnCode(file!, directory)) places.push({ file: file!, line: Number(line) });
    if (places.length === MOST_PLACES) break;
  }
  const [first = null] = places;
  return first?.file.endsWith('.py') ? places.at(-1)! : first;
}

function isOwnCode(file: string, directory: string | null): boolean {
  if (OF_OTHERS.test(file) || isTestFile(file)) return false;
  if (!path.isAbsolute(file)) return !file.startsWith('..');
  return directory !== null && !path.relative(directory, file).startsWith('..');
}
