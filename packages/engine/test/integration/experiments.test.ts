import { createMemory, type Memory, type OrgMemory, type ProviderHookEvent } from '@inkling/engine';
import { isInjectionBlock } from '@inkling/engine/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';
const KNOWN = 'The auth middleware must accept a request without a session header.';
const others = ['The checkout button is green.', 'Prices are integers.', 'Logs rotate daily.', 'Builds need Node 20.'];
const workItem = { title: 'auth middleware fails without session header' };
const ann = { actor: 'ann' };

describeOnEachDatabase('experiments', (open) => {
  let memory: Memory;
  let orgs = 0;
  const errors: unknown[] = [];
  beforeAll(async () => {
    memory = await createMemory({ database: await open(), clock: slowClock, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  async function fresh(): Promise<{ org: OrgMemory; known: string }> {
    const org = memory.org(`experiments-${(orgs += 1)}`);
    const [first] = await org.observations.rememberMany(
      [KNOWN, ...others].map((content, at) => ({
        ...{ content, projectId },
        metadata: { paths: [at === 0 ? 'src/auth.ts' : 'src/else.ts'] },
      })),
    );
    await org.warm({ projectId });
    return { org, known: first!.id };
  }

  /** Creates sessions until one is, or is not, held out. */
  async function sessionOf(org: OrgMemory, heldOut: boolean): Promise<string> {
    for (let index = 0; index < 1000; index += 1) {
      const id = `${heldOut ? 'o' : 'i'}${index}`;
      const input = { id, projectId, workType: 'bug_fix', agentId: 'dev', workItem } as const;
      const { session, created } = await org.sessions.create(input);
      if (created && session.experiment?.heldOut === heldOut) return id;
    }
    throw new Error('no such session');
  }

  const claim = async (org: OrgMemory, id: string): Promise<string> => {
    const claimed = await org.sessions.claim(id, { workerId: 'w' });
    return claimed.outcome === 'claimed' ? claimed.lockToken : '';
  };

  const edit = (org: OrgMemory, sessionId: string): ProviderHookEvent => ({
    type: 'post-tool-use',
    orgId: org.orgId,
    sessionId,
    agentId: 'dev',
    projectId,
    toolName: 'Edit',
    toolInput: { file_path: 'src/auth.ts', old_string: 'auth middleware session header', new_string: 'b' },
    emittedAt: slowClock.now(),
  });

  test('a share of the sessions is chosen when they are created, by a hash; those that are there are not', async () => {
    const { org } = await fresh();
    await org.sessions.create({ id: 'before', projectId });
    const started = await org.experiments.start(projectId, 0.3, ann);
    expect(started).toMatchObject({ projectId, withhold: 0.3, startedBy: 'ann', stoppedAt: null });
    const made = await Promise.all(
      Array.from(
        { length: 400 },
        async (_, index) => (await org.sessions.create({ id: `s${index}`, projectId })).session,
      ),
    );
    const share = made.filter(({ experiment }) => experiment?.heldOut).length / made.length;
    expect(made.every(({ experiment }) => experiment?.id === started.id)).toBe(true);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
    const again = await org.sessions.create({ id: 's7', projectId });
    expect(again).toEqual({ created: false, session: made[7] });
    expect(await org.sessions.get('before')).toMatchObject({ experiment: null });
    const elsewhere = await org.sessions.create({ id: 'elsewhere', projectId: 'other' });
    expect(elsewhere.session.experiment).toBeNull();
  });

  test('[C-027] a session that is held out is shown nothing at its start, for a prompt, on a tool call or in a conversation; the log has it', async () => {
    const { org, known } = await fresh();
    await org.experiments.start(projectId, 0.5, ann);
    const shown: unknown[] = [];
    for (const heldOut of [false, true]) {
      const id = await sessionOf(org, heldOut);
      const lockToken = await claim(org, id);
      const start = await org.injectContextForClaimedSession(id);
      const subscriber = org.createInjectionSubscriber({ config: { latencyBudgetMs: 60_000 } });
      subscriber.injector.startEpoch(id, 0);
      await org.sessions.startEpoch(id, 0);
      const hint = await subscriber.handleHookEvent(edit(org, id));
      await org.sessions.startEpoch(id, 1);
      const conversation = org.conversation({ projectId, sessionId: id, deadlineMs: 60_000 });
      const said = await conversation.prepare([
        { role: 'user', content: 'Why does the auth middleware fail without a session header?' },
      ]);
      await expect.poll(() => org.listContextInjections(id), { timeout: 60_000 }).toHaveLength(3);
      const logs = await org.listContextInjections(id);
      const queued = () => org.listMemoryInjects(id);
      await expect.poll(queued, { timeout: 60_000 }).toHaveLength(heldOut ? 0 : 3);
      expect(logs.map((log) => [log.shown, log.observationIds.includes(known), log.actualTokens > 0])).toEqual(
        logs.map(() => [!heldOut, true, true]),
      );
      shown.push([
        start.outcome,
        hint.outcome,
        hint.reason,
        (await queued()).length,
        said.filter((message) => isInjectionBlock(message)).length,
      ]);
      for (let n = 0; n < 2; n += 1) {
        const next = await org.claimPendingInjectForSession(id, { lockToken });
        if (next.outcome === 'inject') await org.ackMemoryInject(id, next.inject.deliveryId);
      }
      await org.activities.append(id, [{ type: 'response', body: { text: `By ${known}.` } }]);
      await org.sessions.complete(id, lockToken, { outcome: 'accepted' });
      await org.feedback.applyForSession(id);
      // What it did not have it cannot have used.
      expect((await org.feedback.history(known)).map(({ sessionId }) => sessionId)).toEqual([
        expect.stringMatching(/^i/),
      ]);
    }
    expect(shown).toEqual([
      ['enqueued', 'injected', null, 3, 1],
      ['held-out', 'disabled', 'held-out', 0, 0],
    ]);
    const { observations } = await org.inspection.topObservations();
    expect(observations.find(({ id }) => id === known)).toMatchObject({ injections: 3 });
  });

  test('a hint that was withheld counts as shown: the next event has another one', async () => {
    const { org } = await fresh();
    await org.experiments.start(projectId, 0.5, ann);
    const id = await sessionOf(org, true);
    await claim(org, id);
    const subscriber = org.createInjectionSubscriber({ config: { latencyBudgetMs: 60_000 } });
    expect(await subscriber.handleHookEvent(edit(org, id))).toMatchObject({ reason: 'held-out' });
    expect(await subscriber.handleHookEvent(edit(org, id))).toMatchObject({ outcome: 'no-match' });
  });

  test('sub-agents and resumed sessions go without as their parents do, while the experiment runs', async () => {
    const { org } = await fresh();
    await org.experiments.start(projectId, 0.5, ann);
    const parent = { sessionId: await sessionOf(org, true), link: 'sub-agent' } as const;
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      const { session } = await org.sessions.create({ id, projectId, parent });
      expect(session.experiment?.heldOut).toBe(true);
    }
    await org.experiments.stop(projectId, ann);
    const { session } = await org.sessions.create({ id: 'f', projectId, parent: { ...parent, link: 'resume' } });
    expect(session.experiment).toBeNull();
  });

  test('one runs at a time; starting and stopping are in the change log', async () => {
    const { org } = await fresh();
    const { id } = await org.experiments.start(projectId, 0.1, ann);
    await expect(org.experiments.start(projectId, 0.2, ann)).rejects.toMatchObject({
      code: 'experiment-running',
      hint: expect.stringMatching(/org\.experiments\.stop.*inkling experiment stop/),
    });
    await org.experiments.start(null, 0.2, ann);
    expect(await org.experiments.stop(projectId, { actor: 'bob' })).toMatchObject({ id, stoppedBy: 'bob' });
    await expect(org.experiments.stop(projectId, ann)).rejects.toMatchObject({ code: 'experiment-not-found' });
    const second = await org.experiments.start(projectId, 0.2, ann);
    expect((await org.experiments.list(projectId)).map((each) => each.id)).toEqual([second.id, id]);
    expect(await org.experiments.list()).toHaveLength(3);
    const changes = await org.config.changes({ subject: `project:${projectId}` });
    expect(changes.map(({ actor, field, oldValue, newValue }) => [actor, field, oldValue, newValue])).toEqual([
      ['ann', 'experiment', null, { id: second.id, withhold: 0.2 }],
      ['bob', 'experiment', { id, withhold: 0.1 }, null],
      ['ann', 'experiment', null, { id, withhold: 0.1 }],
    ]);
    expect(await org.config.verifyChanges()).toMatchObject({ broken: null });
    for (const share of [0, 0.95, Number.NaN]) {
      await expect(org.experiments.start('else', share, ann)).rejects.toMatchObject({ code: 'invalid-input' });
    }
    await expect(org.experiments.report('else')).rejects.toMatchObject({ code: 'experiment-not-found' });
  });

  test('sessions of which nothing was reported count on both sides when there was a block for them; what they took is not known', async () => {
    const { org, known } = await fresh();
    await org.experiments.start(projectId, 0.5, ann);
    for (const heldOut of [false, true]) {
      for (const hasBlock of [true, false]) {
        const sessionId = await sessionOf(org, heldOut);
        const lockToken = await claim(org, sessionId);
        if (hasBlock) {
          await org.recordContextInjection({
            ...{ sessionId, projectId, workType: 'feature', budgetTokens: 400, actualTokens: 40 },
            ...{ observationIds: [known], sessionSummaryIds: [], queryText: 'q', shown: !heldOut },
          });
        }
        await org.sessions.complete(sessionId, lockToken, { outcome: 'accepted' });
      }
    }
    const { sessions, measures } = await org.experiments.report(projectId);
    expect(sessions).toEqual({ with: 1, without: 1 });
    expect(measures.map((each) => [each.measure, each.with.sessions, each.without.sessions])).toEqual([
      ['accepted', 1, 1],
      ['corrected', 0, 0],
      ['tokens', 0, 0],
      ['tool-calls', 0, 0],
      ['seconds-to-test', 0, 0],
    ]);
  });

  test('[C-026] the report counts outcomes, corrections, tokens, tool calls and the time to the first passing test', async () => {
    const { org } = await fresh();
    const { id } = await org.experiments.start(projectId, 0.5, ann);
    for (const heldOut of [false, true]) {
      const session = await sessionOf(org, heldOut);
      const lockToken = await claim(org, session);
      const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
      const edited = { type: 'context', body: { key: 'lastEditedFile', value: 'src/auth.ts' } } as const;
      await org.activities.append(session, [
        { type: 'action', body: { name: 'prompt', text: 'x'.repeat(4000) }, occurredAt: at(0) },
        { type: 'action', body: { name: 'Edit', input: {}, callId: '1', failed: false }, occurredAt: at(10) },
        { ...edited, occurredAt: at(10) },
        {
          type: 'action',
          body: { name: 'Bash', input: {}, callId: '2', failed: false },
          occurredAt: at(heldOut ? 90 : 30),
        },
        { type: 'context', body: { key: 'lastTestRun', value: 'npm test' }, occurredAt: at(heldOut ? 90 : 30) },
        ...(heldOut
          ? ([
              { type: 'action', body: { name: 'prompt', text: "No, that's wrong. Revert that." }, occurredAt: at(100) },
            ] as const)
          : []),
      ]);
      await org.sessions.complete(session, lockToken, { outcome: heldOut ? 'rework' : 'accepted' });
      await org.feedback.applyForSession(session);
    }
    const { experiment, sessions, measures, conclusion } = await org.experiments.report(projectId);
    expect(experiment.id).toBe(id);
    expect(sessions).toEqual({ with: 1, without: 1 });
    const values = measures.map((each) => [each.measure, each.with.value, each.without.value]);
    expect(values).toEqual([
      ['accepted', 1, 0],
      ['corrected', 0, 1],
      ['tokens', expect.closeTo(1050, -2), expect.closeTo(1070, -2)],
      ['tool-calls', expect.closeTo(2), expect.closeTo(2)],
      ['seconds-to-test', expect.closeTo(30), expect.closeTo(90)],
    ]);
    expect(conclusion).toMatch(/^There is too little to tell/);
    expect(errors).toEqual([]);
  });
});
