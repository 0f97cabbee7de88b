import type { CaptureEvent, CommandEvent } from './capture-event.ts';
import type { CapturedStatement } from './captured-statement.ts';

/** What is known about a session besides its events. */
export interface SessionFrame {
  /** Identifier and title of the work item, '' when there is none. */
  readonly title: string;
  readonly outcome: string | null;
  readonly endedAt: string;
}

const MOST_NAMED = 8;
const LONGEST_TITLE = 160;
const LONGEST_COMMAND = 120;
const KINDS = { test: 'Tests', build: 'Build', check: 'Checks' } as const;

/**
 * What a session did, from its facets alone: the files that it changed, most often changed first, and how its last test, build and check
 * ended. null for a session that changed nothing: there is nothing to come back to.
 */
export function summarizeSession(events: readonly CaptureEvent[], frame: SessionFrame): CapturedStatement | null {
  const paths = editedPaths(events);
  if (paths.length === 0) return null;
  const title = frame.title.replaceAll(/\s+/gu, ' ').trim().slice(0, LONGEST_TITLE);
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  const parts = [
    title === '' ? 'A session' : `Session on ${title}:`,
    `edited ${named}${more}.`,
    ...lastRuns(events).map(({ kind, command, succeeded }) => {
      const end = succeeded ? 'passed' : 'failed';
      return `${KINDS[kind]} ${end} last: \`${command.slice(0, LONGEST_COMMAND)}\`.`;
    }),
    ...(frame.outcome === null ? [] : [`Outcome: ${frame.outcome}.`]),
  ];
  const content = parts.join(' ');
  return { detector: 'session-summary', kind: 'session_summary', content, paths, at: frame.endedAt, seq: null };
}

function editedPaths(events: readonly CaptureEvent[]): string[] {
  const counts = new Map<string, number>();
  for (const event of events) if (event.type === 'edit') counts.set(event.path, (counts.get(event.path) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([path]) => path);
}

function lastRuns(events: readonly CaptureEvent[]): CommandEvent[] {
  const commands = events.filter((event) => event.type === 'command');
  return (['test', 'build', 'check'] as const).flatMap(
    (kind) => commands.findLast((event) => event.kind === kind) ?? [],
  );
}
