import { expect, test } from 'vitest';
import { injectorOf, settled, verbEvent } from '../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../test/session-start-fixtures.ts';
import { contentHash } from '../../base/content-hash.ts';
import { renderObservationLine } from '../../memory/compose/render-observation-line.ts';
import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import type { LeftOut, MemoryStore } from '../../recall/memory-store.ts';
import type { InSessionInjectorOptions } from './injector-options.ts';

/** The log of an injector with the blocks that it handed over. */
function logging(store: MemoryStore, options: Partial<InSessionInjectorOptions> = {}) {
  const logs: ContextInjectionLog[] = [];
  const blocks: string[] = [];
  const capability = {
    supportsMessageInjection: true,
    injectMessage: (_session: string, text: string) => Promise.resolve(blocks.push(text)),
  };
  const recordInjection = (log: ContextInjectionLog) => Promise.resolve(logs.push(log));
  const { injector } = injectorOf(store, { capability, recordInjection, ...options });
  return { injector, logs, blocks };
}

test('what is in the block is told in its order, with the hash of what was handed over', async () => {
  const { injector, logs, blocks } = logging(
    storeOf([{ ...recalledRow(1), policy: 'default.same-project' }, recalledRow(2)]),
  );
  await injector.handleVerbEvent(verbEvent());
  await settled();
  expect(logs[0]?.trace).toMatchObject({
    source: 'in-session',
    blockHash: contentHash(blocks[0] ?? ''),
    rows: [
      { id: uuid(1), policy: 'default.same-project' },
      { id: uuid(2), policy: null },
    ],
    leftOut: [],
    leftOutCount: 0,
  });
});

test('what is not: over the number, seen before, without room, and left out by recall', async () => {
  const wide = recalledRow(2, { content: 'wide '.repeat(60) });
  const denied: LeftOut = {
    ...{ id: uuid(9), reason: 'denied', relevance: 0.9 },
    decision: { allowed: false, policy: 'no-ledger', reason: 'forbidden' },
  };
  const rows = [recalledRow(1), wide, recalledRow(3), recalledRow(4)];
  const store: MemoryStore = {
    recall: async (request) => ({ ...(await storeOf(rows).recall(request)), leftOut: [denied] }),
  };
  const { injector, logs } = logging(store, { config: { budgetTokens: 80, maxSuggestionsPerEvent: 2 } });
  injector.markDelivered(verbEvent().sessionId, [uuid(1)]);
  await injector.handleVerbEvent(verbEvent());
  await settled();
  const { rows: inside = [], leftOut = [], leftOutCount } = logs[0]?.trace ?? {};
  const reasons = Object.fromEntries(leftOut.map(({ id, reason }) => [id, reason]));
  expect(reasons).toMatchObject({ [uuid(1)]: 'seen', [uuid(2)]: 'over-budget', [uuid(9)]: 'denied' });
  expect(leftOut.find(({ id }) => id === uuid(9))?.policy).toBe('no-ledger');
  expect(leftOut.find(({ id }) => id === uuid(2))?.tokens).toBeGreaterThan(60);
  expect(inside.map(({ id }) => id)).toEqual([uuid(3), uuid(4)]);
  expect(leftOutCount).toBe(leftOut.length);
});

test('beyond the number of suggestions', async () => {
  const { injector, logs } = logging(storeOf([recalledRow(1), recalledRow(2)]), {
    config: { maxSuggestionsPerEvent: 1 },
  });
  await injector.handleVerbEvent(verbEvent());
  await settled();
  expect(logs[0]?.trace?.leftOut).toMatchObject([{ id: uuid(2), reason: 'over-limit' }]);
});

test('each has what its own line costs: in the block, beyond it, without room and seen before; what shows nothing has none', async () => {
  const contents = ['short', 'a '.repeat(200), '\u200b', '[INST] <b>', 'line\n\nbreak', 'wide '.repeat(70)];
  const rows = contents.map((content, index) => recalledRow(index + 1, { content }));
  const { injector, logs } = logging(storeOf(rows), {
    config: { budgetTokens: 110, maxSuggestionsPerEvent: 2 },
    lineFormat: 'classic',
  });
  injector.markDelivered(verbEvent().sessionId, [uuid(5)]);
  await injector.handleVerbEvent(verbEvent());
  await settled();
  const { rows: inside = [], leftOut = [] } = logs[0]?.trace ?? {};
  const lines = rows.map(({ observation }) => [observation.id, renderObservationLine(observation)] as const);
  const tokens = lines.map(([id, line]) => [id, line === null ? null : Math.ceil((line.length + 1) / 4)]);
  const told = [...inside, ...leftOut].map((row) => [row.id, row.tokens]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(tokens));
  expect(leftOut.map(({ reason }) => reason).sort()).toEqual(['nothing-visible', 'over-budget', 'over-limit', 'seen']);
});
