import { createMemory, type OrgMemory } from '@inkling/engine';
import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const evidence = {
  source: 'commit',
  subject: 'a',
  says: 'accepted',
  detail: '',
  actor: null,
  occurredAt: '2026-11-20',
};

describeOnEachDatabase('evidence of outcomes', (open) => {
  let org: OrgMemory;
  beforeAll(async () => {
    org = (await createMemory({ database: await open() })).org('o');
    await org.sessions.create({ id: 's' });
  });

  test.each([
    ['occurredAt', { occurredAt: 'yesterday' }],
    ['occurredAt', { occurredAt: 'infinity' }],
    ['occurredAt', { occurredAt: '' }],
    ['occurredAt', { occurredAt: undefined }],
    ['source', { source: 'rumour' }],
    ['says', { says: 'fine' }],
    ['subject', { subject: undefined }],
    ['detail', { detail: 7 }],
    ['actor', { actor: ' ' }],
  ])('a bad %s is refused', async (field, bad) => {
    const observed = org.feedback.observeOutcome('s', [{ ...evidence, ...bad } as never]);
    const details = { field: `evidence[0].${field}` };
    await expect(observed).rejects.toMatchObject({ code: 'invalid-input', details });
    expect(await org.feedback.outcome('s')).toMatchObject({ evidence: [] });
  });

  test.each([-1, 1.5, Number.NaN])('%s sessions that are due are refused', async (most) => {
    await expect(org.feedback.dueForOutcome(most)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
