import { DEADLINE_EXCEEDED, inTime } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import { requireInput } from '../../base/require-input.ts';
import type { MemoryInjection } from '../../features/history/compute-memory-injection.ts';
import {
  createConversationMemory,
  type ConversationMemory,
  type ConversationMemoryOptions,
} from '../../features/history/conversation-memory.ts';
import { createInjectionState } from '../../features/history/blocks/injection-state.ts';
import {
  DEFAULT_MEMORY_INJECTION,
  readMemoryInjectionSettings,
} from '../../features/history/memory-injection-settings.ts';
import type { ConversationMemoryItem, MemorySource } from '../../features/history/memory-source.ts';
import type { ActivityInput } from '../../memory/activities/activity.ts';
import type { ActivityStore } from '../../memory/activities/activity-store.ts';
import type { OrgConfig } from '../../memory/config/org-config.ts';
import { composeObservationBlock } from '../../memory/compose/compose-observation-block.ts';
import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { ANONYMOUS_AGENT } from '../../memory/policy/authorizer.ts';
import type { RecalledObservation } from '../../recall/memory-store.ts';
import { conversationSeen, type ConversationSeen, type ConversationSeenPorts } from '../sessions/conversation-seen.ts';
import { pinnedObservations } from '../sessions/pinned-observations.ts';
import { lineMeasure } from '../wire/memory-options.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** A conversation over an organisation's memory. */
export interface OrgConversationOptions extends Pick<ConversationMemoryOptions, 'settings' | 'state' | 'onInjection'> {
  /** (Default: only observations that belong to no project) */
  readonly projectId?: string | null;
  /** The agent that reads the blocks; policies may look at it. (Default: 'anonymous') */
  readonly agentId?: string;
  /**
   * With it every injection is a row of the session's injection log, and feedback learns from it. What a session of the store has had in its
   * epoch is not shown again, and what is shown here no other channel brings it. (Default: nothing is logged)
   */
  readonly sessionId?: string;
  /**
   * Each message of a user and the answer before it become activities of the session, which must exist: what was worked out is captured from
   * them. The last answer nobody prepares: append it yourself. (Default: false)
   */
  readonly report?: boolean;
  /** Longest wait for the memories of a turn, 1 to 600000 ms; a turn goes on without. (Default: 1000) */
  readonly deadlineMs?: number;
}

/** Where a conversation writes, and what it asks of its session. */
export interface ConversationLogs extends ConversationSeenPorts {
  readonly record: (log: ContextInjectionLog) => Promise<string>;
  readonly activities: Pick<ActivityStore, 'append'>;
  /** Whether a session goes without memory for an experiment. */
  readonly isHeldOut: (sessionId: string) => Promise<boolean>;
  /** '' = unknown. */
  readonly workTypeOf: (sessionId: string) => Promise<string>;
}

type ConversationRooms = Pick<
  Rooms,
  'options' | 'clock' | 'onError' | 'store' | 'authorizer' | 'config' | 'background'
>;

type Recalled = ConversationMemoryItem & { readonly observation: Observation };

const DEADLINE_MS = 1000;

/** The most that recall gives. */
const MOST_ROWS = 200;

/** Each is a row to read and to decide on. */
const MOST_HAD = 14;

/** The memory of one conversation: recall under a deadline and through the policy, blocks as the session's start has them, and the log. */
export function createOrgConversation(
  rooms: ConversationRooms,
  orgId: string,
  logs: ConversationLogs,
  options: OrgConversationOptions,
): ConversationMemory {
  const reading = readMemoryInjectionSettings({
    ...DEFAULT_MEMORY_INJECTION,
    ...rooms.options.memoryInjection,
    ...options.settings,
  });
  if (!reading.ok) throw new InklingError('invalid-input', reading.problems.join(' '));
  const { settings } = reading;
  const shown: Shown = { observations: [], isHeldOut: false, withheldTokens: 0 };
  const state = options.state ?? createInjectionState();
  const { sessionId, agentId, deadlineMs = DEADLINE_MS } = options;
  requireInput(deadlineMs >= 1 && deadlineMs <= 600_000, 'deadlineMs', 'a number from 1 to 600000');
  const seen = conversationSeen(logs, { sessionId, agentId, nonce: state.nonce });
  let reported: Promise<unknown> = Promise.resolve();
  return createConversationMemory({
    source: sourceOf(rooms, orgId, options, { shown, seen, isHeldOut: logs.isHeldOut }),
    settings,
    state,
    onError: rooms.onError,
    onTurn(said, answer) {
      // One after the other: side by side, a pool's connections could write them in another order.
      reported = reported.then(() => reportTurn(logs, options, said, answer)).catch(rooms.onError);
      rooms.background.run(() => reported);
    },
    onInjection(injection, text) {
      logInjection({ rooms, ...logs, seen, options, budgetTokens: settings.budget_tokens }, injection, text, shown);
      options.onInjection?.(injection, text);
    },
  });
}

/** What the newest block shows, or would show if its session were not held out. */
interface Shown {
  observations: readonly Observation[];
  isHeldOut: boolean;
  withheldTokens: number;
}

/** What the turns of a conversation share. */
interface Turns extends Pick<ConversationLogs, 'isHeldOut'> {
  readonly shown: Shown;
  readonly seen: ConversationSeen;
}

