import type { PolicyDecision } from './authorizer.ts';

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
