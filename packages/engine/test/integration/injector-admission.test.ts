import { createMemory, type Database, type Memory, type OrgMemory, type VerbBusEvent } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verbEvent } from '../in-session-fixtures.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const PROJECT = 'proj_xyz';
const OTHER = 'proj_other';
const admin = { actor: 'admin' };
const PATIENT = { latencyBudgetMs: 60_000 };

/** What is asked of the database by name, and settings that are slow or broken. */
function watched(database: Database) {
  const asked: string[] = [];
  let settings: 'answer' | 'hang' | 'fail' = 'answer';
  const query: typeof database.tenant = (orgId) => {
    const tenant = database.tenant(orgId);
    return {
      ...tenant,
      query(statement, options) {
        if (/^select .* from sessions s .*where s\.org_id = \$1 and s\.id = \$2$/su.test(statement.text)) {
          asked.push('session');
        }
        if (statement.name !== 'inkling_effective_config') return tenant.query(statement, options);
        asked.push('settings');
        if (settings === 'fail') return Promise.reject(new Error('the settings cannot be read'));
        return settings === 'hang' ? new Promise(() => undefined) : tenant.query(statement, options);
      },
    };
  };
  return {
    database: { ...database, tenant: query },
    asked,
    settings: (state: typeof settings) => void (settings = state),
  };
}

describeOnEachDatabase('who may receive through an injector of an organisation', (open) => {
  let memory: Memory;
  let database: ReturnType<typeof watched>;
  let orgs = 0;
  beforeAll(async () => {
    database = watched(await open());
    memory = await createMemory({ database: database.database, clock: slowClock });
  });
  afterAll(() => memory.close());

  /** An organisation with a statement of each of two projects, and an injector of a provider that takes everything. */
  async function fresh() {
    const org = memory.org(`org_${(orgs += 1)}`);
    const metadata = { paths: ['src/auth.ts'] };
    await org.observations.remember({ content: 'Tokens expire', projectId: PROJECT, metadata });
    await org.observations.remember({ content: 'Tokens of the other project', projectId: OTHER, metadata });
    const sent: string[] = [];
    const injector = org.createInSessionInjector({
      capability: { supportsMessageInjection: true, injectMessage: async (_sessionId, text) => sent.push(text) },
      config: PATIENT,
    });
    const handle = async (changes: Partial<VerbBusEvent> = {}) => {
      const { outcome, reason } = await injector.handleVerbEvent(verbEvent({ orgId: org.orgId, ...changes }));
      return [outcome, reason];
    };
    return { org, sent, handle };
  }

  async function working(org: OrgMemory, id: string, agentId: string | null = 'agent_dev'): Promise<string> {
    await org.sessions.create({ id, projectId: PROJECT, ...(agentId === null ? {} : { agentId }) });
    const claim = await org.sessions.claim(id, { workerId: 'w' });
    return claim.outcome === 'claimed' ? claim.lockToken : '';
  }

  test.each([{ memoryEnabled: false }, { runtimeInjectEnabled: false }])(
    'nothing is pushed while an administrator has %j, whether the session is known or not [S1-010]',
    async (off) => {
      const { org, sent, handle } = await fresh();
      await working(org, 'ses_abc');
      await org.config.setProject(PROJECT, off, admin);
      expect(await handle()).toEqual(['disabled', 'delivery-off']);
      expect(await handle({ sessionId: 'ses_unknown' })).toEqual(['disabled', 'delivery-off']);
      // Its own project decides, where an event names none.
      await org.observations.remember({ content: 'Tokens of nobody', metadata: { paths: ['src/auth.ts'] } });
      const { projectId: _, ...unnamed } = verbEvent({ orgId: org.orgId });
      const injector = org.createInSessionInjector({
        capability: { supportsMessageInjection: false },
        config: PATIENT,
      });
      expect(await injector.handleVerbEvent(unnamed)).toMatchObject({ outcome: 'disabled', reason: 'delivery-off' });
      expect(sent).toEqual([]);
      await org.config.setProject(PROJECT, { memoryEnabled: true, runtimeInjectEnabled: true }, admin);
      expect(await handle()).toEqual(['injected', null]);
      expect(sent).toHaveLength(1);
    },
  );

  test('sessions that wait or have ended get nothing; one that nobody created, or whose agent its event alone names, does [S1-008]', async () => {
    const { org, sent, handle } = await fresh();
    await org.sessions.create({ id: 'waits', projectId: PROJECT, agentId: 'agent_dev' });
    expect(await handle({ sessionId: 'waits' })).toEqual(['skipped', 'not-running']);
    const lockToken = await working(org, 'ended');
    await org.sessions.complete('ended', lockToken);
    expect(await handle({ sessionId: 'ended' })).toEqual(['skipped', 'not-running']);
    expect(sent).toEqual([]);
    await working(org, 'unnamed', null);
    expect(await handle({ sessionId: 'unnamed' })).toEqual(['injected', null]);
    expect(await handle({ sessionId: 'nobody-created-it' })).toEqual(['injected', null]);
  });

  test('an event of another project brings nothing of it into a session [S1-008]', async () => {
    const { org, sent, handle } = await fresh();
    await working(org, 'ses_abc');
    expect(await handle({ projectId: OTHER })).toEqual(['skipped', 'other-project']);
    expect(sent).toEqual([]);
    expect(await handle()).toEqual(['injected', null]);
    expect(sent[0]).toContain('Tokens expire');
  });

  test('session and settings are read once, not for each event', async () => {
    const { org, handle } = await fresh();
    await working(org, 'ses_abc');
    await org.config.effective(PROJECT);
    database.asked.length = 0;
    await handle();
    expect(database.asked).toEqual(['session']);
    for (let call = 0; call < 5; call += 1) await handle();
    expect(database.asked).toEqual(['session']);
  });

  test.each(['hang', 'fail'] as const)('settings that %s let nothing through', async (state) => {
    const { org, sent } = await fresh();
    await working(org, 'ses_abc');
    await org.warm({ projectId: PROJECT });
    const injector = org.createInSessionInjector({
      capability: { supportsMessageInjection: true, injectMessage: async (_sessionId, text) => sent.push(text) },
      config: { latencyBudgetMs: 400 },
    });
    database.settings(state);
    const { outcome } = await injector.handleVerbEvent(verbEvent({ orgId: org.orgId }));
    database.settings('answer');
    expect(outcome).toBe('budget-exceeded');
    expect(sent).toEqual([]);
  });
});
