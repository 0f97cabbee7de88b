/** A line of a form's heading, and how deep it stands: 1 to 6 as in Markdown, 7 = bold or a label with a colon. */
interface Heading {
  readonly label: string;
  readonly level: number;
  /** What stands behind a label on its line. */
  readonly rest: string;
}

interface Section {
  readonly isReason: boolean;
  readonly lines: string[];
}

const MARKDOWN_HEADING = /^ {0,3}(#{1,6})\s+(\S.*)$/u;
const BOLD_HEADING = /^\s*(\*\*|__)(\S[^*_\n]{0,80})\1:?\s*$/u;

/** Labels that stand without any mark: other words before a colon are prose. */
const LABEL =
  /^(summary|description|overview|motivation|rationale|context|background|problem|root cause|solution|(?:key )?changes|what changed|test plan|testing|tests|how to test|checklist|why)\s*:\s*(.*)$/iu;

/** Sections that tell how the change was tested and filed, which nobody acts on later. */
const SAYS_NOTHING =
  /^(?:.*\bcheck ?list\b.*|(?:manual )?test(?:ing|s|ed)?(?: plan| steps| instructions| done| notes)?|how .*\btest(?:ed|ing)?\b.*|(?:validation|verification)(?: steps)?|screen ?shots?\b.*|(?:related|linked) (?:issues?|prs?|pull requests?|tickets?|links?)\b.*|(?:new )?contributors|full changelog|(?:notes? )?(?:for|to) (?:the )?reviewers?|to-?dos?|(?:the )?author should do\b.*|the author should\b.*|before (?:submitting|merging)\b.*|deploy(?:ment)? (?:plan|notes))$/u;

const REASON =
  /^(?:why\b.*|(?:the )?(?:motivation|rationale|problem|root cause|cause|reason(?:ing)?|background)\b.*|what is the current behaviou?r)$/u;

/** Answers that say nothing without their heading, and what a form tells who fills it in. */
const EMPTY_ANSWER =
  /^\W*(?:(?:bug ?fix|fix|feature|feat|docs?|documentation|docs update|refactor|refactoring|chore|style|tests?|ci|other|none|no|yes|n ?\/ ?a|\.{3}|…)[\s,.;/*_-]{0,5}){1,12}$|^\W*(?:please (?:add|describe|explain|include|link|provide)|add any other)\b/iu;

const TASK = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[[ xX]\](?:\s|$)/u;
const POINT = /^\s*(?:[-*+]|\d{1,3}[.)])\s/u;
const FENCE = /^\s*(?:`{3,}|~{3,})/u;
const RULE = /^\s*-{3,}\s*$/u;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/gu;

/** What a commit's message says, whatever form its pull request filled in. */
export interface CommitProse {
  readonly text: string;
  /** There were headings: its lists are what its author had to say, and not the subjects of squashed commits. */
  readonly hasHeadings: boolean;
}

/**
 * The message of a commit without the form that its pull request filled in: no headings, no task lists, no code between fences, and no sections
 * that tell how it was tested. What stands below "Why" or "Problem" comes first, because the first sentence of a body is shown as its reason.
 * The subject is never touched. Never fails.
 */
export function withoutPullRequestForm(message: string): CommitProse {
  const [subject = '', ...body] = message.replaceAll(/\r\n?/gu, '\n').replaceAll(COMMENT, '').split('\n');
  const [before, ...sections] = sectionsOf(withoutTasks(withoutFences(body)));
  const first = before?.lines ?? [];
  // Where prose stands before the first heading its author began with what matters.
  const reasonFirst = first.every((line) => line.trim() === '');
  const ordered = reasonFirst ? sections.toSorted((a, b) => Number(b.isReason) - Number(a.isReason)) : sections;
  const text = [subject, ...first, ...ordered.flatMap(({ lines }) => ['', ...lines])].join('\n').trimEnd();
  return { text, hasHeadings: sections.length > 0 };
}

/** An opening fence without its end is no fence. */
function withoutFences(lines: readonly string[]): readonly string[] {
  const fences = lines.flatMap((line, at) => (FENCE.test(line) ? [at] : []));
  if (fences.length % 2 === 1) fences.pop();
  return lines.filter((_line, at) => {
    const before = fences.filter((fence) => fence <= at).length;
    return before % 2 === 0 && !fences.includes(at);
  });
}

function withoutTasks(lines: readonly string[]): readonly string[] {
  let isTask = false;
  return lines.filter((line) => {
    const endsBefore = line.trim() === '' || POINT.test(line) || headingOf(line) !== null;
    isTask = TASK.test(line) || (isTask && !endsBefore);
    return !isTask;
  });
}

function sectionsOf(lines: readonly string[]): readonly Section[] {
  const sections: Section[] = [{ isReason: false, lines: [] }];
  let dropped: Heading | null = null;
  for (const line of lines) {
    const heading = headingOf(line);
    if (dropped !== null && endsDropped(dropped, line)) dropped = null;
    if (heading !== null && (dropped === null || heading.level <= dropped.level)) {
      dropped = SAYS_NOTHING.test(heading.label) ? heading : null;
      const said = dropped === null && heading.rest !== '' ? [heading.rest] : [];
      sections.push({ isReason: REASON.test(heading.label), lines: said });
    } else if (dropped === null && !(sections.length > 1 && EMPTY_ANSWER.test(line))) {
      sections.at(-1)?.lines.push(line);
    }
  }
  return sections;
}

/** What begins behind a label on its line is a paragraph; all else goes on to the next heading. */
function endsDropped({ rest }: Heading, line: string): boolean {
  return RULE.test(line) || (rest !== '' && line.trim() === '');
}

function headingOf(line: string): Heading | null {
  const markdown = MARKDOWN_HEADING.exec(line);
  if (markdown) return { label: labelOf(markdown[2] ?? ''), level: (markdown[1] ?? '').length, rest: '' };
  const bold = BOLD_HEADING.exec(line);
  if (bold) return { label: labelOf(bold[2] ?? ''), level: 7, rest: '' };
  const label = LABEL.exec(line);
  return label && { label: labelOf(label[1] ?? ''), level: 7, rest: label[2] ?? '' };
}

/** Words alone, in lower case: forms have emoji before their headings and marks behind them. */
function labelOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}' -]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
