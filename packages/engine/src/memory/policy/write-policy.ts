import type { Statement } from '../../base/database/database.ts';
import type { NamedPolicy } from './org-policy.ts';

const BUMP = `
  insert into org_policy_versions (org_id, version) values ($1, 1)
  on conflict (org_id) do update set version = org_policy_versions.version + 1`;

/** The first statement of every change. Its row lock makes changes wait for each other, so what the next ones read is still there. */
export function bumpPolicyVersion(orgId: string): Statement {
  return { text: BUMP, values: [orgId] };
}

/** Who changes something, and the id of its row in the change log. */
export interface LoggedChange {
  readonly id: string;
  readonly actor: string;
}

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

/** Stores a policy under its name, over the one that was there, and logs it. */
export function writePolicy(orgId: string, { name, text, mode }: NamedPolicy, { id, actor }: LoggedChange): Statement {
  return { text: WRITE, values: [orgId, name, text, mode, actor, id] };
}

const REMOVE = `
  with removed as (
    delete from org_policies where org_id = $1 and name = $2 returning name, text, mode
  )
  insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
  select $1, $4, $3, 'policy', name, jsonb_build_object('mode', mode, 'text', text), null, clock_timestamp() from removed
  returning field as name`;

/** Removes a policy and logs it. No row = there was none. */
export function removePolicy(orgId: string, name: string, { id, actor }: LoggedChange): Statement {
  return { text: REMOVE, values: [orgId, name, actor, id] };
}
