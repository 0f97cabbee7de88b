import { baseSessionId, resumedFrom } from '../../base/text/base-session-id.ts';
import { InklingError } from '../../base/errors.ts';
import { SHORT_ID_PATTERN } from '../../base/text/short-id.ts';
import { splitSentences } from '../../base/text/sentences.ts';
import { addsNothing } from '../../features/capture/adds-nothing.ts';
import { captureExchanges, type CapturedExchange } from '../../features/capture/capture-exchanges.ts';
import { captureStatements, type SessionFrame } from '../../features/capture/summarize-session.ts';
import { detectStated } from '../../features/capture/detect/detect-stated.ts';
import { echoes } from '../../features/capture/echoes.ts';
import type { CaptureDetector, CapturedStatement } from '../../features/capture/captured-statement.ts';
import { hasOwnText } from '../../features/capture/strip-own-text.ts';
import type { ActivityStore } from '../../memory/activities/activity-store.ts';
import type { OrgConfig } from '../../memory/config/org-config.ts';
import type { InjectQueue } from '../../memory/injects/inject-queue.ts';
import type { Amendment } from '../../memory/observations/write/amendments.ts';
import type { Observation, ObservationInput, RememberResult } from '../../memory/observations/observation.ts';
import type { RememberOptions } from '../../memory/observations/write/remember-observations.ts';
import { observationStatus } from '../../memory/observations/observation-status.ts';
import type { ObservationStore } from '../../memory/observations/observation-store.ts';
import { isReadAgain } from '../../memory/observations/write/remember-observations.ts';
import type { ExtractionUsage } from '../../memory/extraction/extraction-ledger.ts';
import type { Session } from '../../memory/sessions/session.ts';
import type { SessionStore } from '../../memory/sessions/session-store.ts';
import type { RecallRequest, RecallResult } from '../../recall/memory-store.ts';
import { activityEvents, type ReadActivity } from '../sessions/activity-events.ts';
import { unlessSuperseded } from '../sessions/supersede-answered.ts';
import { completeExchanges, linkAmendments, rememberExchanges } from '../sessions/remember-talk.ts';
import { sessionEvents, talkIdOf } from '../sessions/session-events.ts';

/** What capture made of a session. */
export interface CaptureResult {
  /** What was remembered now. */
  readonly remembered: readonly RememberResult[];
  /** How many statements were left because the memory, or a block of the session, says the same already. */
  readonly known: number;
  /** Earlier talks that this one changes or comes back to, as far as they were linked now. */
  readonly amendments: readonly Amendment[];
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
   * says it answers, with `created: false`, unless that one has expired. `readable` as for `observations.remember`. Fails as that does.
   */
  remember(input: ObservationInput, options?: Pick<RememberOptions, 'readable'>): Promise<RememberResult>;
  /**
   * Links the talk of a session to the earlier one whose rules it says it changes, or that is most like it. Of the first recall then shows the later one
   * in place of the earlier. It happens by itself when a session ends; importers call it when they have brought all sessions.
   */
  linkAmendments(session: {
    readonly sessionId: string;
    readonly projectId: string | null;
    /** For whom policies decide which talks it may be linked to. (Default: nobody in particular) */
    readonly agentId?: string | undefined;
  }): Promise<readonly Amendment[]>;
  /** What the extraction model was asked for today (UTC), calls under way included; nothing without one. */
  extractionUsage(): Promise<ExtractionUsage>;
}

export interface CapturePorts {
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly activities: Pick<ActivityStore, 'list'>;
  readonly config: Pick<OrgConfig, 'effective'>;
  readonly observations: Pick<
    ObservationStore,
    'remember' | 'rememberMany' | 'supersede' | 'get' | 'resolve' | 'list' | 'getTalks' | 'talks' | 'amendments'
  >;
  readonly queue: Pick<InjectQueue, 'listMemoryInjects'>;
  recall(request: Omit<RecallRequest, 'orgId'>): Promise<RecallResult>;
  /** Whether the agent that says something may read a memory. */
  mayRead(observation: Observation, speaker: ObservationInput): Promise<boolean>;
  /** Loads a project's index; null = that of what is of no project. */
  warm(projectId: string | null): Promise<boolean>;
}

