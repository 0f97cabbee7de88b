import { InklingError } from '@inkling/engine';
import type { Caller } from './caller.ts';

/**
 * The agent that a caller acts as. What a request says may choose among those that the key is bound to, the first of them by default; a key
 * that is bound to none acts as itself. Undefined when whoever owns the machine names none. Throws `forbidden`.
 */
export function agentOf({ actor, agents = [], ownsMachine }: Caller, said?: string | null): string | undefined {
  if (ownsMachine) return said ?? undefined;
  const own = agents.length > 0 ? agents : [actor];
  if (said === undefined || said === null) return own[0];
  if (own.includes(said)) return said;
  throw new InklingError('forbidden', 'This key is not bound to the agent that the request names.', {
    wayOut: 'Leave agentId out, or use a key that was made with `inkling keys create --agents <name>`.',
    details: { agents: own },
  });
}
