import { InklingError } from '@inkling/engine';
import { createApiKeyEndpoint, listApiKeysEndpoint, revokeApiKeyEndpoint } from '../../contract/api-keys.ts';
import { route, type Route } from '../route.ts';

/** API keys of the caller's organisation. */
export const apiKeyRoutes: readonly Route[] = [
  route(createApiKeyEndpoint, async ({ memory, body, caller }) => {
    // Nobody hands out more than they have.
    if (body.role !== 'operator' || caller.role === 'operator') {
      return memory.apiKeys.create({ ...body, createdBy: caller.actor });
    }
    throw new InklingError('forbidden', 'An admin cannot make a key of the role operator.', {
      wayOut: 'Ask the operator, or choose another role.',
    });
  }),
  route(listApiKeysEndpoint, async ({ memory }) => ({ keys: await memory.apiKeys.list() })),
  route(revokeApiKeyEndpoint, async ({ memory, params, caller: { actor } }) => ({
    revoked: await memory.apiKeys.revoke(params.id, { actor }),
  })),
];
