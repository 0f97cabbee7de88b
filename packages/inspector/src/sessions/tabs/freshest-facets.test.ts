import type { Activity } from '@inkling/engine';
import type { Facet } from '@inkling/engine/types';
import { expect, test } from 'vitest';
import { freshestFacets } from './freshest-facets.ts';

const at = '2026-11-22T12:00:00.000Z';
const stored: readonly Facet[] = [{ key: 'currentFile', value: 'a.ts', seq: 5, changedAt: at }];

function told(seq: number, key: string, value: string): Activity {
  return { sessionId: 's', seq, id: String(seq), type: 'context', body: { key, value }, occurredAt: at, createdAt: at };
}

test('what the feed told later counts, what it told before does not', () => {
  const facets = freshestFacets(stored, [
    told(3, 'currentFile', 'old.ts'),
    told(7, 'currentFile', 'b.ts'),
    told(8, 'lastSearch', 'x'),
  ]);
  expect(facets.map(({ key, value }) => [key, value])).toEqual([
    ['currentFile', 'b.ts'],
    ['lastSearch', 'x'],
  ]);
});
