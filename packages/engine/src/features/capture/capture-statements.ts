import type { CaptureEvent } from './capture-event.ts';
import type { CapturedStatement } from './captured-statement.ts';
import { addsNothing } from './adds-nothing.ts';
import { detectFixes } from './detect-fixes.ts';
import { detectRepeatedEdits } from './detect-repeated-edits.ts';
import { detectSettled } from './detect-settled.ts';
import { detectStated } from './detect-stated.ts';
import { echoes } from './echoes.ts';
import { summarizeSession, type SessionFrame } from './summarize-session.ts';

/**
 * What a session learned, without a model and without input or output: what its user asked to be remembered, decided, ruled and corrected,
 * what user and agent settled between them, failures with what ended them, replacements made again and again, and, with a frame, a summary.
 * Events in their order. Of statements that say the same the first stands. Nothing of our own blocks is among them, save what was retyped or
 * told in other words: that is for who knows what the session was given.
 */
export function captureStatements(events: readonly CaptureEvent[], frame?: SessionFrame): CapturedStatement[] {
  const stated = events.flatMap((event) => (event.type === 'prompt' ? detectStated(event) : []));
  const told = stated.map(({ content }) => content);
  const settled = detectSettled(events).filter(({ content }) => !echoes(content, told));
  const summary = frame && summarizeSession(events, frame, [...stated, ...settled]);
  const all = [
    ...stated,
    ...settled,
    ...detectFixes(events),
    ...detectRepeatedEdits(events),
    ...(summary ? [summary] : []),
  ];
  return all.filter(
    (statement, index) => !all.slice(0, index).some((earlier) => addsNothing(statement.content, earlier.content)),
  );
}
