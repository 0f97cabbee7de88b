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
// A sentence that is set in bold is none.
const BOLD_HEADING = /^\s*(\*\*|__)(\S[^*_\n]{0,80}[^*_\n.!,;])\1:?\s*$/u;

/** Labels that stand without any mark: other words before a colon are prose. */
const LABEL =
  /^(summary|description|overview|motivation|rationale|context|background|problem|root cause|solution|(?:key )?changes|what changed|test plan|testing|tests|how to test|checklist|why)\s*:\s*(.*)$/iu;

/** Sections that tell how the change was tested and filed, which nobody acts on later. */
const SAYS_NOTHING =
  /^(?:.*\bcheck ?list\b.*|(?:manual )?test(?:ing|s|ed)?(?: plan| steps| instructions| done| notes)?|how (?:to|has|have|was|were|did|do|can|should) .*\btest(?:ed|ing)?|how to test\b.*|screen ?shots?\b.*|(?:related|linked) (?:issues?|prs?|pull requests?|tickets?|links?)\b.*|(?:new )?contributors|full changelog|(?:notes? )?(?:for|to) (?:the )?reviewers?|to-?dos?|(?:the )?author should\b.*|before (?:submitting|merging)\b.*|deploy(?:ment)? (?:plan|notes))$/u;

const REASON =
  /^(?:why\b.*|(?:the )?(?:motivation|rationale|problem|root cause|cause|reason(?:ing)?|background)\b.*|what is the current behaviou?r)$/u;

/** Of these are answers that say nothing without their heading: "Bug fix, docs update", "N/A". */
const ANSWERS = new Set(
  'bug bugfix chore ci doc docs documentation feat feature fix na no none other refactor refactoring style test tests update yes'.split(
    ' ',
  ),
);
const LONGEST_ANSWER = 120;

/** What a form tells who fills it in. */
const HINT =
  /^\W{0,8}(?:please (?:link any relevant|include a summary|describe (?:the|your) (?:changes?|tests?))|add any other context|feel free to include screenshots)\b/iu;

const TASK = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[[ xX]\](?:\s|$)/u;
const POINT = /^\s*(?:[-*+]|\d{1,3}[.)])\s/u;
const FENCE = /^\s*(?:`{3,}[^`]*|~{3,}.*)$/u;
const RULE = /^\s*-{3,}\s*$/u;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/gu;

/** An observation holds at most 8 KiB; more can only come from a foreign store. */
const READ_MAX_CHARACTERS = 8192;

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
  const [subject = '', ...rest] = message.slice(0, READ_MAX_CHARACTERS).replaceAll(/\r\n?/gu, '\n').split('\n');
  const body = rest.join('\n').replaceAll(COMMENT, '').split('\n');
  const [before, ...sections] = sectionsOf(withoutTasks(withoutFences(rest.length === 0 ? [] : body)));
  const first = before?.lines ?? [];
  // Where prose stands before the first heading its author began with what matters.
  const reasonFirst = first.every((line) => line.trim() === '');
  const ordered = reasonFirst ? sections.toSorted((a, b) => Number(b.isReason) - Number(a.isReason)) : sections;
  const said = ordered.flatMap(({ lines }) => ['', ...withoutEmptyAnswers(lines)]);
  return { text: [subject, ...first, ...said].join('\n').trimEnd(), hasHeadings: sections.length > 0 };
}

/** An opening fence without its end is no fence. */
function withoutFences(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let open: string[] | null = null;
  for (const line of lines) {
    const isFence = FENCE.test(line);
    if (isFence && open !== null) open = null;
    else if (isFence) open = [line];
    else if (open !== null) open.push(line);
    else kept.push(line);
  }
  return open === null ? kept : [...kept, ...open];
}

/** A paragraph of such answers goes; a line of one that goes on is prose. */
function withoutEmptyAnswers(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let paragraph: string[] = [];
  for (const line of [...lines, '']) {
    if (line.trim() !== '') paragraph.push(line);
    else {
      if (!paragraph.every(isEmptyAnswer)) kept.push(...paragraph);
      kept.push(line);
      paragraph = [];
    }
  }
  return kept;
}

function isEmptyAnswer(line: string): boolean {
  if (line.length > LONGEST_ANSWER) return false;
  const words =
    line
      .toLowerCase()
      .replaceAll('n/a', 'na')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return HINT.test(line) || words.every((word) => ANSWERS.has(word));
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
    } else if (dropped === null) sections.at(-1)?.lines.push(line);
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
