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
  /** Files it names that the checkout at hand does not have; when it has none of them the line says so. (Default: it has all, or nobody looked) */
  readonly goneFiles?: readonly string[];
  /** A file that it names was changed since. (Default: none was, or nobody looked) */
  readonly isFileChanged?: boolean;
  /** It stands for a remembered talk, and what decides there is shown in place of its own text. */
  readonly talk?: ComposableTalk;
}
