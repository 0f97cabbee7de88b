import { InklingError } from '../../base/errors.ts';
import { validatePolicies, type PolicySubject } from './cedar/cedar.ts';
import { policyParts } from './cedar/policy-parts.ts';

/** What is wrong with a text of policies, and where. */
export interface PolicyProblem {
  /** The parser's or the validator's words, with its hint. */
  readonly message: string;
  /** From 1; null when it concerns the whole text. */
  readonly line: number | null;
  /** In characters, from 1. */
  readonly column: number | null;
}

/** What a check of a text came to. It can be stored when there are no problems. */
export interface PolicyCheck {
  readonly problems: readonly PolicyProblem[];
  /** What is allowed but looks like a mistake, such as a condition that is never true. */
  readonly warnings: readonly PolicyProblem[];
}

interface Finding {
  readonly message: string;
  readonly help: string | null;
  readonly sourceLocations?: readonly { readonly start: number; readonly label: string | null }[];
}

/** The message of a text that the parser gives up on. */
const TOO_DEEP = 'The parser gave up on it: it is nested too deeply.';

/**
 * Reads a text of one or several Cedar policies and validates each against Inkling's schema. Never throws. Loads Cedar on the first
 * call (about 0.25 s).
 */
export function checkPolicy(text: string): PolicyCheck {
  try {
    const access = validatePolicies(text, 'access');
    if (access.type === 'failure') return { problems: access.errors.map((error) => locate(text, error)), warnings: [] };
    const { policies, problems } = policyParts('policy', text);
    const subjects = policies.map(({ subject }) => subject);
    const findings = [
      findingsOf(access, 'access', subjects),
      // Only for a text that has such policies: most have none.
      ...(subjects.includes('administration')
        ? [findingsOf(validatePolicies(text, 'administration'), 'administration', subjects)]
        : []),
    ];
    const located = (found: readonly Finding[]): PolicyProblem[] => found.map((finding) => locate(text, finding));
    return {
      problems: [...findings.flatMap(({ errors }) => located(errors)), ...problems.map(nowhere)],
      warnings: findings.flatMap(({ warnings }) => located(warnings)),
    };
  } catch {
    return { problems: [nowhere(TOO_DEEP)], warnings: [] };
  }
}

/** Refuses a text that cannot be stored with 'policy-invalid', which tells every problem in its message and in `details.problems`. */
export function requirePolicy(name: string, text: string): void {
  const { problems } = checkPolicy(text);
  if (problems.length === 0) return;
  const lines = problems.map(({ message, line, column }) => (line === null ? message : `${line}:${column} ${message}`));
  throw new InklingError('policy-invalid', `The policy '${name}' is not valid: ${lines.join('; ')}.`, {
    details: { problems },
  });
}

/** What was found about the policies that have the subject; the others need not fit its schema. */
function findingsOf(
  answer: ReturnType<typeof validatePolicies>,
  subject: PolicySubject,
  subjects: readonly PolicySubject[],
): { readonly errors: readonly Finding[]; readonly warnings: readonly Finding[] } {
  if (answer.type === 'failure') return { errors: answer.errors, warnings: [] };
  // Cedar calls the policies of a text policy0, policy1, … in its order.
  const own = new Set(subjects.flatMap((known, index) => (known === subject ? [`policy${index}`] : [])));
  const concerns = ({ policyId }: { readonly policyId: string }): boolean => own.has(policyId);
  return {
    errors: answer.validationErrors.filter(concerns).map(({ error }) => error),
    warnings: answer.validationWarnings.filter(concerns).map(({ error }) => error),
  };
}

const nowhere = (message: string): PolicyProblem => ({ message, line: null, column: null });

function locate(text: string, { message, help, sourceLocations }: Finding): PolicyProblem {
  const [location] = sourceLocations ?? [];
  const hints = [location?.label, help].filter((hint) => typeof hint === 'string');
  const words = [message, ...hints].join('; ');
  if (!location) return nowhere(words);
  // Cedar counts bytes of UTF-8.
  const before = Buffer.from(text).subarray(0, location.start).toString().split('\n');
  return { message: words, line: before.length, column: [...(before.at(-1) ?? '')].length + 1 };
}
