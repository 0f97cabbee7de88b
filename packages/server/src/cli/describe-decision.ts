import type { PolicyDecision } from '@inkling/engine/types';
import { printableLine } from '../base/printable-text.ts';

/** A decision in words: the answer, the policies that gave it, and what policies in shadow mode would say. */
export function describeDecision(decision: PolicyDecision): string {
  return printableLine(wordsOf(decision), 1000);
}

function wordsOf(decision: PolicyDecision): string {
  if (!decision.allowed) return `deny by ${decision.policy ?? 'no policy'}: ${decision.reason}`;
  const { shadow } = decision;
  return `allow by ${decision.policy}${shadow ? `; in shadow mode ${shadow.policy ?? 'a broken policy'} would deny: ${shadow.reason}` : ''}`;
}
