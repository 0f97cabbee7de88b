import type { Observation } from '../../memory/observations/observation.ts';

/** What tells whether a document section is about the work. */
export type JudgedSection = Pick<Observation, 'kind' | 'content' | 'metadata'>;

/** Files that rule a project or tell of its past, wherever they are. */
const PAPER =
  /(?:^|\/)(?:licen[cs]e|licensing|copying|notice|change[-_]?logs?|changes|history|news|release[-_]?notes|contributing|contributors|contribution[-_]?guide(?:lines)?|code[-_]of[-_]conduct|conduct|governance|(?:project[-_])?charter|maintainers|authors|credits|acknowledge?ments|sponsors?|backers|codeowners|funding|table[-_]of[-_]contents|toc)(?:[-_.](?:mit|apache|bsd|[a-z]{2}|v?\d[\w.]*))*(?:\.\w+)?$|(?:^|\/)(?:licen[cs]es|change[-_]?logs?|release[-_]?notes|governance|issue_template|pull_request_template)(?:\/|\.\w+$)/iu;

/** A heading is one of these as a whole, with a number or a sign before it at most. */
const PAPER_HEADING =
  /^(?:the )?(?:(?:mit|bsd|apache)\b.{0,12} )?(?:licen[cs](?:e|es|ing)|copyright(?: and licen[cs]e)?|change ?log|release notes|contributing(?: (?:guide|guidelines|to .{1,40}))?|how to contribute|contribution guidelines|contributors|code of conduct|governance(?: model)?|charter|maintainers|core team|authors|credits|acknowledge?ments|sponsors|backers|(?:table of )?contents|toc)$/iu;

const LEFT_BLANK =
  /\b(?:this )?(?:page|section|document) (?:is |has been |was )?(?:left )?(?:intentionally|deliberately) (?:left )?blank\b|\bintentionally left blank\b/iu;

/** `- [Installation](#installation)`, as a table of contents has them. */
const CONTENTS_LINE =
  /^\s*(?:[-*+]|\d+\.)\s*\[[^\]]{1,120}\]\((?:#|[^():]{0,120}\.(?:md|mdx|markdown))[^()]{0,120}\)\s*$/u;

const FEWEST_ENTRIES = 3;
const MOSTLY = 0.8;

/** An importer writes the headings above a section into its first line. */
const TRAIL_SEPARATOR = ' › ';

/**
 * Whether a section of a document says nothing to who is about to change code: governance, licences, change logs, how to contribute, codes of
 * conduct, tables of contents and pages left blank. Judged by path, headings and lines. What is no document never is.
 */
export function isBoilerplateSection({ kind, content, metadata }: JudgedSection): boolean {
  if (kind !== 'document') return false;
  if ((metadata.paths ?? []).some((path) => PAPER.test(path))) return true;
  const [trail = '', ...lines] = content.split('\n');
  if (trail.split(TRAIL_SEPARATOR).some((heading) => PAPER_HEADING.test(plain(heading)))) return true;
  const body = lines.filter((line) => line.trim() !== '');
  const entries = body.filter((line) => CONTENTS_LINE.test(line)).length;
  return LEFT_BLANK.test(content) || (entries >= FEWEST_ENTRIES && entries >= MOSTLY * body.length);
}

/** A heading without numbers, signs and pictures around it. */
function plain(heading: string): string {
  return heading.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}
