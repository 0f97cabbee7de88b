import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/database/database.ts';
import { createWriteBehind, type WriteBehind } from '../base/write-behind.ts';
import { createRetrievalLog, type Retrieval, type RetrievalLog } from '../memory/feedback/retrieval-log.ts';
import { RETRIEVALS_IN_ONE, retrievalStatements } from '../memory/feedback/retrieval-statements.ts';
import type { VerbEventRecord } from '../memory/verb-events/verb-event.ts';
import { createVerbEventLog, type VerbEventLog } from '../memory/verb-events/verb-event-log.ts';
import { VERB_EVENTS_IN_ONE, verbEventStatements } from '../memory/verb-events/verb-event-statements.ts';

/** The logs of a memory that are written behind the answers, over all its organisations. */
export interface BehindLogs extends Pick<WriteBehind, 'flush' | 'close'> {
  readonly retrievals: RetrievalLog;
  readonly verbEvents: VerbEventLog;
}

/** Creates the logs. One tool call leaves a row in each: they are written in one transaction. */
export function wireBehindLogs(database: Database, clock: Clock, onError: (error: unknown) => void): BehindLogs {
  const onWaiting = (): void => writer.due();
  const retrievals = createRetrievalLog({ clock, onWaiting });
  const verbEvents = createVerbEventLog(onWaiting);
  const writer = createWriteBehind({
    clock,
    onError,
    together: database.kind === 'pglite',
    take: () => writes(database, retrievals.take(), verbEvents.take()),
  });
  return { retrievals, verbEvents, flush: () => writer.flush(), close: () => writer.close() };
}

function writes(
  database: Database,
  retrievals: ReadonlyMap<string, readonly Retrieval[]>,
  events: ReadonlyMap<string, readonly VerbEventRecord[]>,
): (() => Promise<unknown>)[] {
  const orgIds = [...new Set([...retrievals.keys(), ...events.keys()])];
  return orgIds.flatMap((orgId) => writesOf(database, orgId, retrievals.get(orgId) ?? [], events.get(orgId) ?? []));
}

/**
 * Statements are made when their turn comes: those of a second without pause are some thousand ids and numbers. What cannot be written, an id that
 * is no UUID, fails as if the database had refused it, and only what goes with it.
 */
function writesOf(
  database: Database,
  orgId: string,
  retrievals: readonly Retrieval[],
  events: readonly VerbEventRecord[],
): (() => Promise<unknown>)[] {
  const count = Math.max(
    Math.ceil(retrievals.length / RETRIEVALS_IN_ONE),
    Math.ceil(events.length / VERB_EVENTS_IN_ONE),
  );
  return Array.from({ length: count }, (_, index) => async () => {
    const ranked = retrievalStatements(orgId, part(retrievals, index, RETRIEVALS_IN_ONE));
    const told = verbEventStatements(orgId, part(events, index, VERB_EVENTS_IN_ONE));
    await database.tenant(orgId).batch([...ranked, ...told], { behind: true });
  });
}

const part = <Item>(items: readonly Item[], index: number, size: number): readonly Item[] =>
  items.slice(index * size, (index + 1) * size);
