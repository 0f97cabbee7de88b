const LONGEST_LINE = 200;
const MOST_LINES = 400;

const TELLING =
  /\b(?:\w*error|\w*exception|fail(?:ed|ure|s)?|cannot|can't|could not|unable|undefined|not found|no such|missing|expected|unexpected|panic(?:ked)?|assert\w*|mismatch|unresolved|denied|refused|timed out|timeout|exceeded|too many|conflict\w*|overflow\w*|out of memory|refusing|invalid)\b|^E\s{2,}|^✗|^×|^●/iu;

/** Says only that something failed, or counts it. */
const EMPTY =
  /^(?:npm (?:err!|error)|error: command failed|exit code|exited with|command failed|\d+ (?:failed|errors?|problems?)|tests?:? +\d+|test (?:files|suites)|fail(?:ed)?$|failures?:?$|make(?:\[\d+\])?: \*\*\*|elifecycle|lifecycle|failed tests?|-{3} FAIL)/iu;

const TERMINAL_COLOURS = new RegExp(`${String.fromCodePoint(0x1b)}\\[[0-9;]*[A-Za-z]`, 'gu');

/** The line of an output that says best why something failed; '' when none does. Never fails. */
export function errorLine(output: string): string {
  const lines = output
    .replaceAll(TERMINAL_COLOURS, '')
    .split('\n')
    .slice(0, MOST_LINES)
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line.length >= 8 && line.length <= LONGEST_LINE && !EMPTY.test(line));
  const named = lines.find((line) => /\b\w*(?:Error|Exception)\b:? \S|\berror(?:\[\w+\])?: \S|\bTS\d{4}\b/u.test(line));
  return named ?? lines.find((line) => TELLING.test(line)) ?? '';
}

/** Whether a text tells of an error, in its words; numbers may differ. */
export function tellsOfError(text: string, error: string): boolean {
  return error !== '' && withoutNumbers(text).includes(withoutNumbers(error));
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(/\d+/gu, '0');
}
