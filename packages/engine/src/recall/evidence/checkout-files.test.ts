import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { recalledRow, uuid } from '../../../test/session-start-fixtures.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { checkFiles, withCheckedFiles, type CheckoutFiles } from './checkout-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOTED = '2026-11-01T00:00:00.000Z';

const naming = (n: number, paths: readonly string[], changes: Partial<Observation> = {}): Observation =>
  recalledRow(n, { projectId: 'api', createdAt: NOTED, metadata: { paths }, ...changes }).observation;

function check(observations: readonly Observation[], checkout: CheckoutFiles, projectId: string | null = 'api') {
  const errors: unknown[] = [];
  const clock = createManualClock();
  const ports = { ...checkout, clock, onError: (error: unknown) => errors.push(error) };
  return { checked: checkFiles(ports, observations, projectId, 100), errors, clock };
}

const THERE: Readonly<Record<string, boolean | null>> = { 'a.ts': true, 'b.ts': false, 'c.ts': null };
const hasFile = (path: string) => Promise.resolve(path in THERE ? THERE[path]! : false);

test('names the files of each observation that are gone; of those nobody can tell it says nothing', async () => {
  const rows = [naming(1, ['a.ts', 'b.ts']), naming(2, ['a.ts', 'c.ts']), naming(3, []), naming(4, ['b.ts'])];
  const checked = await check(rows, { hasFile }).checked;
  expect([...checked.keys()]).toEqual([uuid(1), uuid(4)]);
  expect(withCheckedFiles(rows, checked).map((row) => row.goneFiles)).toEqual([
    ['b.ts'],
    undefined,
    undefined,
    ['b.ts'],
  ]);
});

test('a statement says whether a file of it was changed more than a day later; what happened then does not', async () => {
  const changed: Readonly<Record<string, number | null>> = {
    'same-work.ts': Date.parse(NOTED) + DAY_MS,
    'later.ts': Date.parse(NOTED) + DAY_MS + 1,
    'unknown.ts': null,
  };
  const changedAt = (path: string) => Promise.resolve(changed[path] ?? null);
  const decision = { kind: 'decision', source: 'api' } as const;
  const rows = [
    naming(1, ['same-work.ts', 'unknown.ts'], decision),
    naming(2, ['same-work.ts', 'later.ts'], decision),
    naming(3, ['later.ts'], { kind: 'commit' }),
  ];
  const checked = await check(rows, { changedAt }).checked;
  expect([...checked]).toEqual([[uuid(2), { goneFiles: [], isFileChanged: true }]]);
});

test('observations of another project, of none, and those of many files are not looked at', async () => {
  const many = Array.from({ length: 21 }, (_, n) => `gone-${n}.ts`);
  const rows = [naming(1, ['b.ts'], { projectId: 'web' }), naming(2, ['b.ts'], { projectId: null }), naming(3, many)];
  expect((await check(rows, { hasFile }).checked).size).toBe(0);
  expect((await check(rows.slice(1, 2), { hasFile }, null).checked).size).toBe(0);
  expect((await check([naming(4, ['b.ts'])], {}).checked).size).toBe(0);
});

test('what does not answer is not waited for, and what fails is told of; the other answers all the same', async () => {
  const rows = [naming(1, ['b.ts'], { kind: 'decision', source: 'api' })];
  const hung = check(rows, { hasFile, changedAt: () => new Promise(() => undefined) });
  await setImmediate();
  hung.clock.advance(100);
  expect((await hung.checked).get(uuid(1))).toEqual({ goneFiles: ['b.ts'], isFileChanged: false });
  const other = naming(2, ['a.ts'], { kind: 'decision', source: 'api' });
  const changedAt = (path: string) =>
    path === 'b.ts' ? Promise.reject(new Error('EIO')) : Promise.resolve(Date.now());
  const broken = check([...rows, other], { hasFile, changedAt });
  expect((await broken.checked).get(uuid(2))).toEqual({ goneFiles: [], isFileChanged: true });
  expect(broken.errors).toEqual([new Error('EIO')]);
});
