import type { ObservationInput } from '@inkling/engine';
import { MAX_IMPORT_BYTES, splitText } from '../split-text.ts';

/** The agent that imported markdown is filed under. */
export const MARKDOWN_AGENT = 'markdown';

const TRAIL_SEPARATOR = ' › ';
// A heading can be a whole paragraph; the text below it matters more.
const MAX_TRAIL_CHARACTERS = 400;
/** Where other people's packages are kept: files below are only read when they are named. */
const OF_DEPENDENCIES = /(?:^|\/)(?:node_modules|vendor|third[_-]party|site-packages|bower_components)\//i;

/** Most files that a text is said to be in: one that more of them have is boilerplate. */
export const MOST_FILES = 200;

interface MarkdownDocument {
  readonly projectId: string;
  /** Relative to the project's root, `/` as separator. */
  readonly file: string;
  readonly text: string;
  readonly writtenAt: Date;
}

/** An observation to be, and which part of the file it stands for. */
export interface SectionObservation {
  /** The same for the next version of this part: heading trail, count of equal trails, number of the piece. */
  readonly section: string;
  readonly input: ObservationInput;
}

/** The observations that a document becomes: one per section, more for a section that is too long for one. */
export function sectionObservations(document: MarkdownDocument): SectionObservation[] {
  const seen = new Map<string, number>();
  return splitSections(document.text).flatMap((section) => {
    const trail = section.trail.join(TRAIL_SEPARATOR).slice(0, MAX_TRAIL_CHARACTERS);
    const count = (seen.get(trail) ?? 0) + 1;
    seen.set(trail, count);
    return piecesOf(document, section, trail, count);
  });
}

/** The sections of an import's files. A text that several files have is one statement, of the first of them, about all. */
export function shareSections(files: readonly (readonly SectionObservation[])[]): SectionObservation[][] {
  const pathsByContent = new Map<string, Set<string>>();
  const firsts = new Map<string, ObservationInput>();
  for (const { input } of files.flat()) {
    const paths = pathsByContent.get(input.content) ?? new Set();
    for (const file of input.metadata?.paths ?? []) paths.add(file);
    pathsByContent.set(input.content, paths);
    if (!firsts.has(input.content)) firsts.set(input.content, input);
  }
  return files.map((sections) =>
    sections.map(({ section, input }) => {
      const first = firsts.get(input.content) ?? input;
      const paths = [...(pathsByContent.get(input.content) ?? [])].slice(0, MOST_FILES);
      return { section, input: { ...first, metadata: { ...first.metadata, paths } } };
    }),
  );
}

function piecesOf(
  document: MarkdownDocument,
  section: MarkdownSection,
  trail: string,
  count: number,
): SectionObservation[] {
  const heading = trail === '' ? '' : `${trail}\n\n`;
  const pieces = splitText(section.body, MAX_IMPORT_BYTES - Buffer.byteLength(heading));
  return pieces.map((piece, index) => {
    const key = `${trail}#${count}.${index + 1}`;
    const part = pieces.length > 1 ? { part: { number: index + 1, of: pieces.length } } : {};
    return {
      section: key,
      input: {
        content: heading + piece,
        projectId: document.projectId,
        agentId: MARKDOWN_AGENT,
        kind: documentKind(document.file),
        source: 'import' as const,
        createdAt: document.writtenAt,
        metadata: {
          paths: [document.file],
          tags: ['markdown'],
          file: document.file,
          section: key,
          line: section.line,
          ...part,
          ...(OF_DEPENDENCIES.test(document.file) ? { provenance: 'outside' } : {}),
        },
      },
    };
  });
}

const AGENT_MEMORY_FILE =
  /^(claude|agents?|memory|gemini|conventions|copilot-instructions|claude\.local|agents\.override)\.(md|mdx|markdown)$/i;
const AGENT_MEMORY_PLACE =
  /(^|\/)(\.cursor\/rules|\.github\/instructions|\.claude\/(rules|memory|agents|commands|skills))\//i;
const DECISION_PLACE = /(^|\/)(adrs?|decisions?|decision-records?|architecture-decisions?)\//i;
const DECISION_FILE = /^(adr[-_ ]?\d*|\d{3,4}[-_ ]).*\.(md|mdx|markdown)$/i;

type DocumentKind = 'convention' | 'decision' | 'document';

/**
 * What a markdown file is, judged by its path (relative, `/` as separator): `convention` for files that tell an agent how to work
 * (CLAUDE.md, AGENTS.md, MEMORY.md, rule folders), `decision` for decision records (a folder called adr or decisions, or a numbered
 * file), else `document`. Not `explicit`, which is what somebody asked to be remembered.
 */
function documentKind(file: string): DocumentKind {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (AGENT_MEMORY_FILE.test(name) || AGENT_MEMORY_PLACE.test(file)) return 'convention';
  return DECISION_PLACE.test(file) || DECISION_FILE.test(name) ? 'decision' : 'document';
}

interface MarkdownSection {
  /** The headings above the text, outermost first. Empty for text before the first heading. */
  readonly trail: readonly string[];
  /** Where its first line stands in the file, from 1. */
  readonly line: number;
  /** Never empty; lists and fences as written. */
  readonly body: string;
}

