import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/database/database.ts';
import type { Authorizer } from '../memory/policy/authorizer.ts';
import { createCedarAuthorizer, type ShadowReport } from '../memory/policy/cedar-authorizer.ts';
import { createCurrentPolicies, type CurrentPolicies } from '../memory/policy/current-policies.ts';

/** One holder of policies for each organisation: it hears of every change in this process. */
export function currentPolicies(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): (orgId: string) => CurrentPolicies {
  const holders = new Map<string, CurrentPolicies>();
  // One process owns an embedded database: nobody else changes its policies.
  const ttl = database.kind === 'pglite' ? { ttlMs: Number.POSITIVE_INFINITY } : {};
  return (orgId) => {
    const options = { clock, onError, ...ttl };
    const holder = holders.get(orgId) ?? createCurrentPolicies({ tenant: database.tenant(orgId), ...options });
    holders.set(orgId, holder);
    return holder;
  };
}

/** The authorizer that is used when none is given. */
export function policyAuthorizer(
  policies: (orgId: string) => CurrentPolicies,
  listener: ((report: ShadowReport) => void) | undefined,
  onError: (error: unknown) => void,
): Authorizer {
  function onShadowDenied(report: ShadowReport): void {
    try {
      listener?.(report);
    } catch (error) {
      onError(error);
    }
  }
  return createCedarAuthorizer({ policies: (orgId) => policies(orgId).decider(), onShadowDenied });
}
