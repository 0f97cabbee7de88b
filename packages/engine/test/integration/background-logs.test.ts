import { expect, test } from 'vitest';
import { wireBackgroundLogs } from '../../src/engine/wire/background-logs.ts';
import { VERB_EVENTS_IN_ONE, type VerbEventRecord } from '../../src/memory/verb-events/verb-event-statements.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ID = '018f3c5e-0000-7000-8000-000000000001';
const EVENT: VerbEventRecord = {
  ...{ sessionId: 's', projectId: null, tool: 'Edit "{,\\}"', phase: 'post-verb', path: null, reason: 'it said, "no"' },
  ...{ outcome: 'injected', elapsedMs: 0.1, lagMs: 2, actualTokens: 70, observationIds: [ID, ID], degraded: null },
  endedAt: Date.UTC(2026, 10, 22, 1, 2, 3, 4),
};

const count = { text: 'select org_id, count(*)::int from session_verb_events group by 1 order by 1', values: [] };

describeOnEachDatabase('logs behind the answers', (open) => {
  test('an event is stored as it was told, beside one of another organisation that cannot be', async () => {
    const database = await open();
    const errors: unknown[] = [];
    const logs = wireBackgroundLogs(
      database,
      createManualClock(),
      (error) => errors.push(error),
      async (value) => value,
    );
    logs.addVerbEvent('broken', { ...EVENT, observationIds: ['no id'] });
    logs.addVerbEvent('acme', { ...EVENT, observationIds: [] });
    logs.addVerbEvent('acme', EVENT);
    await logs.close();
    await database.settled?.();
    expect(errors).toEqual([expect.objectContaining({ code: 'database-failed' })]);
    const rows = await database.operator.query({
      text: 'select * from session_verb_events order by observation_ids',
      values: [],
    });
    const stored = {
      ...{ org_id: 'acme', id: expect.any(String), session_id: 's', project_id: '', tool: EVENT.tool, path: null },
      ...{ phase: 'post-verb', outcome: 'injected', reason: EVENT.reason, elapsed_ms: 0.1, lag_ms: 2, degraded: null },
      ...{ actual_tokens: 70, created_at: '2026-11-22T01:02:03.004Z' },
    };
    expect(rows).toEqual([
      { ...stored, observation_ids: [] },
      { ...stored, observation_ids: [ID, ID] },
    ]);
  });

  test('what cannot be stored takes only those with it that go in the same statement', async () => {
    const database = await open();
    const errors: unknown[] = [];
    const logs = wireBackgroundLogs(
      database,
      createManualClock(),
      (error) => errors.push(error),
      async (value) => value,
    );
    logs.addVerbEvent('acme', { ...EVENT, observationIds: ['no id'] });
    for (let n = 1; n < 2 * VERB_EVENTS_IN_ONE; n += 1) logs.addVerbEvent('acme', EVENT);
    await logs.close();
    await database.settled?.();
    expect(errors).toEqual([expect.objectContaining({ code: 'database-failed' })]);
    expect(await database.operator.query(count)).toEqual([{ org_id: 'acme', count: VERB_EVENTS_IN_ONE }]);
  });
});
