const SECONDS = /^\s*(\d{1,9})\s*$/;

/** Milliseconds to wait by a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3). Null when it is absent or says nothing. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = SECONDS.exec(header)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
