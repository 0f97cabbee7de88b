import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createDefaultAuthorizer } from '../../memory/policy/authorizer.ts';
import { DEFAULT_FEEDBACK_RANKING } from '../../memory/ranking/apply-feedback-ranking.ts';
import { createCrossProjectTransferStore } from './cross-project-transfer-store.ts';
import type { MemoryStore, RecallResult } from '../memory-store.ts';

const OWN: RecallResult = { outcome: 'ok', rows: [], leftOut: [], degraded: null, semantic: null, elapsedMs: 1 };
const request = { orgId: 'o', projectId: 'shop', queryText: 'tokens', deadlineMs: 1000 };

/** A store over two granted projects that are alike, of which the peer answers as the test says. */
function fixture(peer: MemoryStore['recall'], sources?: () => Promise<never>) {
  const errors: unknown[] = [];
  const clock = createManualClock();
  const stack = { sourceTechnologies: ['npm:hono'], destinationTechnologies: ['npm:hono'] };
  const store = createCrossProjectTransferStore(
    { recall: (asked) => (asked.projectId === 'shop' ? Promise.resolve(OWN) : peer(asked)) },
    {
      sources: sources ?? (() => Promise.resolve([{ sourceProjectId: 'api', destinationProjectId: 'shop', ...stack }])),
      authorizer: createDefaultAuthorizer(),
      clock,
      ranking: DEFAULT_FEEDBACK_RANKING,
      onError: (error) => errors.push(error),
    },
  );
  return { store, clock, errors };
}

test('a peer that hangs is waited for until half of the deadline, and the own answer stands', async () => {
  const { store, clock, errors } = fixture(() => new Promise(() => undefined));
  const answer = store.recall(request);
  await Promise.resolve();
  clock.advance(500);
  expect(await answer).toBe(OWN);
  expect(errors).toEqual([]);
});

test('a peer that fails, and grants that cannot be read, are told and change nothing', async () => {
  const failing = fixture(() => Promise.reject(new Error('peer')));
  expect(await failing.store.recall(request)).toMatchObject({ outcome: 'ok', rows: [] });
  const unread = fixture(
    () => Promise.resolve(OWN),
    () => Promise.reject(new Error('grants')),
  );
  expect(await unread.store.recall(request)).toMatchObject({ outcome: 'ok', rows: [] });
  expect([...failing.errors, ...unread.errors].map(String)).toEqual(['Error: peer', 'Error: grants']);
});

test('what the own project answers late or not at all is its own', async () => {
  const late: RecallResult = { ...OWN, outcome: 'deadline-exceeded' };
  const { store } = fixture(() => Promise.resolve(OWN));
  expect(await store.recall(request)).toMatchObject({ outcome: 'ok' });
  const other = createCrossProjectTransferStore(
    { recall: () => Promise.resolve(late) },
    {
      sources: () => Promise.resolve([]),
      authorizer: createDefaultAuthorizer(),
      clock: createManualClock(),
      ranking: DEFAULT_FEEDBACK_RANKING,
      onError: () => undefined,
    },
  );
  expect(await other.recall(request)).toBe(late);
});
