import type { WithViewer } from '@inkling/engine/types';
import { PEOPLE } from '../contract/role.ts';
import { agentOf } from './agent-of.ts';
import type { Caller } from './caller.ts';

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
