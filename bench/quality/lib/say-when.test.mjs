import { expect, test } from 'vitest';
import { sayWhen, waysToSay } from './say-when.mjs';

/** A Monday. */
const NOW = '2026-11-23T09:00:00Z';

test.each([
  ['2026-11-23T01:00:00Z', []],
  ['2026-11-22T23:00:00Z', ['yesterday', 'last week']],
  ['2026-11-16T01:00:00Z', ['7 days ago', 'last week']],
  ['2026-11-15T23:00:00Z', ['8 days ago']],
  ['2026-10-30T00:00:00Z', ['3 weeks ago', 'last month']],
  ['2026-03-01T00:00:00Z', ['8 months ago']],
  ['2024-03-01T00:00:00Z', ['2 years ago']],
])('%s', (moment, ways) => {
  expect(waysToSay(Date.parse(moment), Date.parse(NOW))).toEqual(ways);
});

test('a query says when one of its items was, or any item; one without such an item is left out', () => {
  const items = [
    { id: 'old', ts: '2026-11-13T00:00:00Z' },
    { id: 'new', ts: NOW },
    { id: 'later', ts: '2026-12-01T00:00:00Z' },
  ];
  const queries = [
    { text: 'first', at: 2, rel: { old: 1 } },
    { text: 'second', at: 2, rel: { new: 1 } },
  ];
  const set = { name: 'set', stores: [{ id: 's', items, queries }] };
  const { name, stores } = sayWhen(set, true);
  expect([name, stores[0].queries]).toEqual(['set, saying when', [{ ...queries[0], text: 'first 10 days ago' }]]);
  expect(sayWhen(set, true)).toEqual(sayWhen(set, true));
  const wrong = sayWhen(set, false);
  expect(wrong.name).toBe('set, saying when wrongly');
  for (const { text } of wrong.stores[0].queries) expect(text).toMatch(/^(first|second) 10 days ago$/);
});
