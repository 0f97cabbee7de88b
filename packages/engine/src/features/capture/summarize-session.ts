import { addsNothing } from './adds-nothing.ts';
import type { CaptureEvent, CommandEvent } from './capture-event.ts';
import type { CapturedStatement } from './captured-statement.ts';
import { proseSentences } from './prose-sentences.ts';
import { stripOwnText } from './strip-own-text.ts';
import { detectFixes } from './detect/detect-fixes.ts';
import { detectRepeatedEdits } from './detect/detect-repeated-edits.ts';
import { detectSettled } from './detect/detect-settled.ts';
import { detectStated } from './detect/detect-stated.ts';
import { withoutTakenBack } from './detect/taken-back.ts';
import { echoes } from './echoes.ts';

/** What is known about a session besides its events. */
export interface SessionFrame {
  /** Identifier and title of the work item, '' when there is none. */
  readonly title: string;
  readonly outcome: string | null;
  readonly endedAt: string;
}

const LONGEST_REQUEST = 200;
const LONGEST_SETTLED = 160;
const MOST_SETTLED = 3;
const LONGEST_TITLE = 160;
const MOST_PATHS = 20;
const KINDS = { test: 'Tests', build: 'Build', check: 'Checks' } as const;

/** The best first: what sums up, what was asked to be remembered, what was confirmed. */
const SETTLES: readonly CapturedStatement['detector'][] = [
  'recap',
  'explicit',
  'confirmation',
  'answer',
  'decision',
  'correction',
  'convention',
  'ruling',
];

/**
 * What a session was for, what was settled in it and how it ended; the files that it changed are its paths. `settled` is what else the session
 * says. null for a session that settled nothing or changed nothing: what it was asked, and a list of files, helps nobody.
 */
function summarizeSession(
  events: readonly CaptureEvent[],
  frame: SessionFrame,
  settled: readonly CapturedStatement[] = [],
): CapturedStatement | null {
  const paths = editedPaths(events);
  const request = requestIn(events, settled);
  const rules = settledIn(settled);
  // Talk alone is kept as exchanges.
  if (paths.length === 0 || rules.length === 0) return null;
  const title = frame.title.replaceAll(/\s+/gu, ' ').trim().slice(0, LONGEST_TITLE);
  const ends = [
    ...lastRuns(events).map(({ kind, succeeded }) => `${KINDS[kind]} ${succeeded ? 'passed' : 'failed'} last.`),
    ...(frame.outcome === null ? [] : [`Outcome: ${frame.outcome}.`]),
  ];
  // A session of hooks is called as its first prompt begins.
  const isNamed = title !== '' && !request.startsWith(title);
  const parts = [
    ...(isNamed ? [`Session on ${title}:`] : request === '' ? [] : ['Session:']),
    ...(request === '' ? [] : [request]),
    `Settled: ${rules.join(' ')}`,
    ...ends,
  ];
  const content = parts.join(' ');
  return { detector: 'session-summary', kind: 'session_summary', content, paths, at: frame.endedAt, seq: null };
}

/** "Go on" and "thanks" ask for nothing that a later session could look for. */
const FEWEST_WORDS = 4;

/** The first sentences of the first prompt that asks for something. */
function requestIn(events: readonly CaptureEvent[], settled: readonly CapturedStatement[]): string {
  const ruled = settled.flatMap(({ content, replaces = [] }) => [content, ...replaces]);
  for (const event of events) {
    if (event.type !== 'prompt') continue;
    // What it rules stands among what was settled, or was taken back.
    const sentences = proseSentences(stripOwnText(event.text))
      .map(({ text }) => text)
      .filter((text) => !ruled.some((content) => addsNothing(content, text)));
    const request = firstOf(sentences, LONGEST_REQUEST);
    if (request.split(' ').length >= FEWEST_WORDS) return /[.!?…]$/u.test(request) ? request : `${request}.`;
  }
  return '';
}

function firstOf(sentences: readonly string[], longest: number): string {
  let taken = '';
  for (const sentence of sentences) {
    if (taken !== '' && taken.length + sentence.length >= longest) break;
    taken = `${taken} ${sentence}`.trim();
  }
  return clipped(taken, longest);
}

function settledIn(statements: readonly CapturedStatement[]): string[] {
  return statements
    .filter(({ detector }) => SETTLES.includes(detector))
    .toSorted((a, b) => SETTLES.indexOf(a.detector) - SETTLES.indexOf(b.detector))
    .slice(0, MOST_SETTLED)
    .map(({ content }) => clipped(content, LONGEST_SETTLED));
}

/** At the end of a word. */
function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/\s+\S*$/u, '')}…`;
}

function editedPaths(events: readonly CaptureEvent[]): string[] {
  const counts = new Map<string, number>();
  for (const event of events) if (event.type === 'edit') counts.set(event.path, (counts.get(event.path) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([path]) => path)
    .slice(0, MOST_PATHS);
}

function lastRuns(events: readonly CaptureEvent[]): CommandEvent[] {
  const commands = events.filter((event) => event.type === 'command');
  return (['test', 'build', 'check'] as const).flatMap(
    (kind) => commands.findLast((event) => event.kind === kind) ?? [],
  );
}

/**
 * What a session learned, without a model and without input or output: what its user asked to be remembered, decided, ruled and corrected
 * and did not take back, what user and agent settled between them, failures with what ended them, replacements made again and again, and, with
 * a frame, a summary. Events in their order. Of statements that say the same the first stands. Nothing of our own blocks is among them, save
 * what was retyped or told in other words: that is for who knows what the session was given.
 * `before`: what the sessions that it goes on from state, which its user may take back. (Default: nothing)
 */
export function captureStatements(
  events: readonly CaptureEvent[],
  frame?: SessionFrame,
  before: readonly CapturedStatement[] = [],
): CapturedStatement[] {
  const stated = events.flatMap((event) => (event.type === 'prompt' ? detectStated(event) : []));
  const told = stated.map(({ content }) => content);
  const settled = detectSettled(events).filter(({ content }) => !echoes(content, told));
  const standing = withoutTakenBack([...before, ...stated, ...settled], events).filter((one) => !before.includes(one));
  const summary = frame && summarizeSession(events, frame, standing);
  const all = [...standing, ...detectFixes(events), ...detectRepeatedEdits(events), ...(summary ? [summary] : [])];
  return all.filter(
    ({ content, replaces }, index) =>
      replaces !== undefined || !all.slice(0, index).some((earlier) => addsNothing(content, earlier.content)),
  );
}