const FRONT_MATTER = /^---[ \t]*\n(?:[\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/**
 * Splits a document at its headings. Front matter is left out. A heading with no text of its own gives no section, but stands in
 * the trail of those below it.
 */
export function splitSections(document: string): MarkdownSection[] {
  const text = document.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  // Blanked rather than removed, so that line numbers stay those of the file.
  const lines = text.replace(FRONT_MATTER, (matter) => matter.replace(/[^\n]+/g, '')).split('\n');
  const headings = findHeadings(lines);
  const sections = [sectionOf(lines, [], 0, headings[0]?.start)];
  let outline: MarkdownHeading[] = [];
  for (const [index, heading] of headings.entries()) {
    outline = [...outline.filter((above) => above.level < heading.level), heading];
    sections.push(sectionOf(lines, outline, heading.end, headings[index + 1]?.start));
  }
  return sections.filter((section) => section !== null);
}

function sectionOf(
  lines: readonly string[],
  outline: readonly MarkdownHeading[],
  start: number,
  end: number | undefined,
): MarkdownSection | null {
  const own = lines.slice(start, end);
  const first = own.findIndex((line) => line.trim() !== '');
  if (first === -1) return null;
  const trail = outline.map((heading) => heading.text).filter((text) => text !== '');
  return { trail, line: start + first + 1, body: own.join('\n').trim() };
}

interface MarkdownHeading {
  /** 1 (outermost) to 6. */
  readonly level: number;
  readonly text: string;
  /** Index of its first line. */
  readonly start: number;
  /** Index of the line after it: two on for an underlined heading. */
  readonly end: number;
}

const ATX_HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
// Lines that a row of dashes below does not turn into a heading: list, quote, table row, indented code, another heading.
const NEVER_UNDERLINED = /^(\s*$| {4}|\t| {0,3}([-*+>|#]|\d+[.)] ))/;
// Behind the marks of lists, too, as in "- ```sh".
const FENCE = /^( {0,3}(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/;
const FENCE_END = /^( *)(`{3,}|~{3,})[ \t]*$/;
// Elsewhere in a line it may be a code span's, and what it hides ends with the paragraph.
const COMMENT = /^ {0,3}<!--/;

/** The headings of a document (ATX and setext). Nothing inside a fenced block or an HTML comment is one. */
function findHeadings(lines: readonly string[]): MarkdownHeading[] {
  const headings: MarkdownHeading[] = [];
  const isInert = createInertTracker();
  let paragraph = false; // the line before belongs to the outline and can be underlined
  for (const [index, line] of lines.entries()) {
    const inert = isInert(line);
    const heading: MarkdownHeading | null = inert
      ? null
      : (atxHeading(line, index) ?? (paragraph ? setextHeading(lines, index) : null));
    if (heading) headings.push(heading);
    paragraph = !inert && !heading;
  }
  return headings;
}

function atxHeading(line: string, index: number): MarkdownHeading | null {
  const [, marks, text = ''] = ATX_HEADING.exec(line) ?? [];
  if (marks === undefined) return null;
  return { level: marks.length, text: withoutClosingMarks(text), start: index, end: index + 1 };
}

/** Closing `#`s count behind a blank only. A loop, because a pattern that begins with blanks is quadratic in them. */
function withoutClosingMarks(text: string): string {
  const line = text.trim();
  let end = line.length;
  while (line[end - 1] === '#') end--;
  const isClosed = end === 0 || /\s/.test(line[end - 1] ?? '');
  return isClosed ? line.slice(0, end).trim() : line;
}

function setextHeading(lines: readonly string[], index: number): MarkdownHeading | null {
  const [, marks] = UNDERLINE.exec(lines[index] ?? '') ?? [];
  const text = lines[index - 1] ?? '';
  if (marks === undefined || NEVER_UNDERLINED.test(text)) return null;
  return { level: marks.startsWith('=') ? 1 : 2, text: text.trim(), start: index - 1, end: index + 1 };
}

/** Tells, line by line, whether a line lies in a fence or a comment and so means nothing to the outline. */
function createInertTracker(): (line: string) => boolean {
  let fence: Fence | null = null;
  let inComment = false;
  return (line) => {
    if (fence !== null) {
      if (endsFence(line, fence)) fence = null;
      return true;
    }
    const wasInComment = inComment;
    inComment = (wasInComment || COMMENT.test(line)) && !line.includes('-->');
    if (wasInComment) return true;
    fence = fenceOf(line);
    return fence !== null;
  };
}

interface Fence {
  readonly marks: string;
  /** How far its end may stand from the line's beginning. */
  readonly indent: number;
}

function fenceOf(line: string): Fence | null {
  const [, before = '', marks, rest = ''] = FENCE.exec(line) ?? [];
  // "```js `x`" on one line is a code span, not a fence.
  if (marks === undefined || (marks.startsWith('`') && rest.includes('`'))) return null;
  return { marks, indent: before.trim() === '' ? 3 : before.length + 3 };
}

/** Closed by at least as many of the same marks with nothing after them. */
function endsFence(line: string, fence: Fence): boolean {
  const [, before = '', marks = ''] = FENCE_END.exec(line) ?? [];
  return marks.startsWith(fence.marks) && before.length <= fence.indent;
}