/** What the prompts that were just reported state by themselves; what they settle with the agent is known when the session has ended. */
export async function captureReported(
  ports: CapturePorts,
  sessionId: string,
  activities: readonly ReadActivity[],
): Promise<CaptureResult> {
  const session = await ports.sessions.get(sessionId);
  const stated = activityEvents(activities).flatMap((event) => (event.type === 'prompt' ? detectStated(event) : []));
  return session ? keepStatements(ports, session, stated) : NOTHING;
}

const NOTHING: CaptureResult = { remembered: [], known: 0, amendments: [] };

/** Captures a whole session: what was said, what it learned, and a summary when it has ended. */
export async function captureSession(ports: CapturePorts, session: Session): Promise<CaptureResult> {
  const { events, fromStart } = await sessionEvents(ports, session);
  const said = await keepExchanges(ports, session, (given) => captureExchanges(events, given, fromStart));
  // How it ended is not known before.
  const frame = session.endedAt === null ? undefined : frameOf(session);
  const stated = await statedIn(ports, session, resumedFrom(session.id));
  const before = stated.filter(({ supersededBy }) => supersededBy === null).map(statementOf);
  const learned = await keepStatements(ports, session, captureStatements(events, frame, before));
  const { projectId, agentId } = session;
  const amendments = await linkAmendments(ports, { id: await talkIdOf(ports, session), projectId, agentId });
  return { remembered: [...said, ...learned.remembered], known: learned.known, amendments };
}

/** Remembers the talk of a session up to the prompt that was just reported: what is complete of its last turns. */
export async function captureTalk(ports: CapturePorts, sessionId: string): Promise<void> {
  const session = await ports.sessions.get(sessionId);
  if (!session) return;
  const { events, fromStart } = await sessionEvents(ports, session, 1);
  await keepExchanges(ports, session, (given) => completeExchanges(events, given, fromStart));
}

/**
 * Remembers what was said and is not remembered yet. What the session was given, and what the memory says already, is no news: an agent that
 * retells it, in whatever words, adds nothing. Nothing when the project's memory is off, or its capture of exchanges.
 */
async function keepExchanges(
  ports: CapturePorts,
  session: Session,
  captured: (given: readonly string[]) => readonly CapturedExchange[],
): Promise<readonly RememberResult[]> {
  const { memoryEnabled, captureOff } = await ports.config.effective(session.projectId);
  if (!memoryEnabled || captureOff.includes('exchange')) return [];
  const given = await givenLines(ports, session.id);
  const talkId = await talkIdOf(ports, session);
  const fresh = await freshIn(ports, session.id, talkId, captured(given));
  if (fresh.length === 0) return [];
  const known = await withKnown(ports, session, given, fresh);
  return rememberExchanges(ports, session, talkId, await freshIn(ports, session.id, talkId, captured(known)));
}

/** The lines that a session was given, and those of the memory about its talk: an agent may have asked for them. */
export async function withKnown(
  ports: CapturePorts,
  session: Session,
  given: readonly string[],
  exchanges: readonly CapturedExchange[],
): Promise<readonly string[]> {
  const lines = new Set(given);
  for (const { content } of exchanges) for (const line of await knownLines(ports, content, session)) lines.add(line);
  return [...lines];
}

/** An exchange is known by its prompt's activity; the agent's last word, which has none, by its text. */
async function freshIn(
  { observations }: CapturePorts,
  sessionId: string,
  talkId: string,
  exchanges: readonly CapturedExchange[],
): Promise<readonly CapturedExchange[]> {
  if (exchanges.length === 0) return [];
  const { rows } = await observations.list({ sessionId: talkId, kind: 'exchange', limit: 1000 });
  const told = new Set(rows.flatMap((row) => [row.content, promptOf(row)]));
  return exchanges.filter(({ seq, content }) => !told.has(seq === null ? content : `${sessionId}/${seq}`));
}

/** Activities are counted in the session in which it was said. */
function promptOf({ metadata, sessionId }: Observation): string {
  const { capture } = metadata;
  const { activity } = (typeof capture === 'object' && capture !== null ? capture : {}) as { activity?: unknown };
  return typeof activity === 'number' ? `${metadata.sessionId ?? sessionId}/${activity}` : '';
}

