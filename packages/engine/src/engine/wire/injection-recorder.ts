import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import { recordContextInjection } from '../../memory/injection-log/record-context-injection.ts';
import type { Rooms } from './wire-rooms.ts';

type RecordInjection = (log: ContextInjectionLog) => Promise<string>;

type Ports = Pick<Rooms, 'options' | 'clock' | 'logs' | 'preparer'>;

/** Writes the injection log, and tells the retrieval log what came into a block. */
export function recorder({ options, clock, logs, preparer }: Ports, orgId: string): RecordInjection {
  return async (log) => {
    const id = await recordContextInjection(options.database.tenant(orgId), clock, await withoutSecrets(preparer, log));
    if (log.shown !== false) logs.markInjected(orgId, log.sessionId, log.observationIds);
    return id;
  };
}

/**
 * The same for the block of a tool call, which nobody waits for: told first, since the write may take as long as the retrieval log waits.
 * `begun` waits until each write is among those that the database has yet to make.
 */
export function recorderBehind(
  { options, clock, logs, preparer }: Ports,
  orgId: string,
): { readonly record: RecordInjection; readonly begun: () => Promise<unknown> } {
  const redacting = new Set<Promise<unknown>>();
  const record: RecordInjection = (log) => {
    if (log.shown !== false) logs.markInjected(orgId, log.sessionId, log.observationIds);
    const clean = withoutSecrets(preparer, log);
    const written = clean.then((without) =>
      recordContextInjection(options.database.tenant(orgId), clock, without, { background: true }),
    );
    redacting.add(clean);
    void clean.catch(() => undefined).finally(() => redacting.delete(clean));
    return written;
  };
  return { record, begun: () => Promise.allSettled(redacting) };
}

/** A prompt or a command may be the question. */
async function withoutSecrets({ redact }: Rooms['preparer'], log: ContextInjectionLog): Promise<ContextInjectionLog> {
  const { queryText } = await redact({ queryText: log.queryText });
  return { ...log, queryText };
}
