import { describe, expect, test } from 'vitest';
import { injectorOf, NO_LIVE_MESSAGES, settled, verbEvent } from '../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../test/session-start-fixtures.ts';
import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import type { MemoryStore, LeftOut } from '../../recall/memory-store.ts';
import type { InjectionEvent } from './injection-result.ts';
import type { InjectedMessage, InSessionInjectorOptions } from './injector-options.ts';
import { createVerbBus } from './events/verb-bus.ts';
import { contentHash } from '../../base/text/stored-text.ts';
import { renderObservationLine } from '../../memory/compose/lines/note-entries.ts';

describe('delivery', () => {
  const failing = (whenDeliveryFails?: 'queue' | 'release') => ({
    supportsMessageInjection: true,
    injectMessage: () => Promise.reject(new Error('provider is gone')),
    ...(whenDeliveryFails ? { whenDeliveryFails } : {}),
  });

  test('a provider that refuses: the block waits for the next turn, and is not found a second time', async () => {
    const { injector, errors } = injectorOf(storeOf([recalledRow(1)]), { capability: failing() });
    expect(await injector.handleVerbEvent(verbEvent())).toMatchObject({ outcome: 'queued', reason: 'delivery-failed' });
    expect(errors).toHaveLength(1);
    expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('no-match');
    expect(injector.drainPendingForNextTurn('ses_abc')).toHaveLength(1);
  });

  test('a provider whose turns nobody drains: the observations come again with the next event', async () => {
    const { injector } = injectorOf(storeOf([recalledRow(1)]), { capability: failing('release') });
    for (const _again of [1, 2]) {
      const result = await injector.handleVerbEvent(verbEvent());
      expect(result).toMatchObject({ outcome: 'skipped', reason: 'delivery-failed', observationIds: [] });
    }
    expect(injector.drainPendingForNextTurn('ses_abc')).toEqual([]);
  });

  test.each(['confirms', 'refuses'] as const)(
    'a provider that %s after the budget: nothing is doubled',
    async (how) => {
      let end: () => void = () => undefined;
      const injectMessage = () =>
        new Promise<void>((resolve, reject) => {
          end = how === 'confirms' ? resolve : () => reject(new Error('late'));
        });
      const logs: ContextInjectionLog[] = [];
      const { injector, clock } = injectorOf(storeOf([recalledRow(1)]), {
        capability: { supportsMessageInjection: true, injectMessage },
        recordInjection: (log) => Promise.resolve(logs.push(log)),
      });
      const handled = injector.handleVerbEvent(verbEvent());
      await settled();
      clock.advance(100);
      expect(await handled).toMatchObject({ outcome: 'queued', reason: 'delivery-open', elapsedMs: 100 });
      expect(injector.drainPendingForNextTurn('ses_abc')).toEqual([]);
      end();
      await settled();
      expect(injector.drainPendingForNextTurn('ses_abc')).toHaveLength(how === 'confirms' ? 0 : 1);
      expect(logs).toHaveLength(1);
    },
  );

  test('a refusal that comes in another epoch, or after the session ended, queues nothing', async () => {
    let refuse: () => void = () => undefined;
    const injectMessage = () => new Promise<void>((_resolve, reject) => (refuse = () => reject(new Error('late'))));
    const { injector, clock } = injectorOf(storeOf([recalledRow(1)]), {
      capability: { supportsMessageInjection: true, injectMessage },
    });
    for (const end of [() => injector.startEpoch('ses_abc', 1), () => injector.forgetSession('ses_abc')]) {
      const handled = injector.handleVerbEvent(verbEvent());
      await settled();
      clock.advance(100);
      await handled;
      end();
      refuse();
      await settled();
      expect(injector.drainPendingForNextTurn('ses_abc')).toEqual([]);
    }
  });

  test('the provider is told whose block it is', async () => {
    const given: InjectedMessage[] = [];
    const injectMessage = (_session: string, _text: string, message: InjectedMessage) =>
      Promise.resolve(given.push(message));
    const capability = { supportsMessageInjection: true, injectMessage };
    const { injector } = injectorOf(storeOf([recalledRow(1)]), { capability });
    await injector.handleVerbEvent(verbEvent({ callId: 'toolu_1' }));
    expect(given).toEqual([
      {
        orgId: 'org_123',
        projectId: 'proj_xyz',
        agentId: 'agent_dev',
        epoch: 0,
        observationIds: [uuid(1)],
        tool: 'Edit',
        callId: 'toolu_1',
      },
    ]);
  });

  test('the queue of a session is bounded: the oldest block goes, and its observations may come again', async () => {
    let round = 0;
    const store: MemoryStore = {
      ranksItself: true,
      recall: (request) => storeOf([recalledRow((round += 1))]).recall(request),
    };
    const { injector } = injectorOf(store, { capability: NO_LIVE_MESSAGES, limits: { maxPendingPerSession: 2 } });
    for (const _event of [1, 2, 3]) await injector.handleVerbEvent(verbEvent());
    round = 0;
    expect((await injector.handleVerbEvent(verbEvent())).observationIds).toEqual([uuid(1)]);
    const drained = injector.drainPendingForNextTurn('ses_abc').flatMap(({ observationIds }) => observationIds);
    expect(drained).toEqual([uuid(3), uuid(1)]);
  });
});

