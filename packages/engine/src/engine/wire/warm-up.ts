import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import type { Redact } from '../../base/text/stored-text.ts';
import { createActivityStore } from '../../memory/activities/activity-store.ts';
import { createOrgConfig } from '../../memory/config/org-config.ts';
import { createInjectQueue } from '../../memory/injects/inject-queue.ts';
import { createSessionStore } from '../../memory/sessions/session-store.ts';
import { createYieldTurn } from '../../base/threads/yield-turn.ts';
import { STATEMENT_PATTERNS } from '../../features/capture/detect/statement-patterns.ts';
import type { SearchScope } from '../../memory/search/search.ts';
import { listScopes } from '../../memory/observations/read/scope-page.ts';
import type { Rooms } from './wire-rooms.ts';
import { WARM_UP } from './wire-stores.ts';

/** Nothing is written under it that is not taken back. */
const ORG = WARM_UP;
const DAY_MS = 86_400_000;

type Step = () => Promise<unknown>;

/** What the recalls go through. */
type RecallRooms = Pick<
  Rooms,
  'options' | 'closing' | 'registry' | 'policies' | 'observations' | 'unloggedStore' | 'onError'
>;

/**
 * Does once what the first events of a session would wait for: compiles the patterns that prompts are searched by and, of an embedded database, runs
 * the statements of a session and a few recalls. The first run of a statement takes 15 to 60 ms, later ones 1 to 8, and a session's start asks for
 * fourteen. What they write is taken back. Ends early when the memory is closed. Failures go to `onError`.
 */
export async function warmUp(rooms: RecallRooms & Pick<Rooms, 'clock' | 'preparer'>): Promise<void> {
  const { options, clock, preparer, closing, onError } = rooms;
  const tenant = options.database.warmUp?.(ORG);
  if (tenant) {
    for (const step of sessionSteps(tenant, clock, preparer.redact)) {
      if (closing.aborted) return;
      await step().catch((error: unknown) => isExpected(error) || onError(error));
    }
  }
  await compilePatterns(clock);
  if (tenant && !closing.aborted)
    await warmLastScope(rooms).catch((error: unknown) => closing.aborted || onError(error));
}

/** Twice, because a pattern is interpreted at its first use and compiled at its second: 200 ms together. */
async function compilePatterns(clock: Clock): Promise<void> {
  const yieldTurn = createYieldTurn(clock);
  for (const { pattern } of [...STATEMENT_PATTERNS, ...STATEMENT_PATTERNS]) {
    pattern.exec('Which header does the gateway send?');
    await yieldTurn();
  }
}

/** Each step is taken back by itself: what the next one asks about is not there. */
function isExpected(error: unknown): boolean {
  return InklingError.isInstance(error) && error.code === 'session-not-found';
}

/** What a session is to the hooks of its agent: opened, described, asked about, given blocks, ended. */
function sessionSteps(tenant: TenantDatabase, clock: Clock, redact: Redact): readonly Step[] {
  const [id, lockToken, deliveryId] = [randomUUID(), randomUUID(), randomUUID()];
  const sessions = createSessionStore({ tenant, clock, redact });
  const queue = createInjectQueue(tenant, clock);
  const activities = createActivityStore({ tenant, clock, redact });
  const workItem = { identifier: 'WARMUP-1', title: 'Fix the header', description: 'The header is lost.' };
  return [
    () => sessions.create({ id, agentId: ORG, workItem }),
    () => sessions.claim(id, { workerId: ORG, ttlMs: DAY_MS, lockToken }),
    () => sessions.get(id),
    () => sessions.describe(id, { workType: 'bug_fix', workItem }),
    () => createOrgConfig({ tenant, clock }).effective(null),
    () => queue.listMemoryInjects(id, { limit: 1000 }),
    () => activities.facets(id),
    () => queue.enqueueMemoryInject({ sessionId: id, text: 'A block.', observationIds: [id], source: 'in-session' }),
    () => queue.refreshLockAndClaimInject(id, { lockToken, ttlMs: DAY_MS }),
    () => queue.ackMemoryInject(id, deliveryId),
    () => queue.recordDeliveredInject({ sessionId: id, text: 'A block.', deliveryId, source: 'in-session' }),
    () => activities.append(id, [{ type: 'context', body: { key: 'currentFile', value: 'src/header.ts' } }]),
    () => sessions.startEpoch(id, 0),
    () => sessions.complete(id, lockToken),
  ];
}

/** The scope that was written last. On a server the organisations are many: the one that counts is named to `org.warm`. */
async function warmLastScope(rooms: RecallRooms): Promise<void> {
  const { options, registry, policies } = rooms;
  const [scope = { orgId: ORG, projectId: null }] = await listScopes(options.database.operator, 1);
  await Promise.all([registry.warm(scope), policies(scope.orgId).warm()]);
  await warmUpRecall(rooms, scope);
}

const RECALLS = 4;

/** Of memories that have recalled something for a warm-up: for the scopes that follow there is nothing left to compile. */
const recalled = new WeakSet<RecallRooms['registry']>();

/**
 * Recalls what a loaded scope was told last, a few times, once for each memory, and nobody is told: the first time in a process takes over 100 ms of
 * processor, later ones 5, whatever the database. An embedder is asked, as for any question. Never rejects.
 */
export async function warmUpRecall(rooms: RecallRooms, { orgId, projectId }: SearchScope): Promise<void> {
  const { closing, registry, observations, unloggedStore, onError } = rooms;
  const scope = projectId === undefined ? ({ scope: 'org' } as const) : { projectId };
  try {
    if (recalled.has(registry)) return;
    // Before the first wait: sessions that start side by side do not warm the same.
    recalled.add(registry);
    const [last] = (await observations(orgId).list({ ...scope, status: 'active', limit: 1 })).rows;
    const queryText = `header of the gateway ${last?.content.slice(0, 200) ?? ''}`;
    const question = { queryText, paths: last?.metadata.paths ?? ['src/header.ts'], minRelevance: 0, deadlineMs: 1000 };
    for (let count = 0; count < RECALLS && !closing.aborted; count += 1) {
      await unloggedStore.recall({ orgId, ...scope, agentId: ORG, ...question });
    }
    if (!last) recalled.delete(registry);
  } catch (error) {
    // A memory that is closed meanwhile answers nothing more, which is no failure.
    if (!closing.aborted) onError(error);
  }
}
