import type { Statement } from '../../base/database/database.ts';
import type { LoggedChange } from './write-policy.ts';

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