/** What a session's record says around its events. */
export function frameOf({ workItem, outcome, endedAt, updatedAt }: Session): SessionFrame {
  const title = [workItem?.identifier, workItem?.title].filter(Boolean).join(' ');
  return { title, outcome, endedAt: endedAt ?? updatedAt };
}

/** Remembers what neither the memory nor a block of the session says already. Nothing when the project's memory is off. */
export async function keepStatements(
  ports: CapturePorts,
  session: Session,
  statements: readonly CapturedStatement[],
): Promise<CaptureResult> {
  if (statements.length === 0) return NOTHING;
  const { memoryEnabled, captureOff } = await ports.config.effective(session.projectId);
  const wanted = memoryEnabled ? statements.filter(({ kind }) => !captureOff.includes(kind)) : [];
  if (wanted.length === 0) return NOTHING;
  const given = await givenLines(ports, session.id);
  const fresh: CapturedStatement[] = [];
  for (const statement of wanted) {
    const isKnown =
      repeatsGiven(statement, given) || (await knownAs(ports, statement.content, session.projectId, session.agentId));
    if (!isKnown) fresh.push(statement);
  }
  const remembered = await ports.observations.rememberMany(fresh.map((statement) => inputOf(statement, session)));
  for (const statement of wanted) await replaceTakenBack(ports, session, statement);
  return { remembered, known: wanted.length - fresh.length, amendments: [] };
}

/**
 * What was taken back was remembered when it was said: what was said in its place takes over, unless somebody has replaced that since. Others may
 * capture the session at the same moment.
 */
async function replaceTakenBack(ports: CapturePorts, session: Session, statement: CapturedStatement): Promise<void> {
  const { replaces = [] } = statement;
  if (replaces.length === 0) return;
  const rows = await statedIn(ports, session, [session.id, ...resumedFrom(session.id)]);
  const { content, projectId: _project, ...options } = inputOf(statement, session);
  if (rows.some((row) => row.content === content && row.supersededBy !== null)) return;
  for (const { id } of rows.filter((row) => replaces.includes(row.content) && row.supersededBy === null)) {
    await ports.observations.supersede(id, content, options).catch(unlessSuperseded);
  }
}

/** The statements that were captured of sessions, as far as these are of the same project and agent as this one. */
async function statedIn(
  { observations }: CapturePorts,
  { projectId, agentId }: Session,
  sessionIds: readonly string[],
): Promise<readonly Observation[]> {
  const kinds = ['explicit', 'decision', 'convention'];
  const pages = await Promise.all(sessionIds.map((sessionId) => observations.list({ sessionId, limit: 1000 })));
  return pages
    .flatMap(({ rows }) => rows)
    .filter(({ kind, metadata }) => kinds.includes(kind) && metadata['capture'] !== undefined)
    .filter((row) => row.projectId === projectId && (agentId === null || row.agentId === agentId));
}

/** Before this session's first event. Who found it is not asked of what only may be taken back. */
function statementOf({ kind, content, createdAt }: Observation): CapturedStatement {
  return { detector: 'explicit', kind, content, paths: [], at: createdAt, seq: 0 };
}

/** Whether a statement says again what its session was given; an agent's words may do so in words of its own. */
export function repeatsGiven({ content, detector }: CapturedStatement, given: readonly string[]): boolean {
  return (
    given.some((line) => addsNothing(content, line)) ||
    (RETOLD.includes(detector) && splitSentences(content).some((text) => echoes(text, given)))
  );
}

/**
 * The lines of every block that the session, and those that it goes on from, were given: also what was superseded or forgotten since must not
 * come back by an echo.
 */
export async function givenLines({ queue }: Pick<CapturePorts, 'queue'>, sessionId: string): Promise<string[]> {
  const ids = [sessionId, ...resumedFrom(sessionId)];
  const injects = await Promise.all(ids.map((id) => queue.listMemoryInjects(id, { limit: 1000 })));
  const lines = injects.flat().flatMap(({ text }) => text.split('\n'));
  return [...new Set(lines)].filter((line) => /^ {0,2}- /u.test(line));
}

