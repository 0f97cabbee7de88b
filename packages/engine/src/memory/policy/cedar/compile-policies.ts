import { keepNewest } from '../../../base/read-cache.ts';
import type { PolicyDecision } from '../authorizer.ts';
import { askPolicies, type CedarAnswer, type CedarPolicies, type CedarRequest, type PolicySubject } from './cedar.ts';
import type { NamedPolicy } from '../org-policy.ts';
import { DEFAULT_NAME, policyParts } from './policy-parts.ts';

// What policies can tell apart is tens of questions, a few hundred when they look at kinds; at some 300 bytes each.
const DECISIONS_MAX = 4096;

const deny = (reason: string, policy: string | null = null): PolicyDecision => ({ allowed: false, policy, reason });

const UNREADABLE = deny('the policies of the organisation cannot be read');
const TRAPPED = deny('the policy engine failed');

/** What is decided by policies of one subject, and how a question about it is put. */
export interface PolicyQuestions<Question extends readonly unknown[]> {
  readonly subject: PolicySubject;
  /** The text of the policies that hold in every organisation. */
  readonly defaults: string;
  /** What those texts say, without Cedar. */
  readonly byDefault: (...question: Question) => PolicyDecision;
  /** Questions with one key have one answer. `words` are all texts in the policies, names of attributes and ids of entities among them. */
  readonly key: (words: ReadonlySet<string>, ...question: Question) => string;
  readonly request: (...question: Question) => CedarRequest;
}

/** Decides one question, at once. */
export type Decider<Question extends readonly unknown[]> = (...question: Question) => PolicyDecision;

/**
 * Makes one decider of the default policies and those of the given ones that have the subject, all of them enforced. Decisions are kept by
 * what the policies can see, least recently used out. Fails closed: what cannot be read, what cannot be evaluated and a trap of the engine
 * deny, with the reason. A trap is not kept: the next request tries again.
 */
export function compilePolicies<Question extends readonly unknown[]>(
  questions: PolicyQuestions<Question>,
  policies: readonly NamedPolicy[],
  onError: (error: unknown) => void,
): Decider<Question> {
  const attempt = createAttempts(onError);
  // At once, so that a text that cannot be used is told when it is loaded.
  let decide = attempt(() => prepare(questions, policies, attempt, onError));
  return (...question) => {
    decide ??= attempt(() => prepare(questions, policies, attempt, onError));
    return decide?.(...question) ?? UNREADABLE;
  };
}

/** What a text says wrong comes again: only a trap is worth another attempt. */
function prepare<Question extends readonly unknown[]>(
  questions: PolicyQuestions<Question>,
  policies: readonly NamedPolicy[],
  attempt: Attempt,
  onError: (error: unknown) => void,
): Decider<Question> {
  try {
    const defaults: NamedPolicy = { name: DEFAULT_NAME, text: questions.defaults, mode: 'enforce' };
    return decider(questions, compile(questions.subject, [defaults, ...policies]), attempt);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    onError(error);
    return () => UNREADABLE;
  }
}

interface CompiledPolicies {
  readonly policies: CedarPolicies;
  readonly words: ReadonlySet<string>;
}

function compile(subject: PolicySubject, texts: readonly NamedPolicy[]): CompiledPolicies {
  const all = texts.map(({ name, text }) => policyParts(name, text));
  const [problem] = all.flatMap(({ problems }) => problems);
  if (problem !== undefined) throw new SyntaxError(`The policies cannot be used: ${problem}.`);
  const parts = all.flatMap(({ policies }) => policies).filter((part) => part.subject === subject);
  return {
    policies: Object.fromEntries(parts.map(({ id, text }) => [id, text])),
    words: new Set(parts.flatMap(({ words }) => words)),
  };
}

function decider<Question extends readonly unknown[]>(
  { subject, key: keyOf, request, byDefault }: PolicyQuestions<Question>,
  { policies, words }: CompiledPolicies,
  attempt: Attempt,
): Decider<Question> {
  const decisions = new Map<string, PolicyDecision>();
  return (...question) => {
    const key = keyOf(words, ...question);
    const known = decisions.get(key);
    const decision =
      known ??
      attempt(() => decisionOf(askPolicies(policies, subject, request(...question)), () => byDefault(...question)));
    if (decision === null) return TRAPPED;
    keepNewest(decisions, key, decision, DECISIONS_MAX);
    return decision;
  };
}

function decisionOf(answer: CedarAnswer, byDefault: () => PolicyDecision): PolicyDecision {
  if (answer.type === 'failure') return deny(`the policy engine refused the question: ${answer.errors[0]?.message}`);
  const { decision, diagnostics } = answer.response;
  const [failed] = diagnostics.errors;
  // Cedar leaves a policy that fails out, a forbid too. Nobody knows what it would have said.
  if (failed) return deny(`policy ${failed.policyId} failed: ${failed.error.message}`, failed.policyId);
  const named = diagnostics.reason.toSorted();
  if (decision === 'allow') return { allowed: true, policy: named.join(', ') };
  return explainDenial(named, byDefault());
}

/** The defaults know why they deny; when nothing forbids, no default permits, and that denial says which one is missing. */
function explainDenial(forbids: readonly string[], byDefault: PolicyDecision): PolicyDecision {
  const policy = forbids.join(', ');
  if (byDefault.allowed) return deny(`is forbidden by ${policy}`, policy);
  if (policy === '') return byDefault;
  const isNamed = byDefault.policy !== null && forbids.includes(byDefault.policy);
  return deny(isNamed ? byDefault.reason : `is forbidden by ${policy}`, policy);
}

/** Runs work that may trap the policy engine. null = it did, in this turn of the event loop. */
type Attempt = <Answer>(work: () => Answer) => Answer | null;

/**
 * A trap is tried again with a fresh engine, which takes 0.25 s, so only once in each turn: a request asks about all of its resources in
 * one turn, and the next request is another.
 */
export function createAttempts(onError: (error: unknown) => void): Attempt {
  let trapped = false;
  return (work) => {
    if (trapped) return null;
    try {
      return work();
    } catch (error) {
      trapped = true;
      queueMicrotask(() => {
        trapped = false;
      });
      onError(error);
      return null;
    }
  };
}
