import type { Decide } from './authorizer.ts';
import { compilePolicies } from './compile-policies.ts';
import { decideByDefault } from './default-authorizer.ts';
import type { NamedPolicy } from './org-policy.ts';

/**
 * What holds for an organisation with these policies. Without enforced ones the default rules answer without Cedar: the same
 * decisions (a property test), 0.0005 ms instead of 0.3, and nothing to load (decision 0008). Never throws: policies that cannot be used
 * deny everything. `onError` hears why. (Default: nobody)
 */
export function decideWithPolicies(
  policies: readonly NamedPolicy[],
  onError: (error: unknown) => void = () => undefined,
): Decide {
  const enforced = policies.filter(({ mode }) => mode === 'enforce');
  const decide = enforced.length === 0 ? decideByDefault : compilePolicies(enforced, onError);
  if (enforced.length === policies.length) return decide;
  const rehearse = compilePolicies(policies, onError);
  return (...question) => {
    const decision = decide(...question);
    if (!decision.allowed) return decision;
    const rehearsed = rehearse(...question);
    if (rehearsed.allowed) return decision;
    const { policy, reason } = rehearsed;
    return { ...decision, shadow: { policy, reason } };
  };
}
