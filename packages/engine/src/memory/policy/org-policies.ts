import { withChangeChain } from '../../base/database/change-chain.ts';
import type { Clock } from '../../base/clock.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput, requireObject } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { checkPolicy, type PolicyCheck, requirePolicy } from './check-policy.ts';
import { listPolicies, POLICY_MODES, selectPolicies, type OrgPolicy, type PolicyMode } from './org-policy.ts';

/** Who stores a policy, and whether it counts. */
export interface PutPolicyOptions {
  /** The key, user or program that is answerable; it goes into the change log. */
  readonly actor: string;
  /** (Default: 'enforce') */
  readonly mode?: PolicyMode;
}

/** An organisation's own policies, beside the default ones. All fail with `invalid-input` on what cannot be meant. */
export interface OrgPolicies {
  /**
   * Stores a text of Cedar policies under a name (lower-case letters, digits, hyphens and underscores, at most 64; not `default`), over
   * what was there. It counts at once in this process and within a second in others. Fails with `policy-invalid` on what does not fit the
   * schema, with the problems and their places in `details.problems`. At most 64 KiB, and 100 policies.
   */
  put(name: string, text: string, options: PutPolicyOptions): Promise<OrgPolicy>;
  /** By name. */
  list(): Promise<readonly OrgPolicy[]>;
  /** null = there is none of that name. */
  get(name: string): Promise<OrgPolicy | null>;
  /** False = there was none. */
  remove(name: string, options: { readonly actor: string }): Promise<boolean>;
  /** Whether a text could be stored. */
  check(text: string): Promise<PolicyCheck>;
}

export interface OrgPoliciesOptions {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  /** Called after every change, also after one that failed and may have happened all the same. */
  readonly onChanged: () => void;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const TEXT_MAX_BYTES = 65_536;
const POLICIES_MAX = 100;

/** Binds the policies to one organisation. */
export function createOrgPolicies(options: OrgPoliciesOptions): OrgPolicies {
  const { tenant } = options;
  return {
    put: (name, text, put) => putPolicy(options, name, text, put),
    list: () => listPolicies(tenant),
    async get(name) {
      requireName(name);
      const [policy] = await listPolicies(tenant, name);
      return policy ?? null;
    },
    remove: (name, by) => dropPolicy(options, name, by),
    async check(text) {
      requireText(text);
      return checkPolicy(text);
    },
  };
}

async function putPolicy(
  { tenant, clock, onChanged }: OrgPoliciesOptions,
  name: string,
  text: string,
  options: PutPolicyOptions,
): Promise<OrgPolicy> {
  requireName(name);
  requireText(text);
  const { actor, mode = 'enforce' } = options ?? {};
  requireId(actor, 'actor');
  requireInput(POLICY_MODES.includes(mode), 'mode', `one of ${POLICY_MODES.join(', ')}`);
  requirePolicy(name, text);
  const stored = await listPolicies(tenant);
  const same = stored.find((policy) => policy.name === name);
  if (same?.text === text && same.mode === mode) return same;
  requireInput(
    same !== undefined || stored.length < POLICIES_MAX,
    'The organisation',
    `at ${POLICIES_MAX} policies at most`,
  );
  const change = { text: WRITE, values: [tenant.orgId, name, text, mode, actor, uuidv7(clock.now())] };
  try {
    // Read in the same transaction: behind it, another writer's text may stand there.
    const [, , [written] = []] = await withChangeChain(tenant, [
      { text: BUMP, values: [tenant.orgId] },
      change,
      selectPolicies(tenant.orgId, name),
    ]);
    return written as OrgPolicy & Row;
  } finally {
    onChanged();
  }
}

async function dropPolicy(
  { tenant, clock, onChanged }: OrgPoliciesOptions,
  name: string,
  by: { readonly actor: string },
): Promise<boolean> {
  requireName(name);
  requireObject(by, 'options');
  const { actor } = by;
  requireId(actor, 'actor');
  const change = { text: REMOVE, values: [tenant.orgId, name, actor, uuidv7(clock.now())] };
  try {
    const [, removed = []] = await withChangeChain(tenant, [{ text: BUMP, values: [tenant.orgId] }, change]);
    return removed.length > 0;
  } finally {
    onChanged();
  }
}

function requireName(name: unknown): asserts name is string {
  const valid = typeof name === 'string' && NAME.test(name) && name !== 'default';
  requireInput(valid, 'name', "1 to 64 of a-z, 0-9, '-' and '_', beginning with a letter or digit, and not 'default'");
}

function requireText(text: unknown): asserts text is string {
  const valid =
    typeof text === 'string' && !/[\0\p{Surrogate}]/u.test(text) && Buffer.byteLength(text) <= TEXT_MAX_BYTES;
  requireInput(valid, 'text', 'a well-formed text of at most 64 KiB');
}

/** Gives each change its number. Changes of one organisation wait for each other already: see `change-chain.ts`. */
const BUMP = `
  insert into org_policy_versions (org_id, version) values ($1, 1)
  on conflict (org_id) do update set version = org_policy_versions.version + 1`;

/** Stores a policy under its name, over the one that was there, and logs it. */
const WRITE = `
  with before as (
    select jsonb_build_object('mode', mode, 'text', text) as value from org_policies where org_id = $1 and name = $2
  ), written as (
    insert into org_policies (org_id, name, text, mode, version, updated_by, updated_at)
    select $1, $2, $3, $4, version, $5, clock_timestamp() from org_policy_versions where org_id = $1
    on conflict (org_id, name) do update
    set text = excluded.text, mode = excluded.mode, version = excluded.version, updated_by = excluded.updated_by,
        updated_at = excluded.updated_at
    returning name
  )
  insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
  select $1, $6, $5, 'policy', name, (select value from before), jsonb_build_object('mode', $4::text, 'text', $3::text),
    clock_timestamp()
  from written`;

/** Removes a policy and logs it. No row = there was none. */
const REMOVE = `
  with removed as (
    delete from org_policies where org_id = $1 and name = $2 returning name, text, mode
  )
  insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
  select $1, $4, $3, 'policy', name, jsonb_build_object('mode', mode, 'text', text), null, clock_timestamp() from removed
  returning field as name`;
