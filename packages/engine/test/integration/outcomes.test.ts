import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { storeEvidence } from '../../src/memory/feedback/session-evidence.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';
const OUTCOMES = ['accepted', 'rework', 'rejected'] as const;

describeOnEachDatabase('outcomes', (open) => {
  let database: Database;
  let memory: Memory;
  let orgs = 0;
  const errors: unknown[] = [];
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  async function remembered(contents: readonly string[]): Promise<{ org: OrgMemory; ids: readonly string[] }> {
    const org = memory.org(`outcomes-${(orgs += 1)}`);
    const written = await org.observations.rememberMany(contents.map((content) => ({ content, projectId })));
    return { org, ids: written.map(({ id }) => id) };
  }

  /** A session of hooks: it ends without anybody judging it. */
  async function ended(org: OrgMemory, id: string, given: readonly string[], cited: readonly string[]): Promise<void> {
    await org.sessions.create({ id, projectId, agentId: 'claude-code' });
    await org.recordContextInjection({
      sessionId: id,
      workType: 'feature',
      budgetTokens: 400,
      actualTokens: 10,
      observationIds: given,
      sessionSummaryIds: [],
      queryText: 'q',
    });
    const claim = await org.sessions.claim(id, { workerId: 'agent-hooks' });
    await org.activities.append(
      id,
      cited.map((each) => ({ type: 'response' as const, body: { text: `By ${each}.` } })),
    );
    await org.sessions.complete(id, claim.outcome === 'claimed' ? claim.lockToken : '');
  }

  const weightOf = async (org: OrgMemory, id: string) => (await org.observations.get(id))?.weight;

  test('without evidence an outcome is unknown; what is said of it late counts, can be corrected and taken back', async () => {
    const { org, ids } = await remembered(['Tokens expire after an hour.']);
    const [id = ''] = ids;
    await ended(org, 's', ids, ids);
    expect(await org.feedback.outcome('s')).toMatchObject({ outcome: null, source: null, confidence: 0, evidence: [] });
    const by = { actor: 'ann' };
    expect(await org.feedback.setOutcome('s', 'accepted', by)).toMatchObject({
      outcome: 'accepted',
      source: 'verdict',
    });
    expect(await weightOf(org, id)).toBeCloseTo(1.3, 9);
    expect(await org.sessions.get('s')).toMatchObject({ outcome: 'accepted', status: 'completed' });
    await org.feedback.setOutcome('s', 'rejected', { ...by, reason: 'It broke the build.' });
    expect(await weightOf(org, id)).toBeCloseTo(0.95, 9);
    await org.feedback.setOutcome('s', 'unknown', by);
    expect(await weightOf(org, id)).toBe(1);
    await org.feedback.setOutcome('s', null, by);
    expect(await org.feedback.outcome('s')).toMatchObject({ outcome: null, source: null });
    expect(
      (await org.config.changes({ subject: 'session:s' })).map(({ actor, oldValue, newValue }) => [
        actor,
        oldValue,
        newValue,
      ]),
    ).toEqual([
      ['ann', null, null],
      ['ann', 'rejected', 'unknown'],
      ['ann', 'accepted', 'rejected'],
      ['ann', null, 'accepted'],
    ]);
    expect((await org.feedback.history(id)).map(({ cause }) => cause)).toEqual(['withdrawn', 'rejected', 'accepted']);
    await expect(org.feedback.setOutcome('nobody', 'accepted', by)).rejects.toMatchObject({
      code: 'session-not-found',
    });
    await expect(org.feedback.setOutcome('s', 'great' as never, by)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('the last test run and the corrections of the user are evidence of the session itself', async () => {
    const { org } = await remembered(['x']);
    await org.sessions.create({ id: 's', projectId });
    const claim = await org.sessions.claim('s', { workerId: 'agent-hooks' });
    const call = (name: string, input: object, failed: boolean, callId: string) => [
      { type: 'action' as const, body: { name, input, callId, failed } },
      ...(failed ? [{ type: 'error' as const, body: { name, callId, message: 'exit 1' } }] : []),
    ];
    const facet = (key: string, value: unknown) => ({ type: 'context' as const, body: { key, value } });
    const prompt = (text: string) => ({ type: 'action' as const, body: { name: 'prompt', text } });
    await org.activities.append('s', [prompt('Cap the retries.'), facet('lastTestRun', { command: 'npm test' })]);
    expect(await org.feedback.applyForSession('s')).toMatchObject({ outcome: 'accepted' });
    await org.activities.append('s', call('Bash', { command: 'npm test' }, true, 'c1'));
    expect(await org.feedback.applyForSession('s')).toMatchObject({ outcome: 'rework' });
    await org.activities.append('s', [prompt("No, don't do that.")]);
    expect((await org.feedback.applyForSession('s')).outcome).toBe('rework');
    await org.activities.append('s', [facet('lastEditedFile', 'src/retry.ts'), prompt('No, revert that.')]);
    await org.sessions.complete('s', claim.outcome === 'claimed' ? claim.lockToken : '');
    await expect
      .poll(() => org.feedback.outcome('s'))
      .toMatchObject({
        outcome: 'rejected',
        source: 'correction',
        confidence: 0.7,
        evidence: [
          { source: 'check', subject: 'test', says: 'rework' },
          { source: 'correction', says: 'rejected', detail: 'No, revert that.' },
        ],
      });
  });

  test('what was seen elsewhere replaces what was seen before, and what was said stays', async () => {
    const { org, ids } = await remembered(['Retries are capped at five.']);
    await ended(org, 's', ids, ids);
    const seen = (source: 'commit' | 'revert', subject: string) =>
      ({
        source,
        subject,
        says: source === 'commit' ? 'accepted' : 'rejected',
        detail: 'd',
        actor: null,
        occurredAt: '2026-11-20T10:00:00.000Z',
      }) as const;
    expect(await org.feedback.observeOutcome('s', [seen('commit', 'a')])).toMatchObject({ outcome: 'accepted' });
    // The commit was amended, and then reverted.
    expect(await org.feedback.observeOutcome('s', [seen('commit', 'b'), seen('revert', 'b')])).toMatchObject({
      outcome: 'rejected',
    });
    expect(await org.feedback.outcome('s')).toMatchObject({ evidence: [{ subject: 'b' }, { subject: 'b' }] });
    await org.feedback.setOutcome('s', 'accepted', { actor: 'ann' });
    expect(await org.feedback.observeOutcome('s', [])).toMatchObject({ outcome: 'accepted' });
    expect(await org.feedback.outcome('s')).toMatchObject({ evidence: [{ source: 'verdict' }] });
    await org.observations.forget({ sessionId: 's' });
    expect(await org.feedback.outcome('s')).toMatchObject({ outcome: 'accepted' });
  });

  /** Tables, but for the change log, that name a session. */
  async function tablesNaming(sessionId: string): Promise<string[]> {
    const tables = await database.operator.query<{ table: string }>({
      text: `select table_name as "table" from information_schema.tables where table_type = 'BASE TABLE' and table_schema = 'public' order by 1`,
      values: [],
    });
    const found: string[] = [];
    for (const { table } of tables.filter(({ table: name }) => name !== 'config_changes')) {
      const text = `select from "${table}" t where position($1 in t::text) > 0 limit 1`;
      if ((await database.operator.query({ text, values: [sessionId] })).length > 0) found.push(table);
    }
    return found;
  }

  test('of a session that is forgotten without a trace only the change log tells, and no figure counts it', async () => {
    const { org, ids } = await remembered(['Tokens expire after an hour.']);
    const id = 'no-trace-of-this';
    await org.sessions.create({ id: `${id}~2`, projectId, workItem: { title: 'Tokens' } });
    await org.sessions.create({ id, projectId, workItem: { title: 'Tokens' } });
    await org.enqueueMemoryInject({ sessionId: id, text: 'A block.', source: 'canary' });
    await org.observations.remember({ content: 'We decided on an hour.', projectId, sessionId: id });
    await ended(org, id, ids, ids);
    await org.feedback.setOutcome(id, 'accepted', { actor: 'ann' });
    await ended(org, 'another', ids, ids);
    expect(await tablesNaming(id)).toEqual(
      expect.arrayContaining([
        'context_injection_logs',
        'observation_uses',
        'session_evidence',
        'session_memory_injects',
      ]),
    );
    expect(await org.observations.forget({ sessionId: id, traceless: true })).toEqual({ forgotten: 1 });
    expect(await tablesNaming(id)).toEqual([]);
    expect((await org.sessions.list()).rows.map((session) => session.id)).toEqual(['another']);
    expect(await tablesNaming('another')).toContain('sessions');
    expect(errors).toEqual([]);
  });

  test('a verdict is taken beside as much evidence as one look may bring', async () => {
    const { org } = await remembered(['Tokens expire after an hour.']);
    await ended(org, 's', [], []);
    const seen = Array.from({ length: 1000 }, (_, index) => ({
      ...{ source: 'commit' as const, subject: `c${index}`, says: 'accepted' as const, detail: '', actor: null },
      occurredAt: new Date().toISOString(),
    }));
    await org.feedback.observeOutcome('s', seen);
    const view = await org.feedback.setOutcome('s', 'rejected', { actor: 'ann' });
    expect(view).toMatchObject({ outcome: 'rejected', source: 'verdict' });
    expect(view.evidence).toHaveLength(1001);
  });

  test('ended sessions are due for a look, and then not for a while', async () => {
    const { org, ids } = await remembered(['x']);
    await ended(org, 's', ids, []);
    await org.sessions.create({ id: 'open', projectId });
    // One whose row somebody holds is passed over until the next look.
    await expect.poll(() => org.feedback.dueForOutcome()).toEqual([{ id: 's', projectId }]);
    expect(await org.feedback.dueForOutcome()).toEqual([]);
  });

  test('[C-025] replaying evidence in any order, any number of times, ends in the same weights', async () => {
    const sessions = ['s0', 's1', 's2', 's3'];
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('outcome' as const),
        session: fc.nat({ max: 3 }),
        source: fc.constantFrom('verdict' as const, 'completion' as const, 'commit' as const, 'revert' as const),
        says: fc.constantFrom(...OUTCOMES),
      }),
      fc.record({ kind: fc.constant('use' as const), session: fc.nat({ max: 3 }), observation: fc.nat({ max: 1 }) }),
      fc.record({
        kind: fc.constant('verdict' as const),
        agent: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        observation: fc.nat({ max: 1 }),
        says: fc.constantFrom('helpful' as const, 'misleading' as const),
      }),
    );
    type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
    const identity = (each: Step): string =>
      each.kind === 'outcome'
        ? `${each.session} ${each.source}`
        : each.kind === 'use'
          ? `${each.session} ${each.observation}`
          : `${each.agent} ${each.observation}`;
    const facts = fc.uniqueArray(step, { selector: identity, minLength: 1, maxLength: 14 });
    const orders = facts.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc
          .array(fc.constantFrom(...list), { maxLength: 6 })
          .chain((again) => fc.shuffledSubarray([...list, ...again], { minLength: list.length + again.length })),
      ),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ([list, shuffled]) => {
        const weights: number[][] = [];
        for (const order of [list, shuffled]) {
          const { org, ids } = await remembered(['First.', 'Second.']);
          for (const id of sessions) await ended(org, id, ids, []);
          for (const each of order) await play(org, ids, each);
          weights.push((await org.observations.getMany([...ids])).map(({ weight }) => weight));
          expect(weights.at(-1)).toEqual(oracle(list).map((weight) => expect.closeTo(weight, 9)));
        }
        expect(weights[1]).toEqual(weights[0]!.map((weight) => expect.closeTo(weight, 9)));
      }),
      { numRuns: 12 },
    );

    async function play(org: OrgMemory, ids: readonly string[], each: Step): Promise<void> {
      if (each.kind === 'use') {
        await org.activities.append(sessions[each.session]!, [
          { type: 'thought', body: { text: `see ${ids[each.observation]}` } },
        ]);
        await org.feedback.applyForSession(sessions[each.session]!);
      } else if (each.kind === 'verdict') {
        await org.feedback.observation({
          observationId: ids[each.observation]!,
          agentId: each.agent,
          verdict: each.says,
        });
      } else {
        const { source, says } = each;
        const evidence = {
          source,
          subject: 'x',
          says,
          detail: '',
          actor: null,
          occurredAt: '2026-11-20T10:00:00.000Z',
        };
        await storeEvidence(database.tenant(org.orgId), sessions[each.session]!, [evidence]);
        await org.feedback.applyForSession(sessions[each.session]!);
      }
    }

    /** By hand: what agents said on the day, by name, then the sessions of the day in the order of their creation. */
    function oracle(list: readonly Step[]): number[] {
      return [0, 1].map((observation) => {
        let weight = 1;
        const to = (target: number, up: number, down: number): void => {
          weight += (target > weight ? up : down) * (target - weight);
        };
        let strikes = 0;
        const verdicts = list
          .filter((each) => each.kind === 'verdict')
          .filter((each) => each.observation === observation)
          .toSorted((a, b) => (a.agent < b.agent ? -1 : 1));
        for (const each of verdicts) {
          if (each.says === 'helpful') to(2, 0.3, 0.05);
          else to(0, 0.3, (strikes += 1) >= 3 ? 0.3 : 0.15);
        }
        for (const index of sessions.keys()) {
          const of = (source: string) =>
            list.find((each) => each.kind === 'outcome' && each.session === index && each.source === source);
          const isUsed = list.some(
            (each) => each.kind === 'use' && each.session === index && each.observation === observation,
          );
          const saying = of('verdict') ?? of('completion') ?? of('revert') ?? of('commit');
          if (!isUsed || saying?.kind !== 'outcome') continue;
          if (saying.says === 'accepted') to(2, 0.3, 0.05);
          if (saying.says === 'rework') to(0.5, 0.3, 0.05);
          if (saying.says === 'rejected') to(0, 0.3, 0.05);
        }
        return weight;
      });
    }
  });

  test('nothing of it failed in the background', () => {
    expect(errors).toEqual([]);
  });
});
