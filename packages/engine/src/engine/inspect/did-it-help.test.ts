import { expect, test } from 'vitest';
import { reportExperiment, type ExperimentSession } from '../../memory/experiments/experiment-report.ts';
import type { HelpFigures } from '../../memory/insight/help-figures.ts';
import type { Experiment } from '../../memory/experiments/experiment-store.ts';
import { experimentOf, helpVerdict } from './did-it-help.ts';

const WEEK: HelpFigures = {
  sessions: 14,
  live: 1,
  givenSessions: 9,
  blocks: 31,
  tokens: 4210,
  lines: 80,
  cited: 2,
  followed: 6,
  usingSessions: 5,
  outcomes: { accepted: 7, rework: 2, rejected: 1, unknown: 4 },
};

const unknown = { accepted: 0, rework: 0, rejected: 0, unknown: 14 };

test.each<[Partial<HelpFigures>, string]>([
  [
    {},
    'It was used: 5 of the 9 sessions that got something (31 blocks of 4,210 tokens in all) cited or followed it; 7 of 10 known outcomes are accepted.',
  ],
  [
    { usingSessions: 1, givenSessions: 1, blocks: 1, tokens: 1, outcomes: unknown },
    'It was used: 1 of the 1 session that got something (1 block of 1 token in all) cited or followed it; how they ended is not known yet.',
  ],
  [
    { usingSessions: 0 },
    'Nothing shows that it helped: 9 sessions got 31 blocks of 4,210 tokens in all, and none cited or followed them.',
  ],
  [{ blocks: 0, givenSessions: 0 }, '14 sessions ran, and memory had nothing for them: it cost nothing.'],
  [{ sessions: 0 }, 'No agent was at work, so there is nothing to tell.'],
])('a week of %j', (changes, verdict) => {
  expect(helpVerdict({ ...WEEK, ...changes }, null)).toBe(verdict);
});

test('an experiment that shows something is the verdict; one that does not is none', () => {
  const session = (heldOut: boolean, isAccepted: boolean): ExperimentSession => ({
    ...{ heldOut, outcome: isAccepted ? 'accepted' : 'rejected' },
    ...{ corrections: 0, tokens: 100, toolCalls: 3, secondsToTest: null },
  });
  const sessions = Array.from({ length: 40 }, (_, index) => session(index % 2 === 0, index % 2 === 1));
  const report = reportExperiment(sessions, 0.5);
  expect(helpVerdict(WEEK, report)).toBe(
    'Memory helps: 100 % of the sessions with memory were accepted, 0 % of those without (77 to 100 points).',
  );
  expect(helpVerdict(WEEK, reportExperiment(sessions.slice(0, 8), 0.5))).toMatch(/^It was used: /);
  expect(helpVerdict(WEEK, report, 'In api: ')).toMatch(/^In api: Memory helps: /);
  expect(helpVerdict({ ...WEEK, sessions: 0 }, report)).toBe('No agent was at work, so there is nothing to tell.');
});

test('the experiment of a time is one that ran in it', () => {
  const week = { since: '2026-02-08T00:00:00.000Z', until: '2026-02-15T00:00:00.000Z' };
  const ran = (id: string, startedAt: string, stoppedAt: string | null): Experiment => ({
    ...{ id, projectId: 'api', withhold: 0.5, startedBy: 'ann', stoppedBy: stoppedAt && 'ann' },
    ...{ startedAt: `2026-${startedAt}T00:00:00.000Z`, stoppedAt: stoppedAt && `2026-${stoppedAt}T00:00:00.000Z` },
  });
  const [later, runs, within, before] = [
    ran('later', '02-20', null),
    ran('runs', '02-01', null),
    ran('within', '02-09', '02-10'),
    ran('before', '01-01', '02-01'),
  ];
  expect(experimentOf([later, before], week)).toBeUndefined();
  expect(experimentOf([later, within, before], week)).toBe(within);
  expect(experimentOf([within, runs, before], week)).toBe(runs);
  expect(experimentOf([ran('until', '01-01', '02-09')], week)?.id).toBe('until');
});
