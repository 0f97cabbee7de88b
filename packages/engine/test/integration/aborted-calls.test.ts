import { createMemory } from '@inkling/engine';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const QUESTION = 'A request without the session header is a guest.';
const projectId = 'shop';

describeOnEachDatabase('a call that is aborted', (open) => {
  test('answers that it is late when it has a deadline, and else rejects with the reason of its caller', async () => {
    const memory = await createMemory({ database: await open() });
    const org = memory.org('aborted');
    const { id } = await org.observations.remember({ content: QUESTION, projectId });
    const reason = new Error('the user went away');
    const signal = AbortSignal.abort(reason);
    expect(await org.recall({ projectId, queryText: QUESTION, signal })).toMatchObject({
      outcome: 'deadline-exceeded',
      rows: [],
    });
    expect(await org.searchGraph({ projectId, queryText: QUESTION, signal })).toMatchObject({
      outcome: 'deadline-exceeded',
    });
    const request = { sessionId: 's', workType: 'feature', projectId, queryText: QUESTION, signal };
    expect(await org.buildSessionMemoryBlock(request)).toMatchObject({ outcome: 'deadline-exceeded', block: '' });
    await expect(org.observations.getMany([id], signal)).rejects.toBe(reason);
    await expect(org.observations.scopePage({ projectId }, signal)).rejects.toBe(reason);
    const cursor = await org.observations.feedHead();
    await expect(org.observations.changesSince({ cursor }, signal)).rejects.toBe(reason);
    await memory.close();
  });
});
