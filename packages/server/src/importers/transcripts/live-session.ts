import type { Observation, ObservationInput, OrgMemory } from '@inkling/engine';
import { givenLines, readExchange } from '@inkling/engine/capture';
import { InklingError } from '@inkling/engine/errors';
import type { ListRequest } from '@inkling/engine/types';
import { isRowError } from '../import-target.ts';

/** What is asked about a session that was captured while it ran. */
export interface LiveTarget extends Pick<OrgMemory, 'listMemoryInjects'> {
  readonly observations: Pick<OrgMemory['observations'], 'list'>;
}

/** What was kept of a session while it ran, which an import of its transcript does not repeat. */
export interface LiveSession {
  /** The lines of the blocks that it was given. */
  readonly given: readonly string[];
  /** Whether its own end brought a summary, which knows the outcome: a second one would stand beside it. */
  readonly isSummedUp: boolean;
  /** Whether an exchange was captured: that one knew what the session had been given by then, so it stands. */
  isCaptured(exchange: ObservationInput): boolean;
}

/** A session that goes on after its end writes on in its transcript: so often it is looked for. */
const LAST_RESUMED = 6;

/** How far the clocks of a transcript and of the hook that reported the same prompt are apart. */
const SAME_MOMENT_MS = 60_000;

/** Of a session without an id, or with one that is none, nothing was kept. */
export async function liveSession(target: LiveTarget, sessionId: string, projectId: string): Promise<LiveSession> {
  const captured = async (request: ListRequest): Promise<readonly Observation[]> =>
    sessionId === ''
      ? []
      : (await target.observations.list({ sessionId, projectId, ...request })).rows.filter(
          ({ source }) => source === 'auto-capture',
        );
  const exchanges = await captured({ kind: 'exchange', limit: 1000 }).catch(nothingFor(isRowError));
  const summaries = await captured({ kind: 'session_summary' }).catch(nothingFor(isRowError));
  return {
    given: sessionId === '' ? [] : await givenIn(target, sessionId),
    isSummedUp: summaries.length > 0,
    isCaptured({ content, createdAt }) {
      const { user } = readExchange(content);
      const at = new Date(createdAt ?? Number.NaN).getTime();
      const isSame = (row: Observation): boolean =>
        readExchange(row.content).user === user && Math.abs(Date.parse(row.createdAt) - at) <= SAME_MOMENT_MS;
      return user !== '' && exchanges.some(isSame);
    },
  };
}

/** A key that is bound to projects may import, and is shown no session's blocks. */
function givenIn(queue: LiveTarget, sessionId: string): Promise<readonly string[]> {
  const isHidden = (error: unknown): boolean => InklingError.isInstance(error) && error.code === 'forbidden';
  const none = nothingFor((error) => isHidden(error) || isRowError(error));
  return givenLines({ queue }, `${sessionId}~${LAST_RESUMED}`).catch(none);
}

function nothingFor(isExpected: (error: unknown) => boolean): (error: unknown) => readonly never[] {
  return (error) => {
    if (isExpected(error)) return [];
    throw error;
  };
}
