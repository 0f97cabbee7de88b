import { logged } from '../../base/database/change-chain.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import {
  ADMINISTRATIVE_ACTIONS,
  decideAdministrationByDefault,
  isGovernment,
  type AdministrationQuestion,
  type AdministrativeAction,
  noteDeniedAdministration,
} from '../../memory/policy/administration.ts';
import type { PolicyDecision } from '../../memory/policy/authorizer.ts';
import { decideAdministrationWithPolicies } from '../../memory/policy/cedar/decide-with-policies.ts';
import type { NamedPolicy } from '../../memory/policy/org-policy.ts';
import { besideStored } from '../inspect/test-policies.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** Who wants to administer what. */
export interface AdministrationRequest {
  readonly action: AdministrativeAction;
  /** worker, agent, member, admin or operator. */
  readonly role: string;
  /** `key:` and the key's id, as in the change log. (Default: `somebody`, whom no policy names) */
  readonly caller?: string;
}

/** What roles and policies say of administrative calls. A library's own calls are not asked about: who has the handle has it all. */
export interface OrgAdministration {
  /**
   * Decides, and leaves no trace. Fails closed, with a reason; with `invalid-input` on what is no action. With policies to try beside the stored
   * ones, Cedar decides whatever authorizer the memory has, and a text that could not be stored is `policy-invalid`.
   */
  explain(request: AdministrationRequest & { readonly policies?: readonly NamedPolicy[] }): Promise<PolicyDecision>;
  /**
   * Decides on a call. A denial is a row of the change log, under the subject `denied`, once an hour for the same caller, call and policy.
   */
  authorize(request: AdministrationRequest & { readonly operation: string }): Promise<PolicyDecision>;
}

// A page of the inspector asks every few seconds, with whatever key it has.
const NOTED_AGAIN_MS = 3_600_000;
const NOTED_MAX = 1000;

type Ports = Pick<Rooms, 'options' | 'clock' | 'onError' | 'policies'>;

export function createOrgAdministration(rooms: Ports, tenant: TenantDatabase): OrgAdministration {
  const noted = new Map<string, number>();

  function isNews(denial: readonly (string | null)[]): boolean {
    const key = JSON.stringify(denial);
    const now = rooms.clock.monotonic();
    if (now < (noted.get(key) ?? Number.NEGATIVE_INFINITY)) return false;
    if (noted.size >= NOTED_MAX) noted.clear();
    noted.set(key, now + NOTED_AGAIN_MS);
    return true;
  }

  return {
    async explain({ policies = [], ...request }) {
      const question = questionOf(tenant.orgId, request);
      if (policies.length === 0) return decide(rooms, question);
      const tried = await besideStored(tenant, policies);
      // What repairs policies is never theirs to decide.
      if (isGovernment(question.action)) return decideAdministrationByDefault(question);
      return decideAdministrationWithPolicies(tried, rooms.onError)(question);
    },
    async authorize({ operation, ...request }) {
      const question = questionOf(tenant.orgId, request);
      const decision = await decide(rooms, question);
      if (decision.allowed || !isNews([question.caller, operation, decision.policy])) return decision;
      const { policy, reason } = decision;
      const id = uuidv7(rooms.clock.now());
      const note = noteDeniedAdministration(tenant.orgId, id, { ...question, operation, policy, reason });
      // What cannot be noted is denied all the same.
      await logged(tenant, note).catch(rooms.onError);
      return decision;
    },
  };
}

function questionOf(
  orgId: string,
  { action, role, caller = 'somebody' }: AdministrationRequest,
): AdministrationQuestion {
  requireInput(Object.hasOwn(ADMINISTRATIVE_ACTIONS, action), 'action', 'an administrative action');
  requireId(role, 'role');
  requireId(caller, 'caller');
  return { orgId, action, role, caller };
}

async function decide(
  { options, policies, onError }: Ports,
  question: AdministrationQuestion,
): Promise<PolicyDecision> {
  // A memory with an authorizer of its own asks no stored policies, and nothing that is stored decides who may repair it.
  if (options.authorizer !== undefined || isGovernment(question.action)) return decideAdministrationByDefault(question);
  try {
    return (await policies(question.orgId).administration())(question);
  } catch (error) {
    onError(error);
    return { allowed: false, policy: null, reason: 'the policies of the organisation cannot be read' };
  }
}
