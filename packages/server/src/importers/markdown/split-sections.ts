import { findHeadings, type MarkdownHeading } from './find-headings.ts';

/** The text under one heading of a markdown document. */
export interface MarkdownSection {
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
