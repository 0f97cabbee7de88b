import { expect, test } from 'vitest';
import { nearestReading, type ChartReading } from './chart-reading.ts';

const at = (x: number, y: number, band: ChartReading['band'] = null): ChartReading => ({
  x,
  y,
  band,
  title: '',
  lines: [],
});

test('of bars the one in whose stretch of the axis the point is, however high it is', () => {
  const bars = [10, 30, 50].map((x) => at(x, 0, { axis: 'x', size: 20 }));
  expect(nearestReading(bars, 33, 400)).toBe(1);
  expect(nearestReading(bars, -5, 0)).toBe(0);
});

test('of lying bars the one beside the point', () => {
  const bars = [10, 30, 50].map((y) => at(0, y, { axis: 'y', size: 20 }));
  expect(nearestReading(bars, 400, 48)).toBe(2);
});

test('of points the nearest in both directions', () => {
  expect(nearestReading([at(0, 0), at(0, 100), at(90, 0)], 10, 80)).toBe(1);
});

test('of nothing none', () => {
  expect(nearestReading([], 1, 1)).toBe(null);
});