const CANDIDATES = 20;
/** The sentences of what the memory says about the same. What the talk itself settled is no reason to leave out the words that settled it. */
async function knownLines(
  ports: CapturePorts,
  content: string,
  { id, projectId, agentId }: Pick<Session, 'id' | 'projectId' | 'agentId'>,
): Promise<readonly string[]> {
  const { rows } = await ports.recall({ ...similarTo(content, projectId), ...asking(agentId), sessionId: id });
  const others = rows.filter(({ observation }) => baseSessionId(observation.sessionId ?? '') !== baseSessionId(id));
  return others.flatMap(
    ({ observation, talk }) => talk?.lines.map(({ text }) => text) ?? splitSentences(observation.content),
  );
}

// Words are compared below; this only has to find what may have the same ones, also of a line that was cut short.
const SAME_WORDS = 0.1;
const DEADLINE_MS = 2_000;

/** The active memory that says the same in the same words; null = none is known to. */
async function knownAs(
  ports: CapturePorts,
  content: string,
  projectId: string | null,
  agentId?: string | null,
): Promise<Observation | null> {
  const { rows } = await ports.recall({ ...similarTo(content, projectId), ...asking(agentId) });
  // What was said is kept for a while only: a statement that it holds is still to be kept for good.
  const statements = rows.filter(({ observation: { kind } }) => kind !== 'exchange');
  return statements.find(({ observation }) => addsNothing(content, observation.content))?.observation ?? null;
}

/** Policy is asked for the agent that says something: what it may not read is not known to it, and its user's words are kept. */
function asking(agentId: string | null | undefined): Pick<RecallRequest, 'agentId'> {
  return (agentId ?? null) === null ? {} : { agentId: agentId! };
}

function similarTo(queryText: string, projectId: string | null): Omit<RecallRequest, 'orgId'> {
  // Who works on no project may have been shown every project's.
  const scope = projectId === null ? 'org' : 'project';
  return { queryText, projectId, scope, limit: CANDIDATES, minRelevance: SAME_WORDS, deadlineMs: DEADLINE_MS };
}

/** A prompt is its user's word; everything else was seen to happen. */
const STATED: readonly CaptureDetector[] = ['explicit', 'decision', 'convention', 'correction', 'ruling', 'answer'];

/** Words of an agent are in these: what it was shown it may tell again in other words, and its user may nod. One such sentence is enough. */
const RETOLD: readonly CaptureDetector[] = ['answer', 'confirmation', 'recap', 'pasted-error', 'extractor'];

function inputOf(statement: CapturedStatement, session: Session): ObservationInput {
  const { detector, kind, content, paths, at, seq, modelId, passages } = statement;
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
      capture: {
        detector,
        activity: seq,
        ...(modelId === undefined ? {} : { model: modelId }),
        ...(passages === undefined ? {} : { passages }),
      },
    },
  };
}

/** {@link OrgCapture.remember} */
export async function rememberLearned(
  ports: CapturePorts,
  input: ObservationInput,
  nowMs: number,
  options: Pick<RememberOptions, 'readable'> = {},
): Promise<RememberResult> {
  const content = typeof input?.content === 'string' ? input.content : '';
  // What cannot be a statement is refused as everywhere.
  if (content.trim() === '') return ports.observations.remember(input);
  const isOwn = hasOwnText(content);
  const known = isOwn ? await namedIn(ports, content, input) : await saidBy(ports, content, input);
  const status = known && observationStatus(known, nowMs);
  // What had expired holds again when somebody says it.
  const isSaidAnew = status === 'expired' && !isOwn && !isReadAgain(input.source ?? 'tool');
  if (known && status && !isSaidAnew) {
    const { id, contentHash } = known;
    return { id, contentHash, created: false, status, redacted: [] };
  }
  if (!isOwn) return ports.observations.remember(input, options);
  throw new InklingError('invalid-input', 'The content contains lines from an injected block.', {
    hint: 'Say what is new, in your own words.',
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

/** A whole id anywhere, or a short one in the brackets of a line. */
const NAMED_ID = new RegExp(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=[[(])${SHORT_ID_PATTERN}(?=[\\])])`, 'iu');

/** Who may not read what an id names is told nothing of it, not even that it is there. */
async function namedIn(ports: CapturePorts, text: string, input: ObservationInput): Promise<Observation | null> {
  const id = NAMED_ID.exec(text)?.[0];
  const [meant, ...others] = id === undefined ? [] : await ports.observations.resolve(id);
  const named = meant === undefined || others.length > 0 ? null : await ports.observations.get(meant);
  return named !== null && (await ports.mayRead(named, input)) ? named : null;
}
