import type { Clock, Memory } from '@inkling/engine';
import { parseApiKey, type ApiKeyParts } from '@inkling/engine/operator';
import type { ApiKey } from '@inkling/engine/types';
import type { Access, Caller } from './caller.ts';
import { foreignOrganisation } from './foreign-organisation.ts';
import { unauthorized } from './unauthorized.ts';

// Saves each tool call a statement. A key that another process revokes is refused after this long at most.
const REMEMBERED_MS = 10_000;

// Keys in use at once; a wrong one is never remembered, so guessing does not push out what is in use.
const MOST_REMEMBERED = 10_000;

/** Access by API keys. A key acts for its own organisation and no other, whatever its role. */
export function createKeyAccess(memory: Memory, clock: Clock): Access {
  const remembered = new Map<string, { readonly caller: Caller; readonly until: number }>();
  const verify = async (parts: ApiKeyParts, text: string): Promise<Caller> => {
    const key = await memory.org(parts.orgId).apiKeys.verify(parts.id, parts.secret);
    if (!key) {
      remembered.delete(text);
      throw unauthorized();
    }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const caller = callerOf(parts.orgId, key);
    remembered.set(text, { caller, until: clock.monotonic() + REMEMBERED_MS });
    return caller;
  };
  return {
    async authenticate({ secret, orgId, isFresh = false }) {
      const parts = secret === null ? null : parseApiKey(secret);
      if (secret === null || !parts) throw unauthorized();
      const known = remembered.get(secret);
      const caller = !isFresh && known && clock.monotonic() < known.until ? known.caller : await verify(parts, secret);
      if (orgId !== null && orgId !== caller.orgId) throw foreignOrganisation('key');
      return caller;
    },
  };
}

function callerOf(orgId: string, { id, role, agents, projects }: ApiKey): Caller {
  return {
    orgId,
    role,
    actor: `key:${id}`,
    ...(agents.length > 0 ? { agents } : {}),
    ...(projects ? { projects } : {}),
  };
}
