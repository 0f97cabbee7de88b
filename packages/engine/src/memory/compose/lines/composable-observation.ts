import type { Observation } from '../../observations/observation.ts';
import type { ComposableTalk } from './talk-lines.ts';

/** What a line says of a stranger's words. */
export const FROM_OUTSIDE = 'outside author';

/** The parts of an observation that a block shows. */
export interface ComposableObservation
  extends
    Pick<Observation, 'id' | 'content' | 'weight' | 'createdAt'>,
    Partial<Pick<Observation, 'kind' | 'metadata' | 'sessionId'>> {
  /** Why it is shown, in at most three words: same lines, line 152, same file and words, same error, decided here. */
  readonly reason?: string;
  /** It stands for a remembered talk, and what decides there is shown in place of its own text. */
  readonly talk?: ComposableTalk;
}
