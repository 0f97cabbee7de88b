const AGENT_MEMORY_FILE =
  /^(claude|agents?|memory|gemini|conventions|copilot-instructions|claude\.local|agents\.override)\.(md|mdx|markdown)$/i;
const AGENT_MEMORY_PLACE =
  /(^|\/)(\.cursor\/rules|\.github\/instructions|\.claude\/(rules|memory|agents|commands|skills))\//i;
const DECISION_PLACE = /(^|\/)(adrs?|decisions?|decision-records?|architecture-decisions?)\//i;
const DECISION_FILE = /^(adr[-_ ]?\d*|\d{3,4}[-_ ]).*\.(md|mdx|markdown)$/i;

/** The kinds that imported markdown is filed under. */
export type DocumentKind = 'convention' | 'decision' | 'document';

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
