import type { WithViewer } from '@inkling/engine';
import type { Caller } from './caller.ts';

/** Who looks at what is remembered: a caller with a key by its name in policies. Whoever has the machine's token owns the data and is nobody. */
export function viewerOf({ actor, ownsMachine }: Caller): WithViewer {
  return ownsMachine ? {} : { viewer: { agentId: actor } };
}
