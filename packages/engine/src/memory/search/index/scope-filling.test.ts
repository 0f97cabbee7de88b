import { expect, test } from 'vitest';
import { writeScopeRows } from '../../../../test/write-scope-rows.ts';
import type { ScopeRow } from '../../observations/observation.ts';
import { readScopeRows } from './scope-filling.ts';

const ROW: ScopeRow = {
  id: '00000000-0000-7000-8000-000000000001',
  projectId: 'p',
  sessionId: null,
  kind: 'commit',
  content: 'quotes " and \\ and 漢字',
  createdAt: 1,
  validTo: null,
  metadata: { paths: ['src/a.ts'] },
};

test('rows come back as they were written, moments as milliseconds', () => {
  const rows: ScopeRow[] = [ROW, { ...ROW, projectId: null, sessionId: 's', validTo: '2026-11-20T00:00:00.000Z' }];
  expect(readScopeRows(writeScopeRows(rows))).toEqual(rows);
  expect(readScopeRows(writeScopeRows([]))).toEqual([]);
  const [written] = readScopeRows(writeScopeRows([{ ...ROW, createdAt: '2026-11-20T00:00:00.999Z' }]));
  expect(written!.createdAt).toBe(Date.parse('2026-11-20T00:00:00.999Z'));
});

test.each([
  ['1420070400', 1_420_070_400_000],
  ['1420070400.001', 1_420_070_400_001],
  ['1420070400.123999', 1_420_070_400_123],
  ['4102444799.999999', 4_102_444_799_999],
  ['-0.0005', -1],
])('%s seconds are %s whole milliseconds, as the moment read as text', (seconds, expected) => {
  const text = writeScopeRows([ROW]).replace('"createdAt":[0.001]', `"createdAt":[${seconds}]`);
  expect(readScopeRows(text)[0]!.createdAt).toBe(expected);
});

test('every millisecond comes back from its fraction of seconds', () => {
  const start = Date.UTC(2026, 10, 22);
  const rows = Array.from({ length: 2000 }, (_, at) => ({ ...ROW, createdAt: start + at }));
  expect(readScopeRows(writeScopeRows(rows))).toEqual(rows);
});
