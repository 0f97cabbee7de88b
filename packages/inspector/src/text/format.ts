const count = new Intl.NumberFormat('en');
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** `12,345` */
export function formatCount(value: number): string {
  return count.format(value);
}

/** `1 block`, `1,200 blocks`, `2 memories`. */
export function formatCountOf(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** `0.42`, `12 ms` style numbers with a fixed number of places, so that columns line up. */
export function formatFixed(value: number, places = 2): string {
  return value.toFixed(places);
}

/** `42 %`; a dash when there is nothing to divide by. */
export function formatShare(part: number, whole = 1): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** `840 µs`, `12.3 ms`, `1.20 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 1) return `${Math.round(milliseconds * 1000)} µs`;
  if (milliseconds < 1000) return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** `4m 12s` between two moments. */
export function formatDuration(fromMs: number, toMs: number): string {
  const seconds = Math.max(0, Math.round((toMs - fromMs) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} m`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 min. ago` */
export function formatRelative(time: string, nowMs: number): string {
  const seconds = (Date.parse(time) - nowMs) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return Math.abs(seconds) < 5 ? 'just now' : relative.format(Math.trunc(seconds), 'second');
}

/** `Nov 22, 2026, 8:04:11 AM` */
export function formatAbsolute(time: string): string {
  return absolute.format(new Date(time));
}

/** `08:04:11` */
export function formatClock(time: string): string {
  return clock.format(new Date(time));
}

/** The end of a long id: in ids that begin with the time, the end is what differs. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `…${id.slice(-8)}`;
}
