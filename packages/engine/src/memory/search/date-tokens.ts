import { stem } from './stem.ts';

const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'
    .split(' ')
    .map((name) => stem(name));

/** The words by which people ask for a day (UTC): month, day of the month, year. Empty when the time is no date. */
export function dateTokens(createdAt: number): readonly string[] {
  const date = new Date(createdAt);
  const month = MONTHS[date.getUTCMonth()];
  return month === undefined ? [] : [month, String(date.getUTCDate()), String(date.getUTCFullYear())];
}
