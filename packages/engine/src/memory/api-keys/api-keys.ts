import { randomBytes, timingSafeEqual } from 'node:crypto';
import { logged } from '../../base/database/change-chain.ts';
import type { Row, TenantDatabase, OperatorDatabase } from '../../base/database/database.ts';
import { requireId, requireIds, requireInput } from '../../base/require-input.ts';
import { API_KEY_COLUMNS, API_KEY_ROLES, type ApiKey, type ApiKeyRole, formatApiKey, secretHash } from './api-key.ts';

/** A new key. */
export interface ApiKeyInput {
  readonly role: ApiKeyRole;
  /** What it is for. */
  readonly name: string;
  /** The agents that its holder may act as. (Default: none but the key itself) */
  readonly agents?: readonly string[];
  /** The only projects that its holder may read and write. (Default: all of the organisation) */
  readonly projects?: readonly string[] | null;
  /** Who makes it. */
  readonly createdBy: string;
}

/** A key that was just made. */
export interface CreatedApiKey extends ApiKey {
  /** What its holder sends. It is stored nowhere: this is the only time that it can be read. */
  readonly text: string;
}

/** The API keys of one organisation. Contract section 15. */
export interface ApiKeys {
  /** Makes a key. Fails with `invalid-input` on an unknown role or a blank name. */
  create(input: ApiKeyInput): Promise<CreatedApiKey>;
  /** Newest first, the revoked ones too. */
  list(): Promise<readonly ApiKey[]>;
  /** False when there is no such key, or it was revoked before. The change log names the actor. (Default: 'local') */
  revoke(id: string, options?: { readonly actor?: string }): Promise<boolean>;
  /** The valid key with this id and secret; null when there is none. */
  verify(id: string, secret: string): Promise<ApiKey | null>;
}

/** Binds the keys to one organisation. */
export function createApiKeys(tenant: TenantDatabase): ApiKeys {
  return {
    create: (input) => createApiKey(tenant, input),
    list: () => listApiKeys(tenant),
    revoke: (id, { actor = 'local' } = {}) => revokeApiKey(tenant, id, actor),
    verify: (id, secret) => verifyApiKey(tenant, id, secret),
  };
}

async function createApiKey(tenant: TenantDatabase, input: ApiKeyInput): Promise<CreatedApiKey> {
  const { role, name, agents = [], projects = null, createdBy } = input;
  requireInput(API_KEY_ROLES.includes(role), 'role', `one of ${API_KEY_ROLES.join(', ')}`);
  requireId(name, 'name');
  requireId(createdBy, 'createdBy');
  requireIds(agents, 'agents', MOST_NAMES, 'ids');
  if (projects !== null) requireIds(projects, 'projects', MOST_NAMES, 'ids');
  // A key of no project at all could only be a mistake, and null would mean all of them.
  requireInput(projects?.length !== 0, 'projects', 'at least one project, or none given at all');
  // A command line takes what begins with a hyphen for an option.
  const id = randomBytes(9).toString('base64url').replace(/^-/u, '0');
  const secret = randomBytes(32).toString('base64url');
  const [key] = await logged<ApiKey & Row>(tenant, {
    text: `
      with noted as (
        insert into config_changes (org_id, id, actor, subject, field, new_value)
        values ($1, gen_random_uuid(), $6, 'api-key', $2, jsonb_build_object(
          'role', $4::text, 'name', $5::text, 'agents', $7::text[], 'projects', $8::text[]))
      )
      insert into api_keys as k (org_id, id, secret_hash, role, name, created_by, agents, projects)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning ${API_KEY_COLUMNS}`,
    values: [tenant.orgId, id, secretHash(secret), role, name, createdBy, agents, projects],
  });
  if (!key) throw new RangeError('an insert returns its row');
  return { ...key, text: formatApiKey({ orgId: tenant.orgId, id, secret }) };
}

const MOST_NAMES = 100;

async function listApiKeys(tenant: TenantDatabase): Promise<readonly ApiKey[]> {
  return tenant.query<ApiKey & Row>({
    text: `select ${API_KEY_COLUMNS} from api_keys k where k.org_id = $1 order by k.created_at desc, k.id desc`,
    values: [tenant.orgId],
  });
}

async function revokeApiKey(tenant: TenantDatabase, id: string, actor: string): Promise<boolean> {
  requireId(id, 'id');
  requireId(actor, 'actor');
  const rows = await logged(tenant, {
    text: `
      with gone as (
        update api_keys k set revoked_at = clock_timestamp() where k.org_id = $1 and k.id = $2 and k.revoked_at is null
        returning k.id, k.role, k.name
      ), noted as (
        insert into config_changes (org_id, id, actor, subject, field, old_value)
        select $1, gen_random_uuid(), $3, 'api-key', id, jsonb_build_object('role', role, 'name', name) from gone
      )
      select id from gone`,
    values: [tenant.orgId, id, actor],
  });
  return rows.length > 0;
}

async function verifyApiKey(tenant: TenantDatabase, id: string, secret: string): Promise<ApiKey | null> {
  const [row] = await tenant.query<ApiKey & Row & { hash: string }>({
    name: 'api_keys_verify',
    text: `
      select ${API_KEY_COLUMNS}, k.secret_hash as hash from api_keys k
      where k.org_id = $1 and k.id = $2 and k.revoked_at is null`,
    values: [tenant.orgId, id],
  });
  if (!row) return null;
  const { hash, ...key } = row;
  return timingSafeEqual(Buffer.from(hash), Buffer.from(secretHash(secret))) ? key : null;
}

/** True when any organisation has a valid key: an operator's call, for a daemon that is about to listen to the network. */
export async function hasApiKeys(operator: OperatorDatabase): Promise<boolean> {
  const rows = await operator.query({ text: 'select from api_keys where revoked_at is null limit 1', values: [] });
  return rows.length > 0;
}
