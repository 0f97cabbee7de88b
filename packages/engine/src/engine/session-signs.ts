import type { CaptureEvent, CommandEvent } from '../features/capture/capture-event.ts';
import type { OutcomeEvidence } from '../memory/feedback/decide-outcome.ts';
import { judgeAnswer } from '../memory/talk/judge-answer.ts';

const DETAIL_MAX_CHARACTERS = 200;

/** What a correction that wants the work undone says, in its beginning. */
const UNDO =
  /\b(?:revert|undo|undone|roll(?:ed)?[ -]?back|back (?:it|this|that) out|take (?:it|this|that) back|throw (?:it|this|that) away)\b/iu;
const OPENING_CHARACTERS = 160;

/**
 * What a session itself shows of its outcome: its last run of each of test, build and check, and each answer by which the user took back or corrected
 * what the agent had edited since the answer before. A refused proposal of which nothing was done is no correction.
 */
export function signsOf(events: readonly CaptureEvent[]): readonly OutcomeEvidence[] {
  const checks = new Map<CommandEvent['kind'], OutcomeEvidence>();
  const corrections: OutcomeEvidence[] = [];
  let edits = 0;
  for (const [index, event] of events.entries()) {
    if (event.type === 'edit') edits += 1;
    if (event.type === 'command') checks.set(event.kind, checkOf(event));
    if (event.type !== 'prompt') continue;
    if (edits > 0 && judgeAnswer(event.text) === 'refused') {
      const opening = event.text.slice(0, OPENING_CHARACTERS);
      corrections.push({
        source: 'correction',
        subject: String(event.seq ?? index),
        says: UNDO.test(opening) ? 'rejected' : 'rework',
        detail: event.text.slice(0, DETAIL_MAX_CHARACTERS),
        actor: null,
        occurredAt: event.at,
      });
    }
    edits = 0;
  }
  return [...checks.values(), ...corrections];
}

function checkOf({ kind, command, succeeded, at }: CommandEvent): OutcomeEvidence {
  const detail = `${succeeded ? 'passed' : 'failed'}: ${command.slice(0, DETAIL_MAX_CHARACTERS)}`;
  return {
    source: 'check',
    subject: kind,
    says: succeeded ? 'accepted' : 'rework',
    detail,
    actor: null,
    occurredAt: at,
  };
}