describe('who is told', () => {
  test('each block that is injected or queued writes a row, and a log that fails costs nothing', async () => {
    const logs: ContextInjectionLog[] = [];
    const rows = [recalledRow(1), recalledRow(2, { kind: 'session_summary' })];
    const { injector, errors } = injectorOf(storeOf(rows), {
      recordInjection: (log) => {
        logs.push(log);
        throw new Error('log is broken');
      },
    });
    await injector.handleVerbEvent(verbEvent());
    await injector.handleVerbEvent(verbEvent());
    await settled();
    expect(logs).toEqual([
      {
        sessionId: 'ses_abc',
        workType: '',
        budgetTokens: 200,
        actualTokens: expect.any(Number),
        observationIds: [uuid(1), uuid(2)],
        sessionSummaryIds: [uuid(2)],
        graphNodeIds: [],
        graphEdgeKeys: [],
        queryText: 'src/auth.ts\ntoken expiry',
        orgId: 'org_123',
        projectId: 'proj_xyz',
        shown: true,
        trace: expect.objectContaining({ source: 'in-session', blockHash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      },
    ]);
    expect(logs[0]?.trace?.rows.map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
    expect(errors).toHaveLength(1);
  });

  test('the observer hears of every event and how late it came [S1-035]', async () => {
    const told: InjectionEvent[] = [];
    const { injector, clock } = injectorOf(storeOf([recalledRow(1)]), {
      onEvent(event) {
        told.push(event);
        throw new Error('observer is broken');
      },
    });
    await injector.handleVerbEvent(verbEvent({ emittedAt: clock.now() - 30 }));
    await injector.handleVerbEvent(verbEvent({ tool: 'TodoWrite', emittedAt: clock.now() + 1e12 }));
    expect(told.map(({ outcome, lagMs, event }) => [outcome, lagMs, event.tool])).toEqual([
      ['injected', 30, 'Edit'],
      ['skipped', 0, 'TodoWrite'],
    ]);
  });

  test('a bus brings events until it is unsubscribed; what is no event is told [S1-028, S1-030]', async () => {
    const { injector, sent, errors } = injectorOf(storeOf([recalledRow(1)]));
    const bus = createVerbBus();
    const subscription = injector.subscribeToVerbBus(bus);
    bus.publish({ ...verbEvent(), phase: 'during' as never });
    bus.publish(verbEvent());
    await settled();
    expect(sent).toHaveLength(1);
    expect(errors).toMatchObject([{ code: 'invalid-input', details: { field: 'phase' } }]);
    subscription.unsubscribe();
    bus.publish(verbEvent({ sessionId: 'ses_other' }));
    await settled();
    expect(sent).toHaveLength(1);
  });
});

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
