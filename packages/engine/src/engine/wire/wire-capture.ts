import type { Activity, ActivityInput } from '../../memory/activities/activity.ts';
import type { ActivityStore } from '../../memory/activities/activity-store.ts';
import type { AppendedActivity } from '../../memory/activities/append-activities.ts';
import type { Session } from '../../memory/sessions/session.ts';
import { existingSession, type SessionStore } from '../../memory/sessions/session-store.ts';
import { talkIdOf } from '../sessions/session-events.ts';
import { isPrompt, type ReadActivity } from '../sessions/activity-events.ts';
import {
  captureReported,
  captureSession,
  captureTalk,
  rememberLearned,
  type CapturePorts,
  type CaptureResult,
  type OrgCapture,
} from '../handle/org-capture.ts';
import { linkAmendments } from '../sessions/remember-talk.ts';
import { watchSessions } from '../sessions/watch-sessions.ts';
import type { Rooms } from './wire-rooms.ts';
import { safeListener } from '../../base/safe-listener.ts';
import { createExtractionLedger, type ExtractionUsage } from '../../memory/extraction/extraction-ledger.ts';
import { extractionCaps } from './extraction-options.ts';
import { extractSession } from '../sessions/extract-session.ts';

/** What one organisation's capture reads, and what it listens to. */
export interface CaptureWiring {
  readonly rooms: Pick<Rooms, 'options' | 'clock' | 'background' | 'onError' | 'closing' | 'preparer'>;
  readonly orgId: string;
  readonly ports: Omit<CapturePorts, 'sessions' | 'activities'>;
  readonly sessions: SessionStore;
  readonly activities: ActivityStore;
  /** Decides how a session that ended turned out. */
  readonly judge: (sessionId: string) => Promise<unknown>;
}

/** Stores that capture what they are told of. */
export interface WiredCapture {
  readonly capture: OrgCapture;
  readonly sessions: SessionStore;
  readonly activities: ActivityStore;
}

/** Binds capture to one organisation: prompts are captured when they are reported, sessions are judged and captured when they end. Nobody waits for it. */
export function wireCapture({ rooms, orgId, sessions, activities, judge, ...wiring }: CaptureWiring): WiredCapture {
  const ports: CapturePorts = { ...wiring.ports, sessions, activities };
  const extraction = wireExtraction(rooms, orgId, ports);
  const session = async (sessionId: string): Promise<CaptureResult> =>
    captureSession(ports, await existingSession(sessions, sessionId));
  // Its summary says how it turned out. The model reads last: what was found without it is not said twice.
  const ended = async (sessionId: string): Promise<void> => {
    await judge(sessionId).catch(rooms.onError);
    await session(sessionId);
    await extraction.read(await existingSession(sessions, sessionId));
  };
  return {
    capture: {
      session,
      remember: (input, options) => rememberLearned(ports, input, rooms.clock.now(), options),
      linkAmendments: async ({ sessionId, projectId, agentId = null }) => {
        const session = (await sessions.get(sessionId)) ?? { id: sessionId, projectId, agentId };
        return linkAmendments(ports, { id: await talkIdOf({ sessions }, session), projectId, agentId });
      },
      extractionUsage: extraction.usage,
    },
    sessions: watchSessions(sessions, {
      touched: () => undefined,
      ended: (sessionId) => rooms.background.run(() => ended(sessionId)),
      epochStarted: () => undefined,
    }),
    activities: {
      ...activities,
      async append(sessionId, inputs, options) {
        const written = await activities.append(sessionId, inputs, options);
        const prompts = reportedPrompts(inputs, written, rooms.clock.now());
        if (prompts.length > 0) {
          rooms.background.run(() => captureReported(ports, sessionId, prompts));
          rooms.background.run(() => captureTalk(ports, sessionId));
        }
        return written;
      },
    },
  };
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

interface OrgExtraction {
  /** Reads a session that ended; nothing without an extractor. Rejects when the store fails. */
  read(session: Session): Promise<void>;
  /** What was taken today. */
  readonly usage: () => Promise<ExtractionUsage>;
}

function wireExtraction(
  rooms: Pick<Rooms, 'options' | 'clock' | 'onError' | 'closing' | 'preparer'>,
  orgId: string,
  ports: CapturePorts,
): OrgExtraction {
  const { clock, onError, closing } = rooms;
  const { redact } = rooms.preparer;
  const { database, extraction } = rooms.options;
  const ledger = createExtractionLedger(database.tenant(orgId), clock);
  const usage = (): Promise<ExtractionUsage> => ledger.usage();
  if (!extraction) return { read: () => Promise.resolve(), usage };
  const { extractor } = extraction;
  const tell = safeListener(extraction.onOutcome);
  const given = {
    ...ports,
    orgId,
    clock,
    extractor,
    caps: extractionCaps(extraction),
    ledger,
    redact,
    closing,
    onError,
  };
  return { read: async (session) => tell(await extractSession(given, session)), usage };
}
