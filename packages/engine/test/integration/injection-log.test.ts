import { beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database/database.ts';
import type { ContextInjectionLog } from '../../src/memory/injection-log/context-injection-log.ts';
import {
  listContextInjections,
  recordContextInjection,
} from '../../src/memory/injection-log/record-context-injection.ts';
import { forgetObservations } from '../../src/memory/observations/write/forget-observations.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const uuid = (n: number): string => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const at = (time: string): Clock => ({
  now: () => Date.parse(time),
  monotonic: () => 0,
  schedule: () => () => undefined,
});
const clock = at('2026-11-22T10:00:00.000Z');

const edge = { sourceId: uuid(4), targetId: uuid(5), relationshipName: 'depends_on "quoted" → é' };
const log: ContextInjectionLog = {
  sessionId: 'ses_abc',
  workType: 'bug_fix',
  budgetTokens: 750,
  actualTokens: 312,
  observationIds: [uuid(2), uuid(1), uuid(3)],
  sessionSummaryIds: [uuid(3)],
  graphNodeIds: [uuid(4), uuid(5)],
  graphEdgeKeys: [edge],
  queryText: 'fix null pointer in auth middleware',
  projectId: 'proj_xyz',
};

// One database for all tests: each works in an organisation of its own, and that they do not meet is a test too.
describeOnEachDatabase('the injection log', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('every field of the seed is written and read back [S0-044, S0-045, S0-046, S0-047, S0-048, S0-049, S0-050, S0-051, S0-052, S0-053, S0-054, S0-055, S0-056]', async () => {
    const tenant = database.tenant('org_fields');
    const id = await recordContextInjection(tenant, clock, { ...log, orgId: 'org_fields' });
    expect(await listContextInjections(tenant, 'ses_abc')).toEqual([
      { ...log, id, orgId: 'org_fields', timestamp: '2026-11-22T10:00:00.000Z', trace: null, shown: true },
    ]);
  });

  test('an empty injection is logged too, with nothing but what must be there', async () => {
    const tenant = database.tenant('org_empty');
    const empty = { budgetTokens: 0, actualTokens: 0, observationIds: [], sessionSummaryIds: [] };
    const { sessionId, workType, queryText } = log;
    await recordContextInjection(tenant, clock, { sessionId, workType, queryText, ...empty });
    expect(await listContextInjections(tenant, 'ses_abc')).toMatchObject([
      { ...empty, graphNodeIds: [], graphEdgeKeys: [], projectId: null, orgId: 'org_empty' },
    ]);
  });

  test.each([
    ['session', { sessionId: 'ses_abc' }, ['', 'kept', 'kept']],
    ['project', { projectId: 'proj_xyz' }, ['', '', 'kept']],
    ['no project', { projectId: null }, ['kept', 'kept', '']],
    ['all', { all: true as const }, ['', '', '']],
    ['one observation', { id: uuid(1) }, ['kept', 'kept', 'kept']],
  ])(
    'forgetting %s takes the text of its queries out of the log and leaves the row',
    async (what, request, queries) => {
      const tenant = database.tenant(`org_forget_${what}`);
      const neighbour = database.tenant(`org_beside_${what}`);
      const sessions = [
        { sessionId: 'ses_abc', projectId: 'proj_xyz' },
        { sessionId: 'ses_def', projectId: 'proj_xyz' },
        { sessionId: 'ses_ghi', projectId: null },
      ];
      for (const session of sessions) {
        await recordContextInjection(tenant, clock, { ...log, ...session, queryText: 'kept' });
        await recordContextInjection(neighbour, clock, { ...log, ...session, queryText: 'kept' });
      }
      await forgetObservations(tenant, request, { onRemoved: () => undefined, actor: 'test', now: clock.now() });
      const logged = async (of: typeof tenant) =>
        (await Promise.all(sessions.map(({ sessionId }) => listContextInjections(of, sessionId)))).flat();
      expect((await logged(tenant)).map(({ queryText }) => queryText)).toEqual(queries);
      expect((await logged(tenant)).map(({ actualTokens }) => actualTokens)).toEqual([312, 312, 312]);
      expect((await logged(neighbour)).map(({ queryText }) => queryText)).toEqual(['kept', 'kept', 'kept']);
    },
  );

  test("the seed's check at runtime works as printed [S2-045]", async () => {
    const tenant = database.tenant('org_check');
    const session = { ...log, sessionId: '<session-id>' };
    await recordContextInjection(tenant, at('2026-11-21T10:00:00.000Z'), { ...session, graphNodeIds: [] });
    await recordContextInjection(tenant, clock, session);
    const rows = await tenant.query({
      text: `SELECT graph_node_ids, graph_edge_keys, created_at
FROM context_injection_logs
WHERE session_id = '<session-id>'
ORDER BY created_at DESC
LIMIT 1;`,
    });
    expect(rows).toEqual([
      { graph_node_ids: log.graphNodeIds, graph_edge_keys: [edge], created_at: '2026-11-22T10:00:00.000Z' },
    ]);
  });

  test('a list has the newest first, as many as asked for, of this session only', async () => {
    const tenant = database.tenant('org_list');
    const older = await recordContextInjection(tenant, at('2026-11-20T10:00:00.000Z'), log);
    const newer = await recordContextInjection(tenant, at('2026-11-21T10:00:00.000Z'), log);
    await recordContextInjection(tenant, clock, { ...log, sessionId: 'ses_other' });
    expect((await listContextInjections(tenant, 'ses_abc')).map((row) => row.id)).toEqual([newer, older]);
    expect((await listContextInjections(tenant, 'ses_abc', { limit: 1 })).map((row) => row.id)).toEqual([newer]);
  });

  test('another organisation neither sees a row nor collides with its id', async () => {
    const [one, other] = [database.tenant('org_one'), database.tenant('org_other')];
    await recordContextInjection(one, clock, { ...log, id: uuid(9) });
    expect(await listContextInjections(other, 'ses_abc')).toEqual([]);
    await recordContextInjection(other, clock, { ...log, id: uuid(9), workType: 'chore' });
    expect(await listContextInjections(other, 'ses_abc')).toMatchObject([{ id: uuid(9), workType: 'chore' }]);
    expect(await listContextInjections(one, 'ses_abc')).toMatchObject([{ id: uuid(9), workType: 'bug_fix' }]);
  });

  test('writing the same id again changes nothing', async () => {
    const tenant = database.tenant('org_replay');
    await recordContextInjection(tenant, clock, { ...log, id: uuid(9) });
    expect(await recordContextInjection(tenant, clock, { ...log, id: uuid(9), workType: 'chore' })).toBe(uuid(9));
    expect(await listContextInjections(tenant, 'ses_abc')).toMatchObject([{ id: uuid(9), workType: 'bug_fix' }]);
  });

  test('a query that the database could not hold is logged as it was searched', async () => {
    const tenant = database.tenant('org_query');
    await recordContextInjection(tenant, clock, { ...log, queryText: `a\0b\ud800 ${'x'.repeat(10_000_000)}` });
    const [row] = await listContextInjections(tenant, 'ses_abc');
    expect(row?.queryText).toBe(`a\ufffdb\ufffd ${'x'.repeat(8192 - 5)}`);
  });
});
