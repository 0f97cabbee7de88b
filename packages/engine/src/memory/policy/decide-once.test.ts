import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuthorizationResource, Authorizer, PolicyDecision } from './authorizer.ts';
import { decideOnce } from './decide-once.ts';

const resource = (id: string, classification = 'internal'): AuthorizationResource => ({
  orgId: 'o',
  id,
  type: 'observation',
  projectId: 'p',
  classification,
  kind: 'commit',
  agentId: 'git',
});
const principal = { orgId: 'o', agentId: 'a' };

function recording(answer: (resource: AuthorizationResource) => PolicyDecision): Authorizer & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async authorize(_principal, _verb, resources) {
      asked.push(...resources.map((item) => item.id));
      return resources.map(answer);
    },
  };
}

test('resources with the same attributes share one decision', async () => {
  const authorizer = recording(() => ({ allowed: true, policy: 'p1' }));
  const errors: unknown[] = [];
  const decisions = await decideOnce(
    authorizer,
    principal,
    [resource('1'), resource('2'), resource('3', 'public'), resource('4')],
    (error) => errors.push(error),
  );
  expect(authorizer.asked).toEqual(['1', '3']);
  expect(decisions.map((decision) => decision.allowed)).toEqual([true, true, true, true]);
  expect(errors).toEqual([]);
});

test('however many sets of attributes there are, each is asked once and answers for its own', async () => {
  const part = fc.constantFrom('0', '1');
  const attributes = fc.record({
    kind: part,
    agentId: part,
    classification: part,
    projectId: fc.constantFrom('0', null),
    orgId: part,
  });
  const given = fc.array(attributes, { maxLength: 80, size: 'max' });
  await fc.assert(
    fc.asyncProperty(given, async (rows) => {
      const resources = rows.map((row, index) => ({ ...resource(String(index)), ...row }));
      const authorizer = recording(({ id }) => ({ allowed: true, policy: id }));
      const decisions = await decideOnce(authorizer, principal, resources, () => undefined);
      const text = rows.map((row) => JSON.stringify(row));
      const first = text.map((row) => String(text.indexOf(row)));
      expect(decisions.map(({ policy }) => policy)).toEqual(first);
      expect(authorizer.asked).toEqual([...new Set(first)]);
    }),
  );
});

test('an authorizer that throws denies everything and the failure is reported', async () => {
  const failure = new Error('policy engine trapped');
  const errors: unknown[] = [];
  const authorizer: Authorizer = { authorize: () => Promise.reject(failure) };
  const decisions = await decideOnce(authorizer, principal, [resource('1')], (error) => errors.push(error));
  expect(decisions).toEqual([{ allowed: false, policy: null, reason: 'the authorizer failed' }]);
  expect(errors).toEqual([failure]);
});

test.each([
  ['too few decisions', [{ allowed: true, policy: 'p1' }], [true, false]],
  ['nothing', undefined, [false, false]],
  ['an object', { allowed: true, policy: 'p1' }, [false, false]],
  ['a text', 'allowed', [false, false]],
  ['decisions that are no objects', [true, 'yes'], [false, false]],
  ['decisions without an answer', [{}, null], [false, false]],
  [
    'a truthy answer',
    [
      { allowed: 'yes', policy: 'p1' },
      { allowed: 1, policy: 'p1' },
    ],
    [false, false],
  ],
])('%s: what is no clear permit denies, and is reported once', async (_name, answer, expected) => {
  const errors: unknown[] = [];
  const authorizer: Authorizer = { authorize: () => Promise.resolve(answer as never) };
  const resources = [resource('1'), resource('2', 'public')];
  const decisions = await decideOnce(authorizer, principal, resources, (error) => errors.push(error));
  expect(decisions.map((decision) => decision.allowed)).toEqual(expected);
  expect(errors).toEqual([expect.any(TypeError)]);
});

test('an authorizer that ends because nobody waits any more denies and is no failure', async () => {
  const errors: unknown[] = [];
  const authorizer: Authorizer = { authorize: (_p, _v, _r, signal) => Promise.reject(signal!.reason as Error) };
  const report = (error: unknown): unknown => errors.push(error);
  const decisions = await decideOnce(authorizer, principal, [resource('1')], report, AbortSignal.abort());
  expect(decisions).toEqual([{ allowed: false, policy: null, reason: 'the authorizer failed' }]);
  expect(errors).toEqual([]);
});
