import { DEFAULT_POLICIES } from '../../generated/policies.ts';
import { createAttempts, type Attempt } from './attempts.ts';
import type { Decide, PolicyDecision } from './authorizer.ts';
import { askPolicies, type CedarAnswer, type CedarPolicies } from './cedar.ts';
import { cedarRequest } from './cedar-request.ts';
import { decideByDefault } from './default-authorizer.ts';
import type { NamedPolicy } from './org-policy.ts';
import { policyParts } from './policy-parts.ts';
import { questionKey } from './question-key.ts';

// What policies can tell apart is tens of questions, a few hundred when they look at kinds; at some 300 bytes each.
const DECISIONS_MAX = 4096;

const deny = (reason: string, policy: string | null = null): PolicyDecision => ({ allowed: false, policy, reason });

const UNREADABLE = deny('the policies of the organisation cannot be read');
const TRAPPED = deny('the policy engine failed');

/**
 * Makes one decider of the default policies and those given, all of them enforced. Decisions are kept by what the policies can see, least
 * recently used out. Fails closed: what cannot be read, what cannot be evaluated and a trap of the engine deny, with the reason. A trap is
 * not kept: the next request tries again.
 */
export function compilePolicies(policies: readonly NamedPolicy[], onError: (error: unknown) => void): Decide {
  const attempt = createAttempts(onError);
  // At once, so that a text that cannot be used is told when it is loaded.
  let decide = attempt(() => prepare(policies, attempt, onError));
  return (...question) => {
    decide ??= attempt(() => prepare(policies, attempt, onError));
    return decide?.(...question) ?? UNREADABLE;
  };
}

/** What a text says wrong comes again: only a trap is worth another attempt. */
function prepare(policies: readonly NamedPolicy[], attempt: Attempt, onError: (error: unknown) => void): Decide {
  try {
    return decider(compile([{ name: 'default', text: DEFAULT_POLICIES, mode: 'enforce' }, ...policies]), attempt);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    onError(error);
    return () => UNREADABLE;
  }
}

type Question = Parameters<Decide>;

interface CompiledPolicies {
  readonly policies: CedarPolicies;
  readonly words: ReadonlySet<string>;
}

function compile(texts: readonly NamedPolicy[]): CompiledPolicies {
  const all = texts.map(({ name, text }) => policyParts(name, text));
  const [problem] = all.flatMap(({ problems }) => problems);
  if (problem !== undefined) throw new SyntaxError(`The policies cannot be used: ${problem}.`);
  return {
    policies: Object.fromEntries(all.flatMap(({ policies }) => [...policies])),
    words: new Set(all.flatMap(({ words }) => [...words])),
  };
}

function decider({ policies, words }: CompiledPolicies, attempt: Attempt): Decide {
  const decisions = new Map<string, PolicyDecision>();
  return (...question) => {
    const key = questionKey(words, ...question);
    const known = decisions.get(key);
    const decision = known ?? attempt(() => decisionOf(askPolicies(policies, cedarRequest(...question)), question));
    if (decision === null) return TRAPPED;
    if (known) decisions.delete(key);
    decisions.set(key, decision);
    const [oldest] = decisions.keys();
    if (decisions.size > DECISIONS_MAX && oldest !== undefined) decisions.delete(oldest);
    return decision;
  };
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
