import { describe, expect, test } from 'vitest';
import { injectorOf, NO_LIVE_MESSAGES, settled, verbEvent } from '../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../test/session-start-fixtures.ts';
import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import type { RecallRequest } from '../../recall/memory-store.ts';

describe('what a session has seen', () => {
  test('what session start delivered is not injected again [S1-004]', async () => {
    const { injector } = injectorOf(storeOf([recalledRow(1), recalledRow(2)]));
    injector.markDelivered('ses_abc', [uuid(1).toUpperCase()]);
    expect((await injector.handleVerbEvent(verbEvent())).observationIds).toEqual([uuid(2)]);
  });

  test('what its own user stated is no memory for it, until its context is compacted; it is one for others', async () => {
    const stated = { kind: 'convention' as const, metadata: { capture: { detector: 'convention' } } };
    const rows = [
      recalledRow(1, { ...stated, sessionId: 'ses_abc' }),
      recalledRow(2, { ...stated, sessionId: 'ses_b' }),
    ];
    const { injector } = injectorOf(storeOf(rows));
    const given = async (sessionId: string): Promise<readonly string[]> =>
      (await injector.handleVerbEvent(verbEvent({ sessionId }))).observationIds;
    expect(await given('ses_abc')).toEqual([uuid(2)]);
    // What it goes on from may have been compacted.
    expect(await given('ses_abc~2')).toEqual([uuid(1), uuid(2)]);
    expect(await given('ses_c')).toEqual([uuid(1), uuid(2)]);
    injector.startEpoch('ses_abc', 1);
    expect(await given('ses_abc')).toEqual([uuid(1), uuid(2)]);
  });

  test('it is loaded once for each session and epoch', async () => {
    const loads: string[] = [];
    const { injector } = injectorOf(storeOf([recalledRow(1), recalledRow(2)]), {
      loadSeen({ orgId, sessionId }) {
        loads.push(`${orgId} ${sessionId}`);
        return Promise.resolve({ epoch: loads.length - 1, observationIds: [uuid(1)] });
      },
    });
    for (const _event of [1, 2]) await injector.handleVerbEvent(verbEvent());
    expect(loads).toEqual(['org_123 ses_abc']);
    injector.startEpoch('ses_abc', 1);
    expect((await injector.handleVerbEvent(verbEvent())).observationIds).toEqual([uuid(2)]);
    expect(loads).toHaveLength(2);
  });

  test('of a session to which others may deliver it is loaded with each event', async () => {
    const given = [[], [uuid(1)]];
    const { injector } = injectorOf(storeOf([recalledRow(1)], []), {
      ...NO_LIVE_MESSAGES,
      loadSeen: () => Promise.resolve({ observationIds: given.shift() ?? [], mayGrow: true }),
    });
    await injector.handleVerbEvent(verbEvent({ tool: 'Glob', sessionId: 'ses_other' }));
    expect((await injector.handleVerbEvent(verbEvent({ sessionId: 'ses_other' }))).outcome).toBe('no-match');
    expect(given).toEqual([]);
  });

  test('the memory is asked while it is loaded, with room for it, and told when it is there', async () => {
    const requests: RecallRequest[] = [];
    let load: (ids: readonly string[]) => void = () => undefined;
    const { injector } = injectorOf(storeOf([recalledRow(1), recalledRow(2)], requests), {
      loadSeen: () => new Promise((resolve) => (load = (observationIds) => resolve({ observationIds }))),
    });
    const handled = injector.handleVerbEvent(verbEvent());
    await settled();
    expect(requests).toMatchObject([{ limit: 20, seen: { enough: 6 } }]);
    expect(requests[0]?.seen?.ids()).toBeNull();
    load([uuid(1)]);
    expect((await handled).observationIds).toEqual([uuid(2)]);
    expect(requests[0]?.seen?.ids()).toEqual(new Set([uuid(1), uuid(2)]));
  });

  test('a list that was asked for before a compaction does not count after it', async () => {
    let answer: (ids: readonly string[]) => void = () => undefined;
    const { injector } = injectorOf(storeOf([recalledRow(1)]), {
      loadSeen: () => new Promise((resolve) => (answer = (observationIds) => resolve({ epoch: 0, observationIds }))),
    });
    const handled = injector.handleVerbEvent(verbEvent());
    await settled();
    injector.startEpoch('ses_abc', 1);
    answer([uuid(1)]);
    expect((await handled).observationIds).toEqual([uuid(1)]);
  });

  test('an epoch forgets it, once: repeated and earlier epochs change nothing [C-009]', async () => {
    const { injector } = injectorOf(storeOf([recalledRow(1)]));
    const outcomeAfter = async (epoch: number) => {
      injector.startEpoch('ses_abc', epoch);
      return (await injector.handleVerbEvent(verbEvent())).outcome;
    };
    expect(await outcomeAfter(0)).toBe('injected');
    expect(await outcomeAfter(1)).toBe('injected');
    expect(await outcomeAfter(1)).toBe('no-match');
    expect(await outcomeAfter(0)).toBe('no-match');
    injector.markDelivered('ses_abc', [], 2);
    expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('injected');
  });

  test("a later epoch of the session's row begins it here too", async () => {
    let epoch = 0;
    const { injector } = injectorOf(storeOf([recalledRow(1)]), {
      admit: () => Promise.resolve({ verdict: 'deliver', epoch }),
    });
    await injector.handleVerbEvent(verbEvent());
    epoch = 3;
    expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('injected');
  });

  test('sessions are apart, and forgetting one forgets what it has seen and what waits [S1-029]', async () => {
    const { injector } = injectorOf(storeOf([recalledRow(1)]), { capability: NO_LIVE_MESSAGES });
    await injector.handleVerbEvent(verbEvent());
    expect((await injector.handleVerbEvent(verbEvent({ sessionId: 'ses_other' }))).outcome).toBe('queued');
    injector.forgetSession('ses_abc');
    expect(injector.drainPendingForNextTurn('ses_abc')).toEqual([]);
    expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('queued');
  });

  test('an event whose session ends while it is looked up injects nothing', async () => {
    const { recall } = storeOf([recalledRow(1)]);
    const { injector, sent } = injectorOf({
      recall(request) {
        injector.forgetSession('ses_abc');
        return recall(request);
      },
    });
    expect(await injector.handleVerbEvent(verbEvent())).toMatchObject({ outcome: 'skipped', reason: 'session-ended' });
    expect(sent).toEqual([]);
  });

  test('two events at the same time bring each observation once', async () => {
    const { injector, sent } = injectorOf(storeOf([recalledRow(1), recalledRow(2)]), {
      config: { maxSuggestionsPerEvent: 1 },
    });
    const events = Array.from({ length: 5 }, () => injector.handleVerbEvent(verbEvent()));
    const outcomes = (await Promise.all(events)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['injected', 'injected', 'no-match', 'no-match', 'no-match']);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(2);
  });

  test('memory is bounded: sessions by number and age, ids by number', async () => {
    const { injector, clock } = injectorOf(storeOf([recalledRow(1)]), {
      limits: { maxSessions: 2, sessionTtlMs: 1000, maxSeenPerSession: 2 },
    });
    const outcome = async (sessionId: string) => (await injector.handleVerbEvent(verbEvent({ sessionId }))).outcome;
    expect([await outcome('a'), await outcome('b'), await outcome('a')]).toEqual(['injected', 'injected', 'no-match']);
    expect([await outcome('c'), await outcome('a'), await outcome('b')]).toEqual(['injected', 'no-match', 'injected']);
    clock.advance(1000);
    expect(await outcome('b')).toBe('injected');
    injector.markDelivered('b', [uuid(7), uuid(8)]);
    expect(await outcome('b')).toBe('injected');
  });
});

