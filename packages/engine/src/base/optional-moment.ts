import { invalidInput } from './require-input.ts';

// A date alone is UTC midnight; a time must name its zone, or the same text would mean another moment on another machine.
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment as ISO-8601 UTC text, null when there is none. Fails with `invalid-input` on what is no moment or outside the years 1 to 9999. */
export function optionalMoment(value: unknown, field: string): string | null {
  if (value === undefined || value === null) return null;
  const moment = momentOf(value);
  if (!(moment >= FIRST_MOMENT && moment <= LAST_MOMENT)) {
    throw invalidInput(field, 'a Date or ISO-8601 text with a time zone, in the years 1 to 9999');
  }
  return new Date(moment).toISOString();
}

/** The same of a moment that there must be. */
export function requiredMoment(value: unknown, field: string): string {
  const moment = optionalMoment(value, field);
  if (moment === null) throw invalidInput(field, 'a moment');
  return moment;
}

function momentOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' && ISO_8601.test(value) && isCalendarDay(value) ? Date.parse(value) : Number.NaN;
}

/** `Date.parse` takes 31 February for 3 March. */
function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  // Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
  return day <= new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate();
}
