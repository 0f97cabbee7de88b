import { expect, test } from 'vitest';
import { recalledRow, uuid } from '../../../test/session-start-fixtures.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { startRows } from './start-rows.ts';

const rowsOf = (...changes: readonly Partial<Observation>[]) => changes.map((change, at) => recalledRow(at, change));
const section = (content: string) => ({ kind: 'document', content, metadata: { paths: ['docs/guide.md'] } });

test('documents come behind what was decided, changed and said, each in the order of recall', () => {
  const given = rowsOf(
    section('Hooks run'),
    { kind: 'commit' },
    section('Errors'),
    { kind: 'decision' },
    { kind: 'exchange' },
  );
  const { rows, leftOut } = startRows(given, 'hooks');
  expect(rows.map(({ observation }) => observation.id)).toEqual([1, 3, 4, 0, 2].map(uuid));
  expect(leftOut).toEqual([]);
});

test('trivial commits and licences are left out, and it is said', () => {
  const given = rowsOf({ content: 'Fix typo in hooks' }, section('License\n\nMIT'), { content: 'Run hooks in order' });
  const { rows, leftOut } = startRows(given, 'hooks run twice');
  expect(rows.map(({ observation }) => observation.id)).toEqual([uuid(2)]);
  expect(leftOut).toEqual([0, 1].map((at) => ({ id: uuid(at), reason: 'teaches-nothing' })));
});

test('eight commits are enough; what was decided comes all the same', () => {
  const given = rowsOf(...Array.from({ length: 10 }, () => ({ content: 'Run hooks in order' })), { kind: 'decision' });
  const { rows, leftOut } = startRows(given, 'hooks run twice');
  expect(rows.map(({ observation }) => observation.id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 10].map(uuid));
  expect(leftOut).toEqual([8, 9].map((at) => ({ id: uuid(at), reason: 'over-limit' })));
});

test('where lines are known, two commits that only share words are enough, unless they say much', () => {
  const given = rowsOf(...Array.from({ length: 6 }, () => ({ content: 'Run hooks in order' }))).map((row, at) => ({
    ...row,
    relevance: at === 5 ? 0.5 : 0.4,
    ...(at === 3 ? { reason: 'in src/hooks.ts' } : {}),
  }));
  const { rows, leftOut } = startRows(given, 'hooks run twice');
  expect(rows.map(({ observation }) => observation.id)).toEqual([0, 1, 3, 5].map(uuid));
  expect(leftOut.map(({ id }) => id)).toEqual([2, 4].map(uuid));
});

test('who asks for exactly a trivial commit gets it', () => {
  const typo = rowsOf({ content: 'Fix typos in the hooks guide' });
  expect(startRows(typo, 'typos in the hooks guide').rows).toHaveLength(1);
  expect(startRows(typo, 'typos in the hooks guide for reply objects and schemas').rows).toHaveLength(0);
  expect(startRows(typo, '').rows).toHaveLength(0);
});
