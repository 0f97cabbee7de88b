import type { ObservationInput } from '@inkling/engine';
import { MAX_IMPORT_BYTES, splitText } from '../split-text.ts';
import { splitSections, type MarkdownSection } from './split-sections.ts';

/** The agent that imported markdown is filed under. */
export const MARKDOWN_AGENT = 'markdown';

const TRAIL_SEPARATOR = ' › ';
// A heading can be a whole paragraph; the text below it matters more.
const MAX_TRAIL_CHARACTERS = 400;
/** Where other people's packages are kept: files below are only read when they are named. */
const OF_DEPENDENCIES = /(?:^|\/)(?:node_modules|vendor|third[_-]party|site-packages|bower_components)\//i;

/** A markdown file as an importer sees it. */
export interface MarkdownDocument {
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

/** The kinds that imported markdown is filed under. */
type DocumentKind = 'convention' | 'decision' | 'document';

/**
 * What a markdown file is, judged by its path (relative, `/` as separator): `convention` for files that tell an agent how to work
 * (CLAUDE.md, AGENTS.md, MEMORY.md, rule folders), `decision` for decision records (a folder called adr or decisions, or a numbered
 * file), else `document`. Not `explicit`, which is what somebody asked to be remembered.
 */
export function documentKind(file: string): DocumentKind {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (AGENT_MEMORY_FILE.test(name) || AGENT_MEMORY_PLACE.test(file)) return 'convention';
  return DECISION_PLACE.test(file) || DECISION_FILE.test(name) ? 'decision' : 'document';
}
