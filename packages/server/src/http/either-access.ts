import { parseApiKey } from '@inkling/engine/operator';
import { isInspectorCode } from '../state/inspector-access.ts';
import type { Access } from './caller.ts';

/** What looks like an API key is one, what looks like a one-time code is one, everything else is the token. */
export function createEitherAccess(keys: Access, codes: Access, token: Access): Access {
  const accessFor = (secret: string | null): Access => {
    if (secret === null) return token;
    if (parseApiKey(secret)) return keys;
    return isInspectorCode(secret) ? codes : token;
  };
  return { authenticate: (credentials) => accessFor(credentials.secret).authenticate(credentials) };
}
