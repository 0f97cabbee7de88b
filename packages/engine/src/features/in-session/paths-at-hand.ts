import type { Clock } from '../../base/clock.ts';
import { createDeadline, DEADLINE_EXCEEDED, withinDeadline, type Deadline } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import type { InSessionInjectorOptions } from './injector-options.ts';
import { questionsOf, type VerbBusEvent } from './verb-bus-event.ts';

interface PathPorts {
  readonly currentPaths?: InSessionInjectorOptions['currentPaths'];
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** What it is scoped to must leave time for the question itself. */
const SHARE_FOR_PATHS = 1 / 3;

/** More would say nothing of what is at hand. */
const MAX_PATHS = 8;

/**
 * The files that an event is about: its own, or those that the session has at hand when it names none, as `npm test` does. Never rejects:
 * without an answer in time the question is not scoped. Contract 12, seed "Context Derivation".
 */
export async function pathsAtHand(
  { currentPaths, clock, onError }: PathPorts,
  event: VerbBusEvent,
  budget: Deadline,
): Promise<readonly string[]> {
  const { focalPath } = questionsOf(event);
  if (focalPath !== null) return [focalPath];
  if (!currentPaths) return [];
  const { orgId, sessionId } = event;
  const deadline = createDeadline(clock, budget.remaining() * SHARE_FOR_PATHS, budget.signal);
  try {
    const found: unknown = await withinDeadline(deadline, ({ signal }) => currentPaths({ orgId, sessionId }, signal));
    if (found === DEADLINE_EXCEEDED) return [];
    if (Array.isArray(found) && found.every((path) => typeof path === 'string')) return found.slice(0, MAX_PATHS);
    throw new InklingError('invalid-input', 'The current paths are not a list of texts.');
  } catch (error) {
    onError(error);
    return [];
  } finally {
    deadline.clear();
  }
}
