import { createMemory } from '@inkling/engine';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../setup/open-test-database.ts';

const question = { queryText: 'ledger queue worker retries', projectId: 'api', deadlineMs: 60_000 };

/** As if the clock had been an hour ahead until now. */
const HOUR_AHEAD = `
  update observations set created_at = created_at + interval '1 hour', updated_at = updated_at + interval '1 hour',
    valid_to = valid_to + interval '1 hour'`;

test.each([
  ['from the index', true],
  ['from SQL', false],
])('a clock that was set back hides nothing, and brings nothing back (%s)', async (_where, isWarm) => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  onTestFinished(() => memory.close());
  const { observations, feedback } = memory.org('o');
  const [kept] = await observations.rememberMany(
    ['five', 'nine'].map((times) => ({ content: `The ledger queue worker retries ${times} times.`, projectId: 'api' })),
  );
  const outdated = await observations.remember({ content: 'The ledger queue worker never retries.', projectId: 'api' });
  await feedback.observation({ observationId: outdated.id, agentId: 'ann', verdict: 'outdated' });
  await database.operator.query({ text: HOUR_AHEAD, values: [] });
  // Another process opens the memory, with the right time.
  const later = await createMemory({ database: { ...database, close: async () => undefined } });
  onTestFinished(() => later.close());
  if (isWarm) await later.org('o').warm({ projectId: 'api' });
  await later
    .org('o')
    .observations.remember({ content: 'The ledger queue worker retries at night.', projectId: 'api' });
  const { rows } = await later.org('o').recall(question);
  const contents = rows.map(({ observation }) => observation.content).toSorted();
  expect(kept?.created).toBe(true);
  expect(contents).toEqual([
    'The ledger queue worker retries at night.',
    'The ledger queue worker retries five times.',
    'The ledger queue worker retries nine times.',
  ]);
});
