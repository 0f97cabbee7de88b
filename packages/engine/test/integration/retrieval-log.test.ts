import { createMemory, type Memory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';

describeOnEachDatabase('the retrieval log', (open) => {
  let memory: Memory;
  const errors: unknown[] = [];
  beforeAll(async () => {
    memory = await createMemory({ database: await open(), onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  test('what came into a block when its retrieval was written already is noted in the newest one, each block in its own', async () => {
    const org = memory.org('late');
    const written = await org.observations.rememberMany([
      { content: 'Retries are capped at five.', projectId },
      { content: 'Retries wait with jitter.', projectId },
    ]);
    const ids = written.map(({ id }) => id);
    await org.warm({ projectId });
    const question = { projectId, queryText: 'retries capped jitter', deadlineMs: 60_000, sessionId: 's' };
    const retrievals = async (times: number): Promise<readonly { observationId: string; injected: number }[]> => {
      const logged = async () => (await org.feedback.rankDelta({ sessionId: 's' })).map((each) => each.retrievals);
      await expect.poll(logged, { timeout: 30_000 }).toEqual([times, times]);
      return org.feedback.rankDelta({ sessionId: 's' });
    };
    const inject = (observationIds: readonly string[]): Promise<string> =>
      org.recordContextInjection({
        ...{ sessionId: 's', workType: 'feature', budgetTokens: 400, actualTokens: 10, observationIds },
        ...{ sessionSummaryIds: [], queryText: 'q' },
      });
    // What came before there was a retrieval did not come from it.
    await inject(ids);
    const { rows } = await org.recall(question);
    await retrievals(1);
    await org.recall(question);
    await retrievals(2);
    const [given] = rows.map(({ observation }) => observation.id);
    // As behind a tool that ran for longer than a second.
    await inject([given!]);
    const injected = async (): Promise<readonly (readonly [boolean, number])[]> =>
      (await retrievals(2)).map((each) => [each.observationId === given, each.injected] as const);
    const expectInjected = (times: number): Promise<void> =>
      expect
        .poll(async () => new Map(await injected()), { timeout: 30_000 })
        .toEqual(
          new Map([
            [true, times],
            [false, 0],
          ]),
        );
    await expectInjected(1);
    // A second block was made at the same time, from the retrieval before.
    await inject([given!]);
    await expectInjected(2);
    expect(errors).toEqual([]);
  });

  test('what capture looks up for itself is no retrieval of its session', async () => {
    const org = memory.org('captured');
    await org.observations.remember({ content: 'Pages of the rate limit table have 20 rows.', projectId });
    await org.warm({ projectId });
    await org.sessions.create({ id: 'talk', projectId });
    await org.activities.append('talk', [
      { type: 'action', body: { event: 'prompt', text: 'How many rows has a page of the rate limit table?' } },
      { type: 'response', body: { text: 'I would show 20 rows a page in the rate limit table.' } },
      { type: 'action', body: { event: 'prompt', text: 'No, 50 rows a page in the rate limit table.' } },
    ]);
    expect((await org.capture.session('talk')).remembered).not.toEqual([]);
    const asked = { projectId, queryText: 'rows of the rate limit table', deadlineMs: 60_000, sessionId: 'talk' };
    expect((await org.recall(asked)).rows).not.toEqual([]);
    const logged = async () => (await org.feedback.rankDelta({ sessionId: 'talk' })).map((each) => each.retrievals);
    await expect.poll(logged, { timeout: 30_000 }).not.toEqual([]);
    expect(new Set(await logged())).toEqual(new Set([1]));
  });
});
