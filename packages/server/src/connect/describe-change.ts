import type { FileChange } from './connect-client.ts';

const CONTEXT_LINES = 2;

/** A change of a file for people: the lines that go and come, with two around them. Secrets in them are not shown. */
export function describeChange({ file, before, after }: FileChange): string {
  if (after === null) return `remove ${file}`;
  const [old, fresh] = [linesOf(before ?? ''), linesOf(after)];
  const start = firstDifference(old, fresh);
  const end = commonEnd(old, fresh, start);
  const lead = fresh.slice(Math.max(0, start - CONTEXT_LINES), start).map((line) => `  ${line}`);
  const gone = old.slice(start, old.length - end).map((line) => `- ${line}`);
  const come = fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`);
  const tail =
    end === 0
      ? []
      : fresh
          .slice(fresh.length - end)
          .slice(0, CONTEXT_LINES)
          .map((line) => `  ${line}`);
  const head = before === null ? `create ${file}` : `change ${file}`;
  return [head, ...[...lead, ...gone, ...come, ...tail].map(hideSecrets)].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function firstDifference(old: readonly string[], fresh: readonly string[]): number {
  let at = 0;
  while (at < old.length && at < fresh.length && old[at] === fresh[at]) at += 1;
  return at;
}

function commonEnd(old: readonly string[], fresh: readonly string[], start: number): number {
  let count = 0;
  while (count < Math.min(old.length, fresh.length) - start && old.at(-1 - count) === fresh.at(-1 - count)) count += 1;
  return count;
}

/** A client's file may be a single line. */
const LONGEST_LINE = 240;

const NAMED_SECRET =
  /(["']?[\w-]*(?:key|token|secret|password|credential|auth)[\w-]*["']?\s*[:=]\s*["'])(?!Bearer )[^"']+/giu;

/** What is printed may be pasted into an issue, and the lines around a change are somebody's own. */
function hideSecrets(line: string): string {
  const hidden = line.replace(/(Bearer )[\w.-]{8,}/, '$1…').replaceAll(NAMED_SECRET, '$1…');
  return hidden.length > LONGEST_LINE ? `${hidden.slice(0, LONGEST_LINE)}…` : hidden;
}
