import type { Activity, ActivityInput } from '../memory/activities/activity.ts';
import type { ActivityStore } from '../memory/activities/activity-store.ts';
import type { AppendedActivity } from '../memory/activities/append-activities.ts';
import { InklingError } from '../base/errors.ts';
import type { SessionStore } from '../memory/sessions/session-store.ts';
import { isPrompt, type ReadActivity } from './activity-events.ts';
import {
  captureReported,
  captureSession,
  rememberLearned,
  type CapturePorts,
  type CaptureResult,
  type OrgCapture,
} from './org-capture.ts';
import { watchSessions } from './watch-sessions.ts';
import type { Rooms } from './wire-rooms.ts';

/** What one organisation's capture reads, and what it listens to. */
export interface CaptureWiring {
  readonly rooms: Pick<Rooms, 'clock' | 'background'>;
  readonly ports: Omit<CapturePorts, 'sessions' | 'activities'>;
  readonly sessions: SessionStore;
  readonly activities: ActivityStore;
}

/** Stores that capture what they are told of. */
export interface WiredCapture {
  readonly capture: OrgCapture;
  readonly sessions: SessionStore;
  readonly activities: ActivityStore;
}

/** Binds capture to one organisation: prompts are captured when they are reported, sessions when they end. Nobody waits for it. */
export function wireCapture({ rooms, sessions, activities, ...wiring }: CaptureWiring): WiredCapture {
  const ports: CapturePorts = { ...wiring.ports, sessions, activities };
  const session = (sessionId: string): Promise<CaptureResult> => captureEnded(ports, sessionId);
  return {
    capture: { session, remember: (input) => rememberLearned(ports, input, rooms.clock.now()) },
    sessions: watchSessions(sessions, {
      touched: () => undefined,
      ended: (sessionId) => rooms.background.run(() => session(sessionId)),
      epochStarted: () => undefined,
    }),
    activities: {
      ...activities,
      async append(sessionId, inputs) {
        const written = await activities.append(sessionId, inputs);
        const prompts = reportedPrompts(inputs, written, rooms.clock.now());
        if (prompts.length > 0) rooms.background.run(() => captureReported(ports, sessionId, prompts));
        return written;
      },
    },
  };
}

async function captureEnded(ports: CapturePorts, sessionId: string): Promise<CaptureResult> {
  const session = await ports.sessions.get(sessionId);
  if (session) return captureSession(ports, session);
  throw new InklingError('session-not-found', `No session ${sessionId} exists.`, { details: { sessionId } });
}

/** Those that were written now: a report that is repeated was captured the first time. */
function reportedPrompts(
  inputs: readonly ActivityInput[],
  written: readonly AppendedActivity[],
  nowMs: number,
): ReadActivity[] {
  return inputs.flatMap(({ type, body, occurredAt = new Date(nowMs) }, index) => {
    const row = written[index];
    const told = { type, body: body as Activity['body'], occurredAt: new Date(occurredAt).toISOString() };
    return row?.created === true && isPrompt(told) ? [{ ...told, seq: row.seq }] : [];
  });
}
