import { createMemory, type OrgMemory } from '@inkling/engine';
import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../setup/describe-on-each-database.ts';

const ID = '01a220be-5b50-76f1-80e8-e22693575ddb';

/** What TypeScript does not let through and JavaScript does. */
const calls: readonly (readonly [method: string, ...given: unknown[]])[] = [
  ['recall'],
  ['recall', null],
  ['recall', { queryText: 'what is kept', sessionId: 7 }],
  ['recall', { queryText: 'what is kept', agentId: 7 }],
  ['searchGraph'],
  ['createInSessionInjector'],
  ['refreshLockAndClaimInject', 'ses_1'],
  ['observations.rememberMany', { content: 'One.' }],
  ['observations.getMany', ID],
  ['observations.change', ID, { pinned: true }],
  ['observations.forget'],
  ['observations.forget', ID],
  ['observations.forget', { all: 'no' }],
  ['observations.forget', { projectId: 7 }],
  ['observations.importRows'],
  ['observations.importRows', '{"content":"One."}\n{"content":"Two."}'],
  ['feedback.observation'],
  ['feedback.setOutcome', 'ses_1', 'accepted'],
  ['policies.remove', 'security'],
  ['experiments.start', 'shop', 0.1],
  ['experiments.stop', 'shop'],
  ['transfer.grant', undefined, { actor: 'ann' }],
];

describeOnOneDatabase('wrong arguments', (open) => {
  let org: OrgMemory;
  beforeAll(async () => {
    org = (await createMemory({ database: await open() })).org('acme');
    await org.observations.remember({ content: 'Kept.', projectId: 'shop' });
  });

  async function answerOf(method: string, given: readonly unknown[]): Promise<unknown> {
    const called: unknown = method.split('.').reduce<unknown>((of, name) => Reflect.get(of as object, name), org);
    return Reflect.apply(called as () => unknown, org, given);
  }

  const cases = calls.map(([method, ...given]) => ({ method, given }));
  test.each(cases)('$method of $given is invalid-input, and nothing is done', async ({ method, given }) => {
    await expect(answerOf(method, given)).rejects.toMatchObject({ code: 'invalid-input' });
    expect((await org.observations.list()).rows).toMatchObject([{ content: 'Kept.' }]);
  });

  test.each([
    { field: 'runtimeInject', method: 'config.setProject', given: ['shop', { runtimeInject: false }] },
    { field: 'patch', method: 'config.setProject', given: ['shop', null] },
    { field: 'feature', method: 'config.budgets.set', given: [{ feature: -1 }] },
    { field: 'patch', method: 'config.budgets.set', given: [null] },
  ])('details.field is $field, as the argument of $method has it', async ({ field, method, given }) => {
    const refused = answerOf(method, [...given, { actor: 'ann' }]);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input', details: { field } });
  });
});
