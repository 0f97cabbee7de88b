import { expect, test } from 'vitest';
import { formatCountOf, formatDuration, formatMilliseconds, formatRelative, formatShare, shortId } from './format.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test('says times as people do', () => {
  expect(formatRelative('2026-11-22T11:59:58Z', NOW)).toBe('just now');
  expect(formatRelative('2026-11-22T11:57:00Z', NOW)).toBe('3m ago');
  expect(formatRelative('2026-11-21T11:00:00Z', NOW)).toBe('yesterday');
  expect(formatDuration(0, 3_720_000)).toBe('1 h 2 m');
});

test('keeps the unit that has figures', () => {
  expect([0.84, 12.34, 640, 1200].map(formatMilliseconds)).toEqual(['840 µs', '12 ms', '640 ms', '1.20 s']);
});

test('divides by nothing without a number that means nothing', () => {
  expect([formatShare(1, 0), formatShare(1, 3), formatShare(0.5)]).toEqual(['–', '33 %', '50 %']);
});

test('a count agrees with its noun', () => {
  const counts = [formatCountOf(1, 'block'), formatCountOf(0, 'block'), formatCountOf(1200, 'memory', 'memories')];
  expect(counts).toEqual(['1 block', '0 blocks', '1,200 memories']);
});

test('keeps the end of an id, where ids that begin with the time differ', () => {
  expect(shortId('019f0000-aaaa-7bbb-8ccc-0123456789ab')).toBe('…456789ab');
  expect(shortId('ses_abc')).toBe('ses_abc');
});
