import { DEFAULT_POLICIES } from '../../generated/policies.ts';
import type { AccessVerb, AuthorizationResource, Decide, PolicyDecision, Principal } from './authorizer.ts';
import { askPolicies, type CedarAnswer, type CedarPolicies } from './cedar.ts';
import { cedarRequest } from './cedar-request.ts';
import { decideByDefault } from './default-authorizer.ts';
import type { NamedPolicy } from './org-policy.ts';
import { policyParts } from './policy-parts.ts';

// 20 candidates and 20 triplets have 60 sets of attributes at most; this holds those of many sessions, at some 300 bytes each.
const DECISIONS_MAX = 4096;

const deny = (reason: string, policy: string | null = null): PolicyDecision => ({ allowed: false, policy, reason });

/**
 * Makes one decider of the default policies and those given, all of them enforced. Decisions are kept, least recently used out. Fails
 * closed: what cannot be read, what cannot be evaluated and a trap of the engine deny, with the reason.
 */
export function compilePolicies(policies: readonly NamedPolicy[], onError: (error: unknown) => void): Decide {
  try {
    const compiled = compile([{ name: 'default', text: DEFAULT_POLICIES, mode: 'enforce' }, ...policies]);
    return remember(compiled.seesSessions, (...question) => ask(compiled.policies, question, onError));
  } catch (error) {
    onError(error);
    return () => deny('the policies of the organisation cannot be read');
  }
}

type Question = Parameters<Decide>;

function compile(texts: readonly NamedPolicy[]): { policies: CedarPolicies; seesSessions: boolean } {
  const all = texts.map(({ name, text }) => policyParts(name, text));
  const [problem] = all.flatMap(({ problems }) => problems);
  if (problem !== undefined) throw new SyntaxError(`The policies cannot be used: ${problem}.`);
  return {
    policies: Object.fromEntries(all.flatMap(({ policies }) => [...policies])),
    seesSessions: all.some(({ seesSessions }) => seesSessions),
  };
}

function ask(policies: CedarPolicies, question: Question, onError: (error: unknown) => void): PolicyDecision {
  try {
    return decisionOf(askPolicies(policies, cedarRequest(...question)), question);
  } catch (error) {
    onError(error);
    return deny('the policy engine failed');
  }
}

function decisionOf(answer: CedarAnswer, question: Question): PolicyDecision {
  if (answer.type === 'failure') return deny(`the policy engine refused the question: ${answer.errors[0]?.message}`);
  const { decision, diagnostics } = answer.response;
  const [failed] = diagnostics.errors;
  // Cedar leaves a policy that fails out, a forbid too. Nobody knows what it would have said.
  if (failed) return deny(`policy ${failed.policyId} failed: ${failed.error.message}`, failed.policyId);
  const policy = diagnostics.reason.toSorted().join(', ');
  if (decision === 'allow') return { allowed: true, policy };
  return explainDenial(policy, decideByDefault(...question));
}

/** The defaults know why they deny; when nothing forbids, no default permits, and that denial says which one is missing. */
function explainDenial(policy: string, byDefault: PolicyDecision): PolicyDecision {
  if (byDefault.allowed) return deny(`is forbidden by ${policy}`, policy);
  return deny(byDefault.reason, policy || byDefault.policy);
}

/** Keeps decisions by what the policies can see. A failure is kept too: it would come again, and each one costs a new engine. */
function remember(seesSessions: boolean, decide: Decide): Decide {
  const decisions = new Map<string, PolicyDecision>();
  return (principal, verb, resource) => {
    const key = questionKey(principal, verb, resource, seesSessions);
    const known = decisions.get(key);
    const decision = known ?? decide(principal, verb, resource);
    if (known) decisions.delete(key);
    decisions.set(key, decision);
    const [oldest] = decisions.keys();
    if (decisions.size > DECISIONS_MAX && oldest !== undefined) decisions.delete(oldest);
    return decision;
  };
}

function questionKey(
  principal: Principal,
  verb: AccessVerb,
  resource: AuthorizationResource,
  seesSessions: boolean,
): string {
  const { orgId, type, projectId, classification, kind, agentId } = resource;
  return JSON.stringify([
    principal.orgId,
    principal.agentId,
    principal.projectId,
    seesSessions ? principal.sessionId : null,
    verb,
    ...[orgId, type, projectId, classification, kind, agentId],
  ]);
}
