import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const UNKNOWN = '01890a5d-ac96-774b-bcce-000000000001';
const projectId = 'shop';

describeOnEachDatabase('review of observations', (open) => {
  let memory: Memory;
  let orgs = 0;
  beforeAll(async () => {
    memory = await createMemory({ database: await open() });
  });
  afterAll(() => memory.close());
  const newOrg = (): OrgMemory => memory.org(`review-${(orgs += 1)}`);

  test('a chain of corrections is the same from each of its links', async () => {
    const org = newOrg();
    const first = await org.observations.remember({ content: 'Retries are capped at 3.' });
    const second = await org.observations.supersede(first.id, 'Retries are capped at 5.');
    const third = await org.observations.supersede(second.id, 'Retries are capped at 7.');
    const other = await org.observations.remember({ content: 'Retries have a cap.' });
    await org.observations.supersede(other.id, 'Retries are capped at 7.');
    const wanted = [first.id, second.id, third.id];
    for (const id of wanted) {
      const chain = (await org.observations.chain(id)).map((row) => row.id);
      // Oldest first, also what was made within one millisecond.
      expect(chain.filter((link) => wanted.includes(link))).toEqual(wanted);
    }
    expect((await org.observations.chain(third.id)).map((row) => row.id).toSorted()).toEqual(
      [...wanted, other.id].toSorted(),
    );
    expect(await org.observations.chain(UNKNOWN)).toEqual([]);
    expect(await newOrg().observations.chain(first.id)).toEqual([]);
    await expect(org.observations.chain('x')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('forgetting a session takes the events of what it was resumed as, too', async () => {
    const org = newOrg();
    for (const id of ['s', 's~2', 's~3', 's~other']) {
      await org.sessions.create({ id, projectId });
      await org.activities.append(id, [{ type: 'action', body: { text: `said in ${id}` } }]);
    }
    expect(await org.observations.forget({ sessionId: 's' })).toEqual({ forgotten: 0 });
    const left = async (id: string): Promise<number> => (await org.activities.list(id, {})).rows.length;
    expect([await left('s'), await left('s~2'), await left('s~3'), await left('s~other')]).toEqual([0, 0, 0, 1]);
  });

  test('pinning and classifying change the row once, and the change log tells who did', async () => {
    const org = newOrg();
    const { id } = await org.observations.remember({ content: 'Keys are rotated monthly.' });
    const ann = { actor: 'ann' };
    expect(await org.observations.change(id, { pinned: true }, ann)).toMatchObject({
      changed: true,
      observation: { pinned: true },
    });
    expect(await org.observations.change(id, { pinned: true }, ann)).toMatchObject({ changed: false });
    expect(await org.observations.change(id, {}, ann)).toMatchObject({ changed: false });
    await org.observations.change(id, { pinned: false, classification: 'restricted' }, { actor: 'bob' });
    const changes = await org.config.changes({ subject: `observation:${id}` });
    const told = changes.map(({ actor, field, oldValue, newValue }) => [actor, field, oldValue, newValue]);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        ['ann', 'pinned', false, true],
        ['bob', 'classification', 'internal', 'restricted'],
        ['bob', 'pinned', true, false],
      ]),
    );
    await expect(org.observations.change(UNKNOWN, { pinned: true }, ann)).rejects.toMatchObject({
      code: 'observation-not-found',
    });
    await expect(newOrg().observations.change(id, { pinned: true }, ann)).rejects.toMatchObject({
      code: 'observation-not-found',
    });
    for (const patch of [{ pinned: 'yes' as never }, { classification: 'secret' as never }]) {
      await expect(org.observations.change(id, patch, ann)).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });

  test('what is restricted is not recalled any more, in the very next recall', async () => {
    const org = newOrg();
    const { id } = await org.observations.remember({ content: 'The ledger password rotates monthly.', projectId });
    await org.warm({ projectId });
    const recalled = async () =>
      (await org.recall({ projectId, agentId: 'a', queryText: 'ledger password', deadlineMs: 60_000 })).rows.length;
    expect(await recalled()).toBe(1);
    await org.observations.change(id, { classification: 'restricted' }, { actor: 'ann' });
    expect(await recalled()).toBe(0);
  });

  test('a list is narrowed by agent, classification, pin and weight', async () => {
    const org = newOrg();
    await org.observations.rememberMany([
      { content: 'One.', agentId: 'bot', weight: 0.5 },
      { content: 'Two.', classification: 'public', pinned: true, weight: 1.5 },
    ]);
    const contents = async (filter: object) => (await org.observations.list(filter)).rows.map(({ content }) => content);
    expect(await contents({ agentId: 'bot' })).toEqual(['One.']);
    expect(await contents({ classification: 'public' })).toEqual(['Two.']);
    expect(await contents({ pinned: true })).toEqual(['Two.']);
    expect(await contents({ pinned: false })).toEqual(['One.']);
    expect(await contents({ minWeight: 1.5 })).toEqual(['Two.']);
    expect(await contents({ maxWeight: 0.5 })).toEqual(['One.']);
    expect(await contents({ minWeight: 0.6, maxWeight: 1.4 })).toEqual([]);
    expect(await org.observations.count({ pinned: true })).toBe(1);
    await expect(org.observations.list({ minWeight: 3 })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
