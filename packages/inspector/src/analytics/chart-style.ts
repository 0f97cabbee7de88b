import { createElement, type ReactNode } from 'react';

/** The colours of series, in the order in which they are taken. */
const SERIES: readonly string[] = Array.from({ length: 8 }, (_, index) => `var(--data-${index + 1})`);

/** A colour that is always there. */
export function seriesColour(index: number): string {
  return SERIES[index % SERIES.length] ?? 'var(--data-1)';
}

/** How axes look, the same on every chart. */
export const AXIS = {
  stroke: 'var(--border-strong)',
  tick: { fill: 'var(--ink-2)', fontSize: 11 },
  tickLine: false,
} as const;

/** Lines behind a chart. */
export const GRID = { stroke: 'var(--border)', vertical: false } as const;

/** What is told under the pointer. */
export const TIP = {
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--border)',
    borderRadius: 6,
    color: 'var(--ink)',
    fontSize: 12,
    boxShadow: 'var(--shadow-float)',
  },
  labelStyle: { color: 'var(--ink-2)' },
  itemStyle: { color: 'var(--ink)' },
  cursor: { fill: 'var(--hover)', stroke: 'var(--border-strong)' },
  isAnimationActive: false,
} as const;

/** Room around a chart: labels of the axes stand inside of it. */
export const MARGIN = { top: 8, right: 16, bottom: 4, left: 0 } as const;

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en', { day: 'numeric', hour: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });

/** The name of a stretch of time on an axis. */
export function bucketName(time: string, bucket: 'hour' | 'day' | 'week'): string {
  return (bucket === 'hour' ? hour : day).format(new Date(time));
}

/** How legends look: the words in the colour of text, the mark beside them in the colour of the series. */
export const LEGEND = {
  iconSize: 10,
  iconType: 'circle',
  wrapperStyle: { fontSize: 12, paddingTop: 8 },
  formatter: (name: string): ReactNode =>
    createElement('span', { className: 'legend-name' }, name.replaceAll('_', ' ')),
} as const;
