import { resumedFrom } from '../base/base-session-id.ts';
import type { AnswerEvent, CaptureEvent } from '../features/capture/capture-event.ts';
import type { ActivityStore } from '../memory/activities/activity-store.ts';
import { activityEvents, type ReadActivity } from './activity-events.ts';

/** What the events are read from. */
export interface SessionEventPorts {
  readonly activities: Pick<ActivityStore, 'list'>;
}

/** What a session's activities tell. */
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
  sessionId: string,
  mostPages: number = MOST_PAGES,
): Promise<SessionEvents> {
  const { events, fromStart } = await ownEvents(ports, sessionId, mostPages);
  return { events: fromStart ? [...(await wordsBefore(ports, sessionId)), ...events] : events, fromStart };
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
async function wordsBefore(ports: SessionEventPorts, sessionId: string): Promise<readonly AnswerEvent[]> {
  for (const before of resumedFrom(sessionId)) {
    const { events } = await ownEvents(ports, before, 1);
    const lastPrompt = events.findLastIndex(({ type }) => type === 'prompt');
    const answers = events.slice(lastPrompt + 1).filter((event) => event.type === 'answer');
    if (lastPrompt >= 0 || answers.length > 0) return answers;
  }
  return [];
}
