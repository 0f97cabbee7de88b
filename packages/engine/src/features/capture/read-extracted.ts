import { addsNothing } from './adds-nothing.ts';
import type { CapturedStatement } from './captured-statement.ts';
import { refuseStatement } from './refuse-statement.ts';
import { hasOwnText } from './strip-own-text.ts';

/** What an answer was about, to check it by. */
export interface ExtractedFrom {
  readonly modelId: string;
  /** What the model read. */
  readonly digest: string;
  /** Files of the session: a model names none that nobody touched. */
  readonly paths: readonly string[];
  /** ISO-8601 UTC. */
  readonly at: string;
}

/** The statements of an answer that hold, and how many did not. */
export interface ExtractedStatements {
  readonly statements: readonly CapturedStatement[];
  readonly refused: number;
}

/** More is a retelling. */
const MOST_STATEMENTS = 8;
const MOST_PATHS = 8;
const LONGEST = 600;
/** Half of a sentence may be the model's own words. */
const LEAST_GROUNDED = 0.5;

const KINDS: Readonly<Record<string, CapturedStatement['kind']>> = {
  decision: 'decision',
  convention: 'convention',
  error: 'error',
};

/**
 * Reads what a model answered, whatever it is. A statement holds when its kind is known, it is one sentence or two of plain text that make
 * sense tomorrow, half of its words stand in the digest, and it is no echo of a block. Null = this is no answer to what was asked.
 */
export function readExtracted(answer: unknown, from: ExtractedFrom): ExtractedStatements | null {
  const listed = Array.isArray(answer) ? answer : recordOf(answer)['statements'];
  if (!Array.isArray(listed)) return null;
  const words = new Set(wordsOf(from.digest));
  const read = (listed as readonly unknown[])
    .slice(0, MOST_STATEMENTS)
    .flatMap((item) => statementOf(item, from, words));
  const statements = read.filter(
    ({ content }, index) => !read.slice(0, index).some((earlier) => addsNothing(content, earlier.content)),
  );
  return { statements, refused: listed.length - statements.length };
}

function statementOf(item: unknown, from: ExtractedFrom, words: ReadonlySet<string>): CapturedStatement[] {
  const { kind: named, content: said, paths } = recordOf(item);
  const kind = typeof named === 'string' && Object.hasOwn(KINDS, named) ? KINDS[named] : undefined;
  if (kind === undefined || typeof said !== 'string' || said.length > LONGEST) return [];
  const content = said.replaceAll(/\s+/gu, ' ').trim();
  if (isMarkup(said) || hasOwnText(said) || refuseStatement(content) !== null || !isGrounded(content, words)) return [];
  const { modelId, at } = from;
  return [{ detector: 'extractor', kind, content, paths: knownPaths(paths, from.paths), at, seq: null, modelId }];
}

/** Tags, fences and headings are no sentence. */
function isMarkup(text: string): boolean {
  return /<\/?[a-z!][^>]*>|```|^\s*#{1,6}\s/imu.test(text);
}

function isGrounded(content: string, words: ReadonlySet<string>): boolean {
  const said = [...new Set(wordsOf(content))];
  return said.filter((word) => words.has(word)).length >= said.length * LEAST_GROUNDED;
}

/** Words that say something; a name in code counts whole and by its parts. */
function wordsOf(text: string): string[] {
  const whole = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return whole.filter((word) => word.length >= 4 || /\p{N}|\P{ASCII}/u.test(word));
}

function knownPaths(given: unknown, known: readonly string[]): readonly string[] {
  if (!Array.isArray(given)) return [];
  return known.filter((path) => (given as readonly unknown[]).includes(path)).slice(0, MOST_PATHS);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
