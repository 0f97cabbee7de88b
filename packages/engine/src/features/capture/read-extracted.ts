import { addsNothing } from './adds-nothing.ts';
import { type CapturedStatement, refuseStatement } from './captured-statement.ts';
import type { DigestPassage } from './session-digest.ts';
import { hasOwnText } from './strip-own-text.ts';

/** What an answer was about, to check it by. */
export interface ExtractedFrom {
  readonly modelId: string;
  /** What the model read, without secrets: a line for each passage, behind its number in brackets. */
  readonly digest: string;
  readonly passages: readonly DigestPassage[];
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
/** Who names the whole record cites nothing. */
const MOST_PASSAGES = 8;
/** Half of a sentence may be the model's own words. */
const LEAST_GROUNDED = 0.5;
/** "Yes, exactly. Go on." */
const FEWEST_SAID = 2;

const KINDS: Readonly<Record<string, CapturedStatement['kind']>> = {
  decision: 'decision',
  convention: 'convention',
  error: 'error',
};

/**
 * Reads what a model answered, whatever it is. A statement holds when its kind is known, it is one sentence or two of plain text that make
 * sense tomorrow, it cites passages that bear it (see {@link groundOf}), half of its words stand there, and it is no echo of a block. Null =
 * this is no answer to what was asked.
 */
export function readExtracted(answer: unknown, from: ExtractedFrom): ExtractedStatements | null {
  const listed = Array.isArray(answer) ? answer : recordOf(answer)['statements'];
  if (!Array.isArray(listed)) return null;
  const lines = linesOf(from);
  const read = (listed as readonly unknown[])
    .slice(0, MOST_STATEMENTS)
    .flatMap((item) => statementOf(item, from, lines));
  const statements = read.filter(
    ({ content }, index) => !read.slice(0, index).some((earlier) => addsNothing(content, earlier.content)),
  );
  return { statements, refused: listed.length - statements.length };
}

interface DigestLine extends DigestPassage {
  readonly text: string;
}

function linesOf({ digest, passages }: ExtractedFrom): readonly DigestLine[] {
  const texts = new Map(digest.split('\n').map((line) => [/^\[\d+\]/u.exec(line)?.[0], line]));
  return passages.map((passage) => ({ ...passage, text: texts.get(`[${passage.number}]`) ?? '' }));
}

function statementOf(item: unknown, from: ExtractedFrom, lines: readonly DigestLine[]): CapturedStatement[] {
  const { kind: named, content: said, paths, passages } = recordOf(item);
  const kind = typeof named === 'string' && Object.hasOwn(KINDS, named) ? KINDS[named] : undefined;
  if (kind === undefined || typeof said !== 'string' || said.length > LONGEST) return [];
  const content = said.replaceAll(/\s+/gu, ' ').trim();
  if (isMarkup(said) || hasOwnText(said) || refuseStatement(content) !== null) return [];
  const cited = citedLines(passages, lines);
  if (!isGrounded(content, groundOf(cited, kind))) return [];
  const activities = [...new Set(cited.flatMap(({ seq }) => seq ?? []))];
  const { modelId, at } = from;
  const about = { paths: knownPaths(paths, from.paths), passages: activities };
  return [{ detector: 'extractor', kind, content, ...about, at, seq: null, modelId }];
}

function citedLines(given: unknown, lines: readonly DigestLine[]): readonly DigestLine[] {
  const numbers = new Set<unknown>(Array.isArray(given) ? given : []);
  return numbers.size > MOST_PASSAGES ? [] : lines.filter(({ number }) => numbers.has(number));
}

/**
 * The lines that count of those that were cited. A proposal that was refused or not taken up never does, a question only beside its answer. None do
 * without a word of the user's, or one of the agent's that was agreed to. An error may rest on a run: that was seen to happen.
 */
function groundOf(cited: readonly DigestLine[], kind: CapturedStatement['kind']): readonly DigestLine[] {
  const counted = cited.filter(
    ({ voice, answeredBy }) =>
      voice !== 'unsettled' && (voice !== 'answered' || cited.some(({ number }) => number === answeredBy)),
  );
  const bears = ({ voice }: DigestLine): boolean =>
    voice === 'user' || voice === 'agreed' || (voice === 'run' && kind === 'error');
  return counted.some(bears) ? counted : [];
}

/** Tags, fences and headings are no sentence. */
function isMarkup(text: string): boolean {
  return /<\/?[a-z!][^>]*>|```|^\s*#{1,6}\s/imu.test(text);
}

function isGrounded(content: string, lines: readonly DigestLine[]): boolean {
  const words = new Set(lines.flatMap(({ text }) => wordsOf(text)));
  const said = [...new Set(wordsOf(content))];
  if (lines.length === 0 || said.length < FEWEST_SAID) return false;
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
