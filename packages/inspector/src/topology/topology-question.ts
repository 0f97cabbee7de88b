import type { Sent } from '../api/call.ts';
import { positiveOr } from '../text/positive-or.ts';

/** The time for which ended sessions stay, in minutes, until somebody chooses otherwise. */
export const USUAL_WINDOW = 60;

const MINUTE_MS = 60_000;

/** The sessions that the address names. */
export function topologyQuestion(
  { window = '', project = '' }: { readonly window?: string; readonly project?: string },
  nowMs: number,
): Sent<'getLiveTopology'> {
  const minutes = positiveOr(window, USUAL_WINDOW);
  // To the minute: a moment that is another with each drawing would be another question each time.
  const endedSince = new Date(Math.floor(nowMs / MINUTE_MS - minutes) * MINUTE_MS).toISOString();
  return { query: { endedSince, ...(project === '' ? {} : { projectId: project }) } };
}
