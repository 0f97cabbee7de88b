import type { LeftOut } from '@inkling/engine/types';

/** What was left out, without what was not decided on or denied: an id is a question that its holder can ask elsewhere. */
export function tellable(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return leftOut.filter(({ reason }) => reason !== 'denied' && reason !== 'not-recallable');
}
