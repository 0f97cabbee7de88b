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

test('four commits are enough; what was decided comes all the same', () => {
  const given = rowsOf(...Array.from({ length: 6 }, () => ({ content: 'Run hooks in order' })), { kind: 'decision' });
  const { rows, leftOut } = startRows(given, 'hooks run twice');
  expect(rows.map(({ observation }) => observation.id)).toEqual([0, 1, 2, 3, 6].map(uuid));
  expect(leftOut).toEqual([4, 5].map((at) => ({ id: uuid(at), reason: 'over-limit' })));
});

test('where lines are known, a commit says much of what is asked or stands behind lines that do', () => {
  const of = (relevance: number, reason?: string) => ({ relevance, ...(reason === undefined ? {} : { reason }) });
  const worth = [of(0.3, 'in src/hooks.ts'), of(0.39), of(0.24, 'in src/hooks.ts'), of(0.4), of(0.1)];
  const kinds = ['commit', 'commit', 'commit', 'commit', 'decision'];
  const given = rowsOf(...kinds.map((kind) => ({ kind, content: 'Run hooks in order' })));
  const { rows, leftOut } = startRows(
    given.map((row, at) => ({ ...row, ...worth[at] })),
    'hooks run twice',
  );
  expect(rows.map(({ observation }) => observation.id)).toEqual([0, 3, 4].map(uuid));
  expect(leftOut).toEqual([1, 2].map((at) => ({ id: uuid(at), reason: 'over-limit' })));
});

test('who asks for exactly a trivial commit gets it', () => {
  const typo = rowsOf({ content: 'Fix typos in the hooks guide' });
  expect(startRows(typo, 'typos in the hooks guide').rows).toHaveLength(1);
  expect(startRows(typo, 'typos in the hooks guide for reply objects and schemas').rows).toHaveLength(0);
  expect(startRows(typo, '').rows).toHaveLength(0);
});
