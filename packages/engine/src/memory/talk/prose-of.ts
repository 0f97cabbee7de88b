/** What people show each other and do not say: quotations, tables, diffs, terminals, stack traces, logs, code, data. */
const SHOWN: readonly RegExp[] = [
  /^\s*(?:>|\||\+{1,3}[^\w\s]|-{3}|@@|diff |index [0-9a-f]{6})/u,
  /^\s*(?:\$|%|#!|PS [A-Z]:|>>>|\.\.\.) /u,
  /^\s*at \S+.*[:(]\d+/u,
  /^\s*(?:File ".+", line \d+|Traceback |Caused by)/u,
  /^\s*[[(]?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d)/u,
  /^\s*(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b/u,
  /[;{}]\s*$|^\s*(?:import|export|const|let|var|function|def|class|return|public|private|#include|package) .*[=({;:]\s*$/u,
  /^\s*["']?[\w.-]+["']?\s*[:=]\s*["'{[\d].*,?$/u,
  /^\s*[=*_~#.-]{3,}/u,
  /^\s*\d+ (?:passed|failed)\b/u,
];

/** Says by itself why something failed. */
const TELLING =
  /^\s*(?:error(?:\[\w+\])?:|\w*(?:Error|Exception):|error TS\d+|panic:|fatal:|E\s{2,}\S|npm ERR!.{20,}|✗|×)/iu;

/** A pasted log may hold hundreds of errors; the first say what it is. */
const MOST_TELLING = 3;
const LONGEST_TELLING = 300;

/**
 * What somebody said in a message, without what it shows: code, diffs, logs and data go, of a pasted error the lines that tell why stay.
 * Paragraphs stay lines of their own. '' when nothing was said. Never fails.
 */
export function proseOf(message: string): string {
  const shown: string[] = [];
  const plain = message.replaceAll(/(```|~~~)([\s\S]*?)(?:\1|$)/g, (_fence, _mark: string, code: string) => {
    shown.push(...code.split('\n'));
    return '\n';
  });
  const said: string[] = [];
  for (const line of plain.split('\n')) (SHOWN.some((pattern) => pattern.test(line)) ? shown : said).push(line);
  const telling = shown.filter((line) => TELLING.test(line) && line.length <= LONGEST_TELLING).slice(0, MOST_TELLING);
  return [...said, ...telling]
    .map((line) => line.replace(/^\s*(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+/u, '').trim())
    .filter((line) => line !== '')
    .join('\n');
}
