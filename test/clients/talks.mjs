/** What users say, and what the scripted agent answers: `asked[n]` is answered by `answers[n]`. */

/** A rule is worked out: what the agent proposes is refused, and its recap is confirmed. */
export const SETTLED = {
  asked: [
    'The incident report counts 40 incidents for one outage of the checkout gateway. Customers complain about the alert storm. Fix the report.',
    'No, the threshold applies to the merged window: merge gaps up to 90 s first, then drop what is shorter than 60 s.',
    'Right.',
  ],
  answers: [
    "I'd drop raw incidents under 60 s first, then merge what is left.",
    'Recap: gaps of at most 90 s are merged first; a merged window shorter than 60 s is dropped.',
    'The report merges first now.',
  ],
};

/** The agent proposes one thing, and it is refused: nothing is settled. */
export const REFUSED = {
  asked: [
    'The workers load the tenant settings on every request, and logins wait for them. What would you do?',
    'No, not that. Leave it for now, I want to talk to the platform team first.',
  ],
  answers: ['I would cache the tenant settings in the gateway for ten minutes.', 'I leave it as it is.'],
};

/** First words of later sessions, which are about the same in other words. */
export const REPORTS = {
  settled:
    'Alert storm again: one outage of the checkout gateway shows as dozens of incidents in the report. Customers complain. A failing repro is at tests/test_report.py.',
  refused: 'Logins are slow: each request waits until a worker has loaded the tenant settings. Make it faster.',
};

/** The sentences that decide, as they were said. */
export const RULE = 'the threshold applies to the merged window';
export const RECAP = 'a merged window shorter than 60 s is dropped';
/** Words of the proposals that were refused. */
export const PROPOSALS = { settled: 'drop raw incidents', refused: 'cache the tenant settings' };
