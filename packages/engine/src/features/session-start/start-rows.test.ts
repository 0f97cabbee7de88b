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

test('who asks for exactly a trivial commit gets it', () => {
  const typo = rowsOf({ content: 'Fix typos in the hooks guide' });
  expect(startRows(typo, 'typos in the hooks guide').rows).toHaveLength(1);
  expect(startRows(typo, 'typos in the hooks guide for reply objects and schemas').rows).toHaveLength(0);
  expect(startRows(typo, '').rows).toHaveLength(0);
});
