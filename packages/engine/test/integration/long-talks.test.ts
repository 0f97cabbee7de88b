import { createMemory, type ActivityInput, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const BEGAN = Date.UTC(2026, 3, 1, 9);
const YES = 'Yes, do that.';
const TOPICS = ['retry limit', 'rounding', 'cache time', 'time zone', 'cookie length', 'audit table', 'page size'];

const proposal = (turn: number): string =>
  `For question ${turn}, the ${TOPICS[turn % TOPICS.length]}, I propose the value q${turn} in module m${turn}.`;

describeOnEachDatabase('talks of long sessions', (open) => {
  let memory: Memory;
  beforeAll(async () => {
    memory = await createMemory({ database: await open() });
  });
  afterAll(() => memory.close());

  /** A session in which the same short words agree to one proposal after the other, with work between them. */
  async function agreed(org: OrgMemory, turns: number, calls: number): Promise<void> {
    await org.sessions.create({ id: 's', projectId: 'p', agentId: 'claude-code' });
    const claim = await org.sessions.claim('s', { workerId: 'w' });
    for (let turn = 0; turn < turns; turn += 1) {
      const at = (second: number): Date => new Date(BEGAN + turn * 300_000 + second * 1_000);
      const work = Array.from({ length: calls }, (_, call): ActivityInput => {
        const body = { event: 'edit', path: `src/m${turn}/f${call}.ts` };
        return { type: 'action', body, occurredAt: at(call) };
      });
      const text = turn === 0 ? 'Propose an answer for each open question of the design.' : YES;
      await org.activities.append('s', [{ type: 'action', body: { event: 'prompt', text }, occurredAt: at(0) }]);
      // What is captured at a prompt reads up to here.
      if (turn > 0) await expect.poll(() => org.observations.count({ kind: 'exchange' })).toBeGreaterThanOrEqual(turn);
      await org.activities.append('s', work);
      await org.activities.append('s', [{ type: 'response', body: { text: proposal(turn) }, occurredAt: at(250) }]);
    }
    if (claim.outcome === 'claimed') await org.sessions.complete('s', claim.lockToken);
  }

  const standing = async (org: OrgMemory): Promise<string[]> => {
    const { rows } = await org.observations.list({ kind: 'exchange', limit: 1000 });
    return rows.flatMap(({ content, supersededBy }) => (supersededBy === null ? content : []));
  };

  test.each([
    ['a page of activities', 24, 20],
    ['all that is read at its end', 26, 180],
  ])('each agreement stands by its own proposal in a session longer than %s', async (_name, turns, calls) => {
    const org = memory.org(`org_${calls}`);
    await agreed(org, turns, calls);
    const last = `Agent: ${proposal(turns - 1)}`;
    await expect.poll(() => standing(org)).toContain(last);
    const answered = Array.from({ length: turns - 1 }, (_, turn) => `Agent: ${proposal(turn)}\n\nUser: ${YES}`);
    expect((await standing(org)).toSorted()).toEqual(
      ['User: Propose an answer for each open question of the design.', ...answered, last].toSorted(),
    );
    const count = await org.observations.count();
    await org.capture.session('s');
    expect(await org.observations.count()).toBe(count);
  });
});
