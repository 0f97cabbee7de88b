import { parseApiKey } from '@inkling/engine';
import type { Access } from './caller.ts';

/** What looks like an API key is one, everything else is the token. */
export function createEitherAccess(keys: Access, token: Access): Access {
  const accessFor = (secret: string | null): Access => (secret !== null && parseApiKey(secret) ? keys : token);
  return { authenticate: (credentials) => accessFor(credentials.secret).authenticate(credentials) };
}