describe('who may receive', () => {
  test('a project that pushes nothing: matched, and not pushed; once on, it is pushed [S1-008, S1-009]', async () => {
    let verdict: 'match-only' | 'deliver' = 'match-only';
    const logs: ContextInjectionLog[] = [];
    const { injector, sent } = injectorOf(storeOf([recalledRow(1)]), {
      admit: () => Promise.resolve({ verdict }),
      recordInjection: (log) => Promise.resolve(logs.push(log)),
    });
    const off = await injector.handleVerbEvent(verbEvent());
    expect(off).toMatchObject({ outcome: 'disabled', reason: 'delivery-off', observationIds: [uuid(1)] });
    expect([sent, logs, injector.drainPendingForNextTurn('ses_abc')]).toEqual([[], [], []]);
    verdict = 'deliver';
    expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('injected');
  });

  test('a session without an agent is skipped before the store is asked, and so is one of no clear verdict [S1-010]', async () => {
    const asked: RecallRequest[] = [];
    for (const verdict of ['skip', 'yes' as never] as const) {
      const { injector } = injectorOf(storeOf([], asked), { admit: () => Promise.resolve({ verdict }) });
      expect(await injector.handleVerbEvent(verbEvent())).toMatchObject({ outcome: 'skipped', reason: 'not-running' });
    }
    expect(asked).toEqual([]);
  });

  test('a session keeps to its organisation, and an injector to the one it was made for', async () => {
    const { injector } = injectorOf(storeOf([recalledRow(1)]), { capability: NO_LIVE_MESSAGES });
    await injector.handleVerbEvent(verbEvent());
    const foreign = injector.handleVerbEvent(verbEvent({ orgId: 'org_other' }));
    await expect(foreign).rejects.toMatchObject({ code: 'invalid-input', details: { field: 'orgId' } });
    const bound = injectorOf(storeOf([]), { orgId: 'org_other' });
    await expect(bound.injector.handleVerbEvent(verbEvent())).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
