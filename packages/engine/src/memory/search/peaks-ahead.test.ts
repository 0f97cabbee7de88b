import { expect, test } from 'vitest';
import { putDocument } from './change-index.ts';
import { createIndexState, type IndexState } from './index-state.ts';
import { takePeaksAhead } from './peaks-ahead.ts';
import { DEFAULT_SEARCH_SETTINGS, searchSettings } from './search-settings.ts';
import { createPeakCache, peaksOf, refreshPeakCache, type PeakCache } from './term-peaks.ts';

/** So many that the common words have lists whose peaks are kept, and that more than one turn is needed. */
const DOCUMENTS = 6000;

const COMMON = Array.from({ length: 40 }, (_, at) => `common${at}`);

function filled(settings = DEFAULT_SEARCH_SETTINGS): IndexState {
  const state = createIndexState(settings, null);
  for (let at = 0; at < DOCUMENTS; at++) {
    putDocument(state, {
      id: `d${at}`,
      text: `${COMMON.join(' ')} rare${at} ${'again '.repeat(at % 7)}`,
      paths: [],
      createdAt: at,
      projectId: null,
      conversational: false,
    });
  }
  return state;
}

const untilEnd = () => true;

/** What is known of each term, without the room that is kept for more. */
function contentsOf({ terms }: PeakCache): Map<number, unknown> {
  const known = [...terms].map(([term, { taken, blocks, shares, first }]): [number, unknown] => [
    term,
    { taken, shares: [...shares.subarray(0, blocks)], first: [...first.subarray(0, blocks)] },
  ]);
  return new Map(known);
}

/** What queries would have taken, one term after another. */
function takenByQueries(state: IndexState): PeakCache {
  const cache = createPeakCache();
  refreshPeakCache(cache, state);
  for (let term = 0; term < state.postings.lists; term++) peaksOf(cache, state, term);
  return cache;
}

test('all that queries would take is there before they ask', async () => {
  const state = filled();
  const cache = createPeakCache();
  await takePeaksAhead(cache, state, untilEnd);
  const expected = takenByQueries(state);
  expect(expected.terms.size).toBeGreaterThan(COMMON.length);
  expect(contentsOf(cache)).toEqual(contentsOf(expected));
});

test('it leaves the thread between stretches, and ends when the index is not wanted any more', async () => {
  const state = filled();
  const cache = createPeakCache();
  let asked = 0;
  await takePeaksAhead(cache, state, () => asked++ < 1);
  expect(asked).toBe(2);
  expect(cache.terms.size).toBeGreaterThan(0);
  expect(cache.terms.size).toBeLessThan(takenByQueries(state).terms.size);
});

test('many lists that have grown by little leave the thread, too: room for each may have to be made', async () => {
  const state = createIndexState(DEFAULT_SEARCH_SETTINGS, null);
  const cache = createPeakCache();
  const [lists, wordsEach] = [2100, 90];
  const add = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      const text = Array.from({ length: wordsEach }, (_, word) => `word${(at * wordsEach + word) % lists}`).join(' ');
      putDocument(state, { id: `d${at}`, text, paths: [], createdAt: at, projectId: null, conversational: false });
    }
  };
  add(0, DOCUMENTS + 500);
  await takePeaksAhead(cache, state, untilEnd);
  expect(cache.terms.size).toBeGreaterThanOrEqual(lists);
  add(DOCUMENTS + 500, DOCUMENTS + 800);
  let turns = 0;
  await takePeaksAhead(cache, state, () => ++turns > 0);
  expect(turns).toBeGreaterThan(0);
});

test('nothing is taken where no query would', async () => {
  const cache = createPeakCache();
  await takePeaksAhead(cache, filled(searchSettings({ prune: false })), untilEnd);
  expect(cache.terms.size).toBe(0);
});
