import type { Statement } from '../../base/database/database.ts';
import type { AdministrationQuestion } from './administration.ts';

/** What was attempted and denied. */
export interface DeniedAdministration extends Omit<AdministrationQuestion, 'orgId'> {
  /** The call that needed the action. */
  readonly operation: string;
  /** null = policies could not be asked. */
  readonly policy: string | null;
  readonly reason: string;
}

const NOTE = `
  insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
  values ($1, $2, $3, 'denied', $4, null,
    jsonb_build_object('operation', $5::text, 'role', $6::text, 'policy', $7::text, 'reason', $8::text), clock_timestamp())`;

/** One row of the change log: nothing changed, and somebody wanted it to. */
export function noteDeniedAdministration(orgId: string, id: string, denied: DeniedAdministration): Statement {
  const { caller, action, operation, role, policy, reason } = denied;
  return { text: NOTE, values: [orgId, id, caller, action, operation, role, policy, reason] };
}
