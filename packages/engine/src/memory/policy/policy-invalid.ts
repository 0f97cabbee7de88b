import { InklingError } from '../../base/errors.ts';
import type { PolicyProblem } from './check-policy.ts';

/** The refusal of a text of policies, with every problem in its message and in `details.problems`. */
export function policyInvalid(name: string, problems: readonly PolicyProblem[]): InklingError {
  const lines = problems.map(({ message, line, column }) => (line === null ? message : `${line}:${column} ${message}`));
  return new InklingError('policy-invalid', `The policy '${name}' is not valid: ${lines.join('; ')}.`, {
    details: { problems },
  });
}
