import { baseSessionId, resumedFrom } from '../../base/text/base-session-id.ts';
import type { AnswerEvent, CaptureEvent, CommandEvent } from '../../features/capture/capture-event.ts';
import { OWN_MISTAKE } from '../../features/capture/detect/taken-back.ts';
import type { ActivityStore } from '../../memory/activities/activity-store.ts';
import { activityEvents, type ReadActivity } from './activity-events.ts';
import type { OutcomeEvidence } from '../../memory/feedback/decide-outcome.ts';
import type { Session } from '../../memory/sessions/session.ts';
import type { SessionStore } from '../../memory/sessions/session-store.ts';
import { judgeAnswer } from '../../memory/talk/exchange.ts';

export interface SessionEventPorts {
  readonly activities: Pick<ActivityStore, 'list'>;
  readonly sessions: Pick<SessionStore, 'get'>;
}

/** Who works on what: a session goes on only from one of the same project and agent, whatever its name says. */
export type GoingOn = Pick<Session, 'id' | 'projectId' | 'agentId'>;

/** The sessions that a session goes on from, the one before it first. A name alone is no right to another's words. */
async function sessionsBefore(
  { sessions }: Pick<SessionEventPorts, 'sessions'>,
  { id, projectId, agentId }: GoingOn,
): Promise<readonly string[]> {
  const found = await Promise.all(resumedFrom(id).map((before) => sessions.get(before)));
  return found.flatMap((before) =>
    before !== null && before.projectId === projectId && before.agentId === agentId ? [before.id] : [],
  );
}

/** The session whose talk a session's words belong to: the one it goes on from, if it may, or itself. */
export async function talkIdOf(
  { sessions }: Pick<SessionEventPorts, 'sessions'>,
  { id, projectId, agentId }: GoingOn,
): Promise<string> {
  const base = baseSessionId(id);
  const first = base === id ? null : await sessions.get(base);
  return first !== null && first.projectId === projectId && first.agentId === agentId ? base : id;
}

export interface SessionEvents {
  readonly events: readonly CaptureEvent[];
  /** Whether they are told from its start. */
  readonly fromStart: boolean;
}

// The end of a longer session says more than its middle; its prompts were captured when they came.
const MOST_PAGES = 20;
const PAGE = 200;

/**
 * What happened in a session. Of one that goes on after its end, what the agent had said last stands in front: its first prompt is the
 * answer to that.
 */
export async function sessionEvents(
  ports: SessionEventPorts,
  session: GoingOn,
  mostPages: number = MOST_PAGES,
): Promise<SessionEvents> {
  const { events, fromStart } = await ownEvents(ports, session.id, mostPages);
  return { events: fromStart ? [...(await wordsBefore(ports, session)), ...events] : events, fromStart };
}

async function ownEvents(
  { activities }: SessionEventPorts,
  sessionId: string,
  mostPages: number,
): Promise<SessionEvents> {
  const pages: (readonly ReadActivity[])[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  let fromStart = false;
  for (let read = 0; read < mostPages; read++) {
    const { rows, hasMore } = await activities.list(sessionId, {
      before,
      types: ['action', 'error', 'context', 'response'],
      limit: PAGE,
    });
    pages.unshift(rows);
    before = rows[0]?.seq ?? 0;
    fromStart = !hasMore;
    if (fromStart) break;
  }
  return { events: activityEvents(pages.flat()), fromStart };
}

/** What the agent had said since its user's last words, before the session ended and went on. One that was opened and closed said nothing. */
async function wordsBefore(ports: SessionEventPorts, session: GoingOn): Promise<readonly AnswerEvent[]> {
  for (const before of await sessionsBefore(ports, session)) {
    const { events } = await ownEvents(ports, before, 1);
    const lastPrompt = events.findLastIndex(({ type }) => type === 'prompt');
    const answers = events.slice(lastPrompt + 1).filter((event) => event.type === 'answer');
    if (lastPrompt >= 0 || answers.length > 0) return answers;
  }
  return [];
}

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
    const opening = event.text.slice(0, OPENING_CHARACTERS);
    // Who was wrong himself says nothing of the agent's work.
    if (edits > 0 && judgeAnswer(event.text) === 'refused' && !OWN_MISTAKE.test(opening)) {
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
