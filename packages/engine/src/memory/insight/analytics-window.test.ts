import { expect, test } from 'vitest';
import { analyticsWindow } from './analytics-window.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test('without a word it is the last 30 days of every project and this millisecond, by day', () => {
  expect(analyticsWindow({}, now)).toEqual({
    since: '2026-10-23T12:00:00.000Z',
    until: '2026-11-22T12:00:00.001Z',
    bucket: 'day',
    project: null,
  });
});

test.each([
  ['2026-11-21T12:00:00Z', 'hour'],
  ['2026-11-19T12:00:00Z', 'hour'],
  ['2026-11-19T11:00:00Z', 'day'],
  ['2026-07-26', 'day'],
  ['2026-03-01', 'week'],
])('since %s it is cut by %s', (since, bucket) => {
  expect(analyticsWindow({ since }, now)).toMatchObject({ bucket });
});

test('no project is another thing than every project', () => {
  expect(analyticsWindow({ projectId: null }, now).project).toBe('');
  expect(analyticsWindow({ projectId: 'api' }, now).project).toBe('api');
});

test.each([
  { since: '2026-11-23' },
  { since: '2026-11-22T12:00:00Z' },
  { since: '2025-11-20' },
  { since: 'yesterday' },
  { since: '2026-10-01', bucket: 'hour' as const },
  { bucket: 'minute' as never },
])('%j is refused', (request) => {
  expect(() => analyticsWindow(request, now)).toThrow(/must be/);
});
