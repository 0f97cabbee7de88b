import type { AccessVerb, AuthorizationResource, Principal } from './authorizer.ts';

/**
 * What policies can tell one question from another by. An id is opaque to Cedar: it can be compared with an id that a policy names, and
 * with the id of the same type on the other side, and nothing else. So an agent that no policy names is decided as every other such agent,
 * and what was decided for one holds for all. The kind and the author count only where a policy looks at them.
 *
 * `words` are all texts in the policies, names of attributes and ids of entities among them.
 */
export function questionKey(
  words: ReadonlySet<string>,
  principal: Principal,
  verb: AccessVerb,
  { orgId, type, projectId, classification, kind, agentId }: AuthorizationResource,
): string {
  const named = (id: string | null | undefined, same?: string | null): Seen => {
    if (typeof id !== 'string') return null;
    if (words.has(id)) return [id];
    return id === same ? 'same' : 'other';
  };
  return JSON.stringify([
    verb,
    type,
    classification,
    words.has('kind') ? kind : null,
    named(principal.orgId),
    named(orgId, principal.orgId),
    named(principal.projectId),
    named(projectId, principal.projectId),
    named(principal.sessionId),
    named(principal.agentId),
    words.has('agent') ? named(agentId, principal.agentId) : null,
  ]);
}

/** A list, so that no id passes for a word of ours. */
type Seen = readonly [string] | 'same' | 'other' | null;
