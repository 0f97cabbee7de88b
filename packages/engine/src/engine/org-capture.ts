import { InklingError } from '../base/errors.ts';
import { addsNothing } from '../features/capture/adds-nothing.ts';
import type { CaptureEvent } from '../features/capture/capture-event.ts';
import { captureStatements } from '../features/capture/capture-statements.ts';
import type { CapturedStatement } from '../features/capture/captured-statement.ts';
import { hasOwnText } from '../features/capture/strip-own-text.ts';
import type { SessionFrame } from '../features/capture/summarize-session.ts';
import type { ActivityStore } from '../memory/activities/activity-store.ts';
import type { OrgConfig } from '../memory/config/org-config.ts';
import type { InjectQueue } from '../memory/injects/inject-queue.ts';
import type { Observation, ObservationInput, RememberResult } from '../memory/observations/observation.ts';
import { observationStatus } from '../memory/observations/observation-status.ts';
import type { ObservationStore } from '../memory/observations/observation-store.ts';
import type { ExtractionUsage } from '../memory/extraction/read-extraction-usage.ts';
import type { Session } from '../memory/sessions/session.ts';
import type { SessionStore } from '../memory/sessions/session-store.ts';
import type { RecallRequest, RecallResult } from '../recall/memory-store.ts';
import { activityEvents, type ReadActivity } from './activity-events.ts';

/** What capture made of a session. */
export interface CaptureResult {
  /** What was remembered now. */
  readonly remembered: readonly RememberResult[];
  /** How many statements were left because the memory, or a block of the session, says the same already. */
  readonly known: number;
}

/** What sessions learn becomes observations, without a model. Contract 3 and 13. */
export interface OrgCapture {
  /**
   * Captures a session again from its activities: it happens by itself when a session ends, and for each prompt that is reported. Repeating it
   * adds nothing. Nothing when the project's memory is off. Fails with `session-not-found`.
   */
  session(sessionId: string): Promise<CaptureResult>;
  /**
   * Remembers what an agent says it learned. What only repeats the memory, or a block that it was given, is no new statement: the one that
   * says it answers, with `created: false`. Fails as `observations.remember` does.
   */
  remember(input: ObservationInput): Promise<RememberResult>;
  /** What the extraction model was asked for today (UTC), calls under way included; nothing without one. */
  extractionUsage(): Promise<ExtractionUsage>;
}

/** What capture stands on. */
export interface CapturePorts {
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly activities: Pick<ActivityStore, 'list'>;
  readonly config: Pick<OrgConfig, 'effective'>;
  readonly observations: Pick<ObservationStore, 'remember' | 'rememberMany' | 'get'>;
  readonly queue: Pick<InjectQueue, 'listMemoryInjects'>;
  recall(request: Omit<RecallRequest, 'orgId'>): Promise<RecallResult>;
  /** Whether the agent that says something may read a memory. */
  mayRead(observation: Observation, speaker: ObservationInput): Promise<boolean>;
}

/** The statements of activities that were just reported, for who has them at hand. */
export async function captureReported(
  ports: CapturePorts,
  sessionId: string,
  activities: readonly ReadActivity[],
): Promise<CaptureResult> {
  const session = await ports.sessions.get(sessionId);
  return session ? keepStatements(ports, session, captureStatements(activityEvents(activities))) : NOTHING;
}

const NOTHING: CaptureResult = { remembered: [], known: 0 };

/** Captures a whole session, with its summary. */
export async function captureSession(ports: CapturePorts, session: Session): Promise<CaptureResult> {
  const events = await sessionEvents(ports, session.id);
  return keepStatements(ports, session, captureStatements(events, frameOf(session)));
}

/** What a session's record says around its events. */
export function frameOf({ workItem, outcome, endedAt, updatedAt }: Session): SessionFrame {
  const title = [workItem?.identifier, workItem?.title].filter(Boolean).join(' ');
  return { title, outcome, endedAt: endedAt ?? updatedAt };
}

// The end of a longer session says more than its middle; its prompts were captured when they came.
const MOST_PAGES = 20;
const PAGE = 200;

/** What a session's activities tell. */
export async function sessionEvents({ activities }: CapturePorts, sessionId: string): Promise<CaptureEvent[]> {
  const pages: (readonly ReadActivity[])[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < MOST_PAGES; read++) {
    const { rows, hasMore } = await activities.list(sessionId, {
      before,
      types: ['action', 'error', 'context', 'response'],
      limit: PAGE,
    });
    pages.unshift(rows);
    before = rows[0]?.seq ?? 0;
    if (!hasMore) break;
  }
  return activityEvents(pages.flat());
}

