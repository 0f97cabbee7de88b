import type { Clock } from '../../base/clock.ts';
import type { Database, TenantDatabase } from '../../base/database/database.ts';
import type { LineFormat } from '../../memory/compose/lines/line-format.ts';
import { renderCorrectionLine } from '../../memory/compose/lines/render-compact-line.ts';
import { enqueueMemoryInject } from '../../memory/injects/enqueue-memory-inject.ts';
import { listSessionsToCorrect, type SessionToCorrect } from '../../memory/injects/list-given.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { ObservationChange } from '../../memory/observations/observation-status.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import { type IdleQueues, touching } from '../wire/idle-queues.ts';

export interface CorrectionRooms {
  readonly database: Pick<Database, 'settled'>;
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  readonly authorizer: Authorizer;
  readonly idle: IdleQueues;
  readonly lineFormat?: LineFormat | undefined;
}

/**
 * Tells the live sessions that have a superseded statement, or are about to get it, what holds now: one correction each, enqueued behind
 * what waits. Fails as the database does; nobody waits for it. Contract section 3.
 */
export async function correctSessions(rooms: CorrectionRooms, changes: readonly ObservationChange[]): Promise<void> {
  const written = changes.flatMap((change) => (change.type === 'written' ? [change.observation] : []));
  const byId = new Map(written.map((observation) => [observation.id, observation]));
  const superseded = written.filter(({ supersededBy }) => supersededBy !== null && byId.has(supersededBy));
  if (superseded.length === 0) return;
  // Who was given something a moment ago is to be found too.
  await rooms.database.settled?.();
  const sessions = await listSessionsToCorrect(
    rooms.tenant,
    superseded.map(({ id }) => id),
  );
  for (const session of sessions) {
    const old = byId.get(session.observationId);
    const replacement = byId.get(old?.supersededBy ?? '');
    if (old && replacement) await correct(rooms, session, old, replacement);
  }
}

/** The new statement is named to everyone who has the old one, and quoted to those who may read it and only once it is out of quarantine. */
async function correct(
  rooms: CorrectionRooms,
  session: SessionToCorrect,
  old: Observation,
  replacement: Observation,
): Promise<void> {
  const isQuoted = replacement.quarantineReason === null && (await mayRead(rooms, session, replacement));
  const quoted = isQuoted ? replacement : { id: replacement.id, metadata: replacement.metadata };
  const { sessionId, agentId } = session;
  const text = renderCorrectionLine(old, quoted, rooms.lineFormat);
  const inject = { sessionId, agentId, text, observationIds: [replacement.id], source: 'correction' } as const;
  await touching(rooms.idle, sessionId, () => enqueueMemoryInject(rooms.tenant, rooms.clock, inject));
}

async function mayRead(
  { tenant, authorizer }: CorrectionRooms,
  { sessionId, projectId, agentId }: SessionToCorrect,
  observation: Observation,
): Promise<boolean> {
  const principal = { orgId: tenant.orgId, agentId: agentId ?? '', projectId, sessionId };
  const [decision] = await authorizer.authorize(principal, 'read', [{ ...observation, type: 'observation' }]);
  return decision?.allowed === true;
}
