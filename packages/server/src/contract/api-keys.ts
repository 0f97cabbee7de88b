import type { ApiKey, ApiKeyRole, CreatedApiKey } from '@inkling/engine/types';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { idSchema, timeSchema } from './fields.ts';
import { ADMINS, ROLES } from './role.ts';

/** What a new key is for; who makes it is the caller. */
export interface ApiKeyBody {
  readonly role: ApiKeyRole;
  readonly name: string;
  readonly agents?: readonly string[];
  readonly projects?: readonly string[];
}

const fields = {
  id: z.string(),
  role: z.enum(ROLES),
  name: z.string(),
  agents: z.array(z.string()),
  projects: z.array(z.string()).nullable(),
  createdBy: z.string(),
  createdAt: timeSchema,
  revokedAt: timeSchema.nullable(),
};

const apiKeySchema: z.ZodType<ApiKey> = z
  .object(fields)
  .meta({ id: 'ApiKey', description: 'A key as it may be shown, without its secret.' });

/** Makes a key. */
export const createApiKeyEndpoint: Endpoint<{ body: ApiKeyBody; answer: CreatedApiKey }> = {
  id: 'createApiKey',
  method: 'post',
  path: '/v1/api-keys',
  summary: 'Make an API key',
  description:
    'The text is in this answer and nowhere else. Only an operator makes keys of the role operator. agents are those that its holder may act as (none: ' +
    'the key itself, by its name), projects the only ones that it may read and write (none: all).',
  roles: ADMINS,
  action: 'manageKeys',
  body: z.strictObject({
    role: z.enum(ROLES),
    name: idSchema,
    agents: z.array(idSchema).max(100).exactOptional(),
    projects: z.array(idSchema).min(1).max(100).exactOptional(),
  }),
  answer: z.object({ ...fields, text: z.string() }),
  status: 201,
};

/** The keys of the organisation. */
export const listApiKeysEndpoint: Endpoint<{ answer: { keys: readonly ApiKey[] } }> = {
  id: 'listApiKeys',
  method: 'get',
  path: '/v1/api-keys',
  summary: 'List the API keys, newest first, without their secrets',
  roles: ADMINS,
  action: 'viewKeys',
  answer: z.object({ keys: z.array(apiKeySchema) }),
};

/** Ends a key. */
export const revokeApiKeyEndpoint: Endpoint<{ params: { readonly id: string }; answer: { revoked: boolean } }> = {
  id: 'revokeApiKey',
  method: 'delete',
  path: '/v1/api-keys/{id}',
  summary: 'Revoke an API key',
  description:
    'Other requests may be let in with it for 10 s more. revoked: false means that there was no such valid key.',
  roles: ADMINS,
  action: 'manageKeys',
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ revoked: z.boolean() }),
};
