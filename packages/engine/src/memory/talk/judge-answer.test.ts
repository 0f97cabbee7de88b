import { expect, test } from 'vitest';
import { judgeAnswer, type AnswerStanding } from './judge-answer.ts';

const CASES: readonly (readonly [answer: string, standing: AnswerStanding])[] = [
  ['Right, leave it at 7.', 'confirmed'],
  ['yes', 'confirmed'],
  ['yep do that', 'confirmed'],
  ['Exactly — just those four.', 'confirmed'],
  ['sounds good, go ahead', 'confirmed'],
  ["That's the one. Ship it.", 'confirmed'],
  ['LGTM', 'confirmed'],
  ['Agreed.', 'confirmed'],
  ['no objections', 'confirmed'],
  ['no problem, continue', 'open'],
  ['Leveling is right, with one precision: after the deepest dependency.', 'amended'],
  ['Yes, but keep the id as a tie-break.', 'amended'],
  ['ok, except for staging', 'amended'],
  ['mostly yes, queued work requeues, but not all of it', 'amended'],
  ['No - that buries the canaries mid-release.', 'refused'],
  ['nope', 'refused'],
  ['Not quite. The threshold applies after merging.', 'refused'],
  ["that's the wrong place to measure: the threshold applies after merging", 'refused'],
  ["Don't touch the schema.", 'refused'],
  ['Careful — #2024 should STAY.', 'refused'],
  ['Hold on — not all of those.', 'refused'],
  ['We tried exactly that last year.', 'refused'],
  ['hmm, no. use pnpm', 'refused'],
  ['Seven. Eight trips it.', 'open'],
  ['Excel-style text formulas.', 'open'],
  ['Can you also look at the flaky test?', 'open'],
  ['', 'open'],
  ['okayama is the region', 'open'],
  ['Nothing else to add', 'open'],
];

test.each(CASES)('"%s" is %s', (answer, standing) => {
  expect(judgeAnswer(answer)).toBe(standing);
});
