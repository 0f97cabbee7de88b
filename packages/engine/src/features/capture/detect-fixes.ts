import type { CaptureEvent, CommandEvent } from './capture-event.ts';
import type { CapturedStatement } from './captured-statement.ts';
import { errorLine } from './error-line.ts';

/** A change of more files is no fix of one failure. */
const MOST_FILES = 8;
const MOST_FIXES = 5;
const LONGEST_COMMAND = 200;

interface OpenFailure {
  readonly event: CommandEvent;
  readonly files: Set<string>;
}

/** Commands that failed and later passed, with what was edited in between: what the error was, and where its cause was. */
export function detectFixes(events: readonly CaptureEvent[]): CapturedStatement[] {
  const open = new Map<string, OpenFailure>();
  const fixes: CapturedStatement[] = [];
  for (const event of events) {
    if (event.type === 'edit') for (const { files } of open.values()) files.add(event.path);
    if (event.type !== 'command') continue;
    const key = sameCommand(event.command);
    const failure = open.get(key);
    if (!event.succeeded) open.set(key, { event, files: failure?.files ?? new Set() });
    else if (open.delete(key) && failure) fixes.push(...fixOf(failure, event));
  }
  return fixes.slice(-MOST_FIXES);
}

function fixOf({ event, files }: OpenFailure, { at }: CommandEvent): CapturedStatement[] {
  const paths = [...files];
  const why = errorLine(event.output ?? '');
  // Without the error's own words there is nothing that a later failure could be found by.
  if (paths.length === 0 || paths.length > MOST_FILES || why === '') return [];
  const content = `\`${event.command.slice(0, LONGEST_COMMAND)}\` failed with: ${why} It passed after edits to ${paths.join(', ')}.`;
  return [{ detector: 'error-fix', kind: 'error', content, paths, at, seq: event.seq }];
}

/** The same command, whatever folder it was given in and however it was spaced. */
function sameCommand(command: string): string {
  return command
    .replace(/^\s*cd [^&;]+(?:&&|;)/u, '')
    .replaceAll(/\s+(?:2>&1|\|\s*(?:tail|head|cat)\b.*$)/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
