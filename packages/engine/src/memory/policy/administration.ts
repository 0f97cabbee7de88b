import type { PolicyDecision } from './authorizer.ts';
import type { CedarRequest } from './cedar/cedar.ts';
import type { Statement } from '../../base/database/database.ts';

/** Every administrative action, and the group that it belongs to; `policies/administration.cedarschema` has the same. */
export const ADMINISTRATIVE_ACTIONS = {
  forget: 'curate',
  reviewQuarantine: 'curate',
  pin: 'curate',
  amend: 'curate',
  viewAnalytics: 'curate',
  viewGraph: 'curate',
  viewFingerprint: 'curate',
  manageKeys: 'configure',
  viewKeys: 'configure',
  manageConfig: 'configure',
  viewConfig: 'configure',
  manageTransfer: 'configure',
  viewTransfer: 'configure',
  manageGraph: 'configure',
  importMemory: 'configure',
  exportMemory: 'configure',
  classify: 'configure',
  weigh: 'configure',
  managePlan: 'operate',
  managePolicies: 'govern',
  viewPolicies: 'govern',
} as const;

/** What people do to an organisation's memory, as policies name it. */
export type AdministrativeAction = keyof typeof ADMINISTRATIVE_ACTIONS;

/** A set of actions that belong to one kind of work. */
export type AdministrativeGroup = (typeof ADMINISTRATIVE_ACTIONS)[AdministrativeAction];

/** Whether somebody who calls the daemon may administer. */
export interface AdministrationQuestion {
  readonly orgId: string;
  /** `key:` and the key's id. */
  readonly caller: string;
  /** worker, agent, member, admin or operator. */
  readonly role: string;
  readonly action: AdministrativeAction;
}

/** One question, decided at once. */
export type DecideAdministration = (question: AdministrationQuestion) => PolicyDecision;

const ROLES: Readonly<Record<string, { readonly policy: string; readonly groups: readonly AdministrativeGroup[] }>> = {
  member: { policy: 'default.members', groups: ['curate'] },
  admin: { policy: 'default.admins', groups: ['curate', 'configure', 'govern'] },
  operator: { policy: 'default.operators', groups: ['curate', 'configure', 'operate', 'govern'] },
};

/**
 * The rules that hold without any policy of the organisation's own. `policies/administration.cedar` says the same, and a test asks both
 * about every role and action.
 */
export function decideAdministrationByDefault({ role, action }: AdministrationQuestion): PolicyDecision {
  const known = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (known?.groups.includes(ADMINISTRATIVE_ACTIONS[action])) return { allowed: true, policy: known.policy };
  return { allowed: false, policy: null, reason: `is not for the role ${role}` };
}

/**
 * True for what an organisation's own policies are never asked about: whoever may repair them must not be locked out by them.
 */
export function isGovernment(action: AdministrativeAction): boolean {
  return ADMINISTRATIVE_ACTIONS[action] === 'govern';
}

/** The question in the words of `policies/administration.cedarschema`. */
export function administrationRequest({ orgId, caller, role, action }: AdministrationQuestion): CedarRequest {
  const org = { type: 'Org', id: orgId };
  const principal = { type: 'Caller', id: caller };
  return {
    principal,
    action: { type: 'Action', id: action },
    resource: org,
    context: {},
    entities: [
      { uid: principal, attrs: { org: { __entity: org }, role }, parents: [org] },
      { uid: org, attrs: {}, parents: [] },
    ],
  };
}

/** What policies can tell one question from another by: a caller or an organisation that none of them names is like every other. */
export function administrationKey(words: ReadonlySet<string>, question: AdministrationQuestion): string {
  const { orgId, caller, role, action } = question;
  return JSON.stringify([action, role, words.has(caller) ? caller : null, words.has(orgId) ? orgId : null]);
}

/** What was attempted and denied. */
interface DeniedAdministration extends Omit<AdministrationQuestion, 'orgId'> {
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