function sourceOf(
  rooms: Omit<ConversationRooms, 'background'>,
  orgId: string,
  options: OrgConversationOptions,
  { shown, seen, isHeldOut }: Turns,
): MemorySource {
  const { projectId = null, agentId = ANONYMOUS_AGENT, sessionId, deadlineMs = DEADLINE_MS } = options;
  const { lineFormat: format, estimateTokens } = lineMeasure(rooms.options);
  const asking = { projectId, agentId, ...(sessionId === undefined ? {} : { sessionId }) };
  /** What there is for a turn, without what others gave the session; nothing when it comes too late. */
  const forTurn = async (
    look: (had: ReadonlySet<string>, signal: AbortSignal) => Promise<readonly Recalled[]>,
  ): Promise<readonly Recalled[]> => {
    const found = await inTime(rooms.clock, deadlineMs, async ({ signal }) => {
      shown.isHeldOut = sessionId !== undefined && (await isHeldOut(sessionId));
      shown.withheldTokens = 0;
      if (!(await isInjecting(rooms.config(orgId), projectId))) return [];
      return look(await seen.byOthers(), signal);
    });
    return found === DEADLINE_EXCEEDED ? [] : found;
  };
  return {
    search: ({ text, context, limit, minScore }) =>
      forTurn(async (had, signal) => {
        const question = { ...asking, orgId, queryText: text, context, minRelevance: minScore, deadlineMs, signal };
        // What the session has had stands in front of what is new to it.
        const more = Math.min(had.size, MOST_HAD);
        const seen = { enough: limit, ids: () => had };
        const { rows } = await rooms.store.recall({ ...question, seen, limit: Math.min(limit + more, MOST_ROWS) });
        const fresh = rows.filter((row) => !wasHad(row, had)).slice(0, limit);
        return fresh.map(({ observation, relevance }) => itemOf(observation, relevance));
      }),
    pinned: ({ kinds, limit }) =>
      forTurn(async (had, signal) => {
        const rows = await pinnedObservations(rooms, { orgId, ...asking }, { kinds, limit }, signal);
        return rows.flatMap(({ observation }) => (had.has(observation.id) ? [] : [itemOf(observation)]));
      }),
    render(memories, budgetTokens) {
      const observations = (memories as readonly Recalled[]).map(({ observation }) => observation);
      const { block, included } = composeObservationBlock(observations, budgetTokens, estimateTokens, { format });
      shown.observations = included;
      shown.withheldTokens = shown.isHeldOut ? Math.ceil(estimateTokens(block)) : 0;
      if (shown.isHeldOut) return { text: '', ids: [] };
      return { text: block, ids: included.map(({ id }) => id) };
    },
  };
}

/** A talk is found by this part of it or by that: who had one has had it. */
function wasHad({ observation, talk }: RecalledObservation, had: ReadonlySet<string>): boolean {
  return had.has(observation.id) || (talk?.exchangeIds ?? []).some((id) => had.has(id));
}

function itemOf(observation: Observation, score?: number): Recalled {
  const { id, content: text, kind } = observation;
  return { id, text, kind, observation, ...(score === undefined ? {} : { score }) };
}

/** The switches of the project's administrators. */
async function isInjecting(config: Pick<OrgConfig, 'effective'>, projectId: string | null): Promise<boolean> {
  const { memoryEnabled, runtimeInjectEnabled } = await config.effective(projectId);
  return memoryEnabled && runtimeInjectEnabled;
}

/** Of a text that was pasted its beginning says what it is; of an answer its end says what it came to. */
const REPORTED_CHARACTERS = 8_000;

async function reportTurn(
  { activities }: ConversationLogs,
  { sessionId, report = false }: OrgConversationOptions,
  said: string,
  answer: string,
): Promise<void> {
  if (sessionId === undefined || !report) return;
  const answered: ActivityInput = { type: 'response', body: { text: answer.slice(-REPORTED_CHARACTERS) } };
  const prompt: ActivityInput = { type: 'action', body: { event: 'prompt', text: said.slice(0, REPORTED_CHARACTERS) } };
  await activities.append(sessionId, answer === '' ? [prompt] : [answered, prompt]);
}

interface Logging extends Pick<ConversationLogs, 'record' | 'workTypeOf'> {
  readonly seen: ConversationSeen;
  readonly rooms: Pick<Rooms, 'options' | 'background'>;
  readonly options: OrgConversationOptions;
  readonly budgetTokens: number;
}

/** One row for each turn that was computed, as for every injection: one that found nothing is a row too. Nobody waits for it. */
function logInjection(
  { rooms, record, workTypeOf, seen, options: { sessionId, projectId = null }, budgetTokens }: Logging,
  { outcome, block, ids: observationIds }: MemoryInjection,
  queryText: string,
  { observations, isHeldOut, withheldTokens }: Shown,
): void {
  if (sessionId === undefined || (outcome !== 'injected' && outcome !== 'no-match')) return;
  const { estimateTokens } = lineMeasure(rooms.options);
  const withheld = isHeldOut && withheldTokens > 0;
  const ids = withheld ? observations.map(({ id }) => id) : observationIds;
  const summaries = observations.filter(({ id, kind }) => kind === 'session_summary' && ids.includes(id));
  seen.shows(ids, withheld);
  rooms.background.run(async () => {
    const logId = await record({
      sessionId,
      projectId,
      workType: await workTypeOf(sessionId),
      budgetTokens,
      actualTokens: block === null ? withheldTokens : Math.ceil(estimateTokens(block)),
      observationIds: ids,
      shown: !withheld,
      sessionSummaryIds: summaries.map(({ id }) => id),
      queryText,
    });
    if (block !== null) await seen.keep(block, ids, logId);
  });
}
