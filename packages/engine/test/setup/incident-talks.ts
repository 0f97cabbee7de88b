/** Alternating: what the user wrote, what the agent answered. */
export type Talk = readonly string[];

export const INCIDENTS: Talk = [
  'The incident report counts 40 incidents for one outage of the checkout gateway. Customers complain about the alert storm. Fix the report.',
  "I'd drop raw incidents under 60 s first, then merge what is left.",
  'No, the threshold applies to the merged window: merge gaps up to 90 s first, then drop what is shorter than 60 s.',
  'Recap: gaps of at most 90 s are merged first; a merged window shorter than 60 s is dropped.',
  'Right.',
];
export const AMENDMENT: Talk = [
  'Amendment to the incident report after the audit: the checkout gateway outage was hidden, merged windows were dropped.',
  'So the minimum length is the flaw. What is the corrected rule?',
  'Merge gaps up to 90 s as before, but a merged window is never dropped, however short: it is flagged as brief.',
  'Amended rule: gaps of at most 90 s are merged; no window is dropped, those under 60 s are flagged as brief.',
  'Exactly.',
];
