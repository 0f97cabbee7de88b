/** The day of a moment in UTC, `2026-11-22`. Throws a RangeError when the text is no moment. */
export const dayOf = (text: string): string => new Date(text).toISOString().slice(0, 10);
