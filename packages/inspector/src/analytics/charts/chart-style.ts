/** The colours of series, in the order in which they are taken. */
const SERIES: readonly string[] = Array.from({ length: 8 }, (_, index) => `var(--data-${index + 1})`);

/** A colour that is always there. */
export function seriesColour(index: number): string {
  return SERIES[index % SERIES.length] ?? 'var(--data-1)';
}

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en', { day: 'numeric', hour: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });

/** The name of a stretch of time on an axis. */
export function bucketName(time: string, bucket: 'hour' | 'day' | 'week'): string {
  return (bucket === 'hour' ? hour : day).format(new Date(time));
}
