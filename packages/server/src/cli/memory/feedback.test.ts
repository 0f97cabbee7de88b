import { expect, test } from 'vitest';
import { describeVerdict } from './feedback.ts';

const applied = { applied: true, refusal: null, weight: 1.3 } as const;

test('whoever calls a statement outdated is told that it is not recalled, and how to bring it back', () => {
  expect(describeVerdict('helpful', applied)).toBe('Noted. Its weight is 1.30.');
  expect(describeVerdict('outdated', applied)).toBe(
    'Noted. Its weight is 1.30. It is not recalled any more; to bring it back, `inkling remember` the same statement again.',
  );
  // A statement of another agent, or of another project, is another statement.
  expect(describeVerdict('outdated', applied, { agentId: 'user', projectId: 'p' }, 'p')).toBe(
    describeVerdict('outdated', applied),
  );
  expect(describeVerdict('outdated', applied, { agentId: 'claude-code', projectId: 'p' }, 'p')).toMatch(
    / `inkling remember --agent claude-code` the same statement again\.$/,
  );
  expect(describeVerdict('outdated', applied, { agentId: "Ann's", projectId: 'my api' }, 'p')).toMatch(
    / `inkling remember --agent 'Ann'\\''s' --project 'my api'` the same/,
  );
  const again = { applied: false, refusal: 'said-before', weight: 1.3 } as const;
  expect(describeVerdict('outdated', again)).toMatch(/^This rating was already given\..* not recalled any more/);
  expect(describeVerdict('outdated', { ...again, refusal: 'not-given' })).not.toMatch(/not recalled/);
});
