import type { IncomingMessage } from 'node:http';
import { InklingError } from '@inkling/engine/errors';
import type { WithViewer } from '@inkling/engine/types';
import type { Env } from 'hono';
import { PEOPLE, type Role } from '../contract/endpoint.ts';

export interface Caller {
  readonly orgId: string;
  readonly role: Role;
  /** What the change log and the daemon's log call the caller: `local`, `hooks`, `inspector`, or `key:` and the key's id. Never a secret. */
  readonly actor: string;
  /** The only operations that the credential is for. (Default: all of the role) */
  readonly operations?: ReadonlySet<string>;
  /** The agents that it may act as; the first is meant where a request names none. (Default: none but itself, by its `actor`) */
  readonly agents?: readonly string[];
  /** The only projects that it may read and write. (Default: all of the organisation) */
  readonly projects?: readonly string[];
  /** It has the machine's token: policies of an organisation take nothing from it. (Default: false) */
  readonly ownsMachine?: boolean;
}

export interface Credentials {
  /** What stands behind `Authorization: Bearer`; null = nothing. */
  readonly secret: string | null;
  /** The organisation that it asks to act for; null = the credential's own. */
  readonly orgId: string | null;
  /** It came over the loopback interface. */
  readonly isLocal: boolean;
  /** Asked anew, whatever is remembered of the credential. (Default: false) */
  readonly isFresh?: boolean;
}

/** Decides who a request comes from. Rejects with `unauthorized` or `forbidden`. */
export type Access = (credentials: Credentials) => Promise<Caller>;

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
    hint: 'Leave agentId out, or use a key that was made with `inkling keys create --agents <name>`.',
    details: { agents: own },
  });
}

/**
 * Who looks at what is remembered: the agent that the caller's key is bound to, else the key by its name in policies. Only people are shown
 * what is in quarantine. Whoever has the machine's token owns the data and is nobody.
 */
export function viewerOf(caller: Caller): WithViewer {
  const { ownsMachine, role, projects } = caller;
  const agentId = agentOf(caller);
  if (ownsMachine || agentId === undefined) return {};
  const reviews = role === 'operator' || PEOPLE.includes(role);
  return { viewer: { agentId, reviews, ...(projects ? { projects } : {}) } };
}

/** What is known of a request while it is answered. */
export interface RequestEnv extends Env {
  /** What the Node adapter gives along. */
  Bindings: { readonly incoming?: Pick<IncomingMessage, 'socket'> };
  Variables: { requestId: string; operation: string; caller: Caller; failure: unknown };
}
