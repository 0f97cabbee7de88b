import { expect, test } from 'vitest';
import { recalledRow, requestTo, storeOf, uuid } from '../../../test/session-start-fixtures.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { buildSessionMemoryBlock } from './build-session-memory-block.ts';
import type { SessionMemoryRequest } from './session-memory-request.ts';

const noted = (n: number, content: string): Observation =>
  recalledRow(n, { kind: 'convention', source: 'api', content }).observation;

const pinned =
  (...observations: readonly Observation[]): NonNullable<SessionMemoryRequest['pinned']> =>
  async () =>
    observations.map((observation) => ({ observation, policy: 'default.read' }));

const rows = [recalledRow(1, { content: 'Tokens expire' }), recalledRow(2, { content: 'Use retry' })];

test('what is pinned comes first, with its reason, also when nothing else is found', async () => {
  const rule = noted(7, 'Never deploy on a Friday.');
  const built = await buildSessionMemoryBlock(requestTo(storeOf(rows), { pinned: pinned(rule) }));
  expect(built.observationIds).toEqual([uuid(7), uuid(1), uuid(2)]);
  expect(built.block).toContain('Never deploy on a Friday. (pinned)\n');
  expect(built.rows.map(({ policy }) => policy)).toEqual(['default.read', undefined, undefined]);
  const alone = await buildSessionMemoryBlock(requestTo(storeOf([]), { pinned: pinned(rule) }));
  expect(alone).toMatchObject({ outcome: 'ok', observationIds: [uuid(7)] });
});

test('what was found too stands once, in front, with the scores that it has', async () => {
  const built = await buildSessionMemoryBlock(requestTo(storeOf(rows), { pinned: pinned(rows[1]!.observation) }));
  expect(built.observationIds).toEqual([uuid(2), uuid(1)]);
  expect(built.rows[0]).toMatchObject({ relevance: 0.5, reason: 'pinned' });
  expect(built.skipped).toEqual([]);
});

test('it takes a third of the budget at most', async () => {
  const long = Array.from({ length: 9 }, (_, n) => noted(10 + n, `Rule ${n}: ${'never do it like this '.repeat(8)}`));
  const built = await buildSessionMemoryBlock(requestTo(storeOf(rows), { workType: 'chore', pinned: pinned(...long) }));
  const places = built.observationIds.map((id) => Number(id.slice(-2)));
  expect(places).toEqual([10, 1, 2]);
});

test('without it, and when it cannot be read, a block is as it was', async () => {
  const plain = await buildSessionMemoryBlock(requestTo(storeOf(rows)));
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  for (const reading of [pinned(), () => Promise.reject(new Error('locked'))]) {
    const { elapsedMs: _, ...built } = await buildSessionMemoryBlock(
      requestTo(storeOf(rows), { pinned: reading, onError }),
    );
    expect({ ...plain, ...built }).toEqual(plain);
  }
  expect(errors).toHaveLength(1);
  await expect(buildSessionMemoryBlock(requestTo(storeOf(rows), { pinned: 1 as never }))).rejects.toMatchObject({
    code: 'invalid-input',
  });
});