/** Remembers what neither the memory nor a block of the session says already. Nothing when the project's memory is off. */
export async function keepStatements(
  ports: CapturePorts,
  session: Session,
  statements: readonly CapturedStatement[],
): Promise<CaptureResult> {
  if (statements.length === 0) return NOTHING;
  if (!(await ports.config.effective(session.projectId)).memoryEnabled) return NOTHING;
  const given = await givenLines(ports, session.id);
  const fresh: CapturedStatement[] = [];
  for (const statement of statements) {
    const repeats = given.some((line) => addsNothing(statement.content, line));
    if (!repeats && !(await knownAs(ports, statement.content, session.projectId))) fresh.push(statement);
  }
  const remembered = await ports.observations.rememberMany(fresh.map((statement) => inputOf(statement, session)));
  return { remembered, known: statements.length - fresh.length };
}

/** The lines of every block that the session was given: also what was superseded or forgotten since must not come back by an echo. */
async function givenLines({ queue }: CapturePorts, sessionId: string): Promise<string[]> {
  const injects = await queue.listMemoryInjects(sessionId, { limit: 1000 });
  return injects.flatMap(({ text }) => text.split('\n')).filter((line) => line.startsWith('- '));
}

const CANDIDATES = 20;
// Words are compared below; this only has to find what may have the same ones, also of a line that was cut short.
const SAME_WORDS = 0.1;
const DEADLINE_MS = 2_000;

/** The active memory that says the same in the same words; null = none is known to. */
async function knownAs(
  ports: CapturePorts,
  content: string,
  projectId: string | null,
  agentId?: string,
): Promise<Observation | null> {
  const { rows } = await ports.recall({
    queryText: content,
    projectId,
    ...(agentId === undefined ? {} : { agentId }),
    // Who works on no project may have been shown every project's.
    scope: projectId === null ? 'org' : 'project',
    limit: CANDIDATES,
    minRelevance: SAME_WORDS,
    deadlineMs: DEADLINE_MS,
  });
  return rows.find(({ observation }) => addsNothing(content, observation.content))?.observation ?? null;
}

/** A prompt is its user's word; everything else was seen to happen. */
const STATED: readonly CapturedStatement['detector'][] = ['explicit', 'decision', 'convention', 'correction'];

function inputOf(statement: CapturedStatement, session: Session): ObservationInput {
  const { detector, kind, content, paths, at, seq, modelId } = statement;
  return {
    content,
    kind,
    source: 'auto-capture',
    projectId: session.projectId,
    sessionId: session.id,
    ...(session.agentId === null ? {} : { agentId: session.agentId }),
    createdAt: at,
    metadata: {
      ...(paths.length > 0 ? { paths } : {}),
      ...(STATED.includes(detector) ? { speaker: 'user' } : {}),
      capture: { detector, activity: seq, ...(modelId === undefined ? {} : { model: modelId }) },
    },
  };
}

/** {@link OrgCapture.remember} */
export async function rememberLearned(
  ports: CapturePorts,
  input: ObservationInput,
  nowMs: number,
): Promise<RememberResult> {
  const content = typeof input?.content === 'string' ? input.content : '';
  // What cannot be a statement is refused as everywhere.
  if (content.trim() === '') return ports.observations.remember(input);
  const isOwn = hasOwnText(content);
  const known = isOwn ? await namedIn(ports, content, input) : await saidBy(ports, content, input);
  if (known) {
    const { id, contentHash } = known;
    return { id, contentHash, created: false, status: observationStatus(known, nowMs), redacted: [] };
  }
  if (!isOwn) return ports.observations.remember(input);
  throw new InklingError('invalid-input', 'The content has lines in it that a block brought.', {
    wayOut: 'Say what is new, in words of your own.',
  });
}

/** The memory that says it already, by the lines that the session was given and by the memory itself. */
async function saidBy(ports: CapturePorts, content: string, input: ObservationInput): Promise<Observation | null> {
  const { sessionId = null, projectId = null } = input;
  const given = sessionId === null ? [] : await givenLines(ports, sessionId);
  const line = given.find((text) => addsNothing(content, text));
  const named = line === undefined ? null : await namedIn(ports, line, input);
  return named ?? knownAs(ports, content, projectId, input.agentId);
}

/** Who may not read what an id names is told nothing of it, not even that it is there. */
async function namedIn(ports: CapturePorts, text: string, input: ObservationInput): Promise<Observation | null> {
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu.exec(text)?.[0]?.toLowerCase();
  const named = id === undefined ? null : await ports.observations.get(id);
  return named !== null && (await ports.mayRead(named, input)) ? named : null;
}
