import { ADMINISTRATIVE_ACTIONS } from '@inkling/engine/operator';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { ROLES, type Role } from '../../src/contract/endpoint.ts';
import { routes } from '../../src/http/routes/routes.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp, type TestAnswer } from './daemon-app.ts';

interface Refusal {
  readonly error: { readonly code: string; readonly details: Record<string, unknown> };
}

const NOBODY = '0197c0de-1111-7222-8333-944455566677';
const administrative = routes.map(({ endpoint }) => endpoint).filter(({ action }) => action !== undefined);

describe('what is administrative', () => {
  test('is everything that neither workers nor agents may call, and nothing else', () => {
    const forPrograms = (roles: readonly Role[]): boolean => roles.includes('worker') || roles.includes('agent');
    for (const { endpoint } of routes) {
      expect([endpoint.id, endpoint.action !== undefined]).toEqual([endpoint.id, !forPrograms(endpoint.roles)]);
    }
    // What some statements of a call may claim and others not; `http/rights.ts` asks about them.
    const claimed = ['amend', 'weigh'];
    const asked = new Set([...administrative.map(({ action }) => action), ...claimed]);
    expect(asked).toEqual(new Set(Object.keys(ADMINISTRATIVE_ACTIONS)));
  });
});

describeOnOneDatabase('administration over HTTP', (open) => {
  let app: DaemonApp;
  beforeAll(async () => {
    app = await daemonApp(await open());
  });

  const put = (org: string, name: string, text: string): Promise<TestAnswer> =>
    app.ask(`put /v1/policies/${name}`, { org, role: 'admin', body: { text } });

  /** A way to call an operation as far as its permission goes: what is behind it may find nothing, or a body that is none. */
  async function refused(
    org: string,
    role: Role,
    { method, path }: (typeof administrative)[number],
  ): Promise<Refusal | null> {
    const filled = path.replace('{name}', 'nothing').replaceAll(/\{\w+\}/g, NOBODY);
    const response = await app.send(filled, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${role}`, 'inkling-org': org, 'content-type': 'application/json' },
      ...(method === 'get' ? {} : { body: '"not what the operation wants"' }),
    });
    const text = await response.text();
    return response.status === 403 ? (JSON.parse(text) as Refusal) : null;
  }

  test('without policies, and with those about agents only, each role may call what it could before there were policies', async () => {
    await put('wide', 'all', 'permit (principal, action, resource);');
    await put('narrow', 'none', 'forbid (principal, action, resource) when { resource.classification != "none" };');
    for (const org of ['bare', 'wide', 'narrow']) {
      for (const role of ROLES) {
        for (const endpoint of administrative) {
          const may = role === 'operator' || endpoint.roles.includes(role);
          expect([org, role, endpoint.id, (await refused(org, role, endpoint)) === null]).toEqual([
            org,
            role,
            endpoint.id,
            may,
          ]);
          const { decision } = (
            await app.ask<{ decision: { allowed: boolean } }>('post /v1/policies/administration', {
              org,
              body: { action: endpoint.action, role },
            })
          ).body;
          // The policies alone say what the lists of roles say.
          expect([org, role, endpoint.id, decision.allowed]).toEqual([org, role, endpoint.id, may]);
        }
      }
    }
  });

  test('a policy forbids an action: the refusal names it, and so does the change log, once', async () => {
    const text = `
      @id("forget") forbid (principal, action == Action::"forget", resource) unless { principal.role == "operator" };
      @id("ann") forbid (principal == Caller::"test:admin", action in Action::"configure", resource);`;
    expect(await put('guarded', 'guard', text)).toMatchObject({ status: 200 });
    const denied = {
      status: 403,
      body: {
        error: {
          code: 'forbidden',
          details: { action: 'forget', role: 'member', policy: 'guard.forget', reason: 'is forbidden by guard.forget' },
        },
      },
    };
    const forget = { org: 'guarded', role: 'member', body: { all: true } } as const;
    expect(await app.ask('post /v1/observations/forget', forget)).toMatchObject(denied);
    expect(await app.ask('post /v1/observations/forget', forget)).toMatchObject(denied);
    expect(await app.ask('post /v1/observations/forget', { ...forget, role: 'operator' })).toMatchObject({
      status: 200,
    });
    expect(await app.ask('get /v1/config/budgets', { org: 'guarded', role: 'admin' })).toMatchObject({
      status: 403,
      body: { error: { details: { policy: 'guard.ann' } } },
    });
    const changes = await app.memory.org('guarded').config.changes({ subject: 'denied' });
    expect(changes.map(({ actor, field, newValue }) => [actor, field, newValue])).toEqual([
      [
        'test:admin',
        'viewConfig',
        { operation: 'getBudgets', role: 'admin', policy: 'guard.ann', reason: 'is forbidden by guard.ann' },
      ],
      [
        'test:member',
        'forget',
        { operation: 'forget', role: 'member', policy: 'guard.forget', reason: 'is forbidden by guard.forget' },
      ],
    ]);
    const asked = { action: 'forget', role: 'member' };
    expect(await app.ask('post /v1/policies/administration', { org: 'guarded', body: asked })).toMatchObject({
      body: { decision: { allowed: false, policy: 'guard.forget' } },
    });
  });

  test('whoever may repair policies always may, whatever is stored', async () => {
    expect(await put('locked', 'all', 'forbid (principal, action in Action::"administer", resource);')).toMatchObject({
      status: 200,
    });
    expect(await app.ask('get /v1/api-keys', { org: 'locked', role: 'operator' })).toMatchObject({ status: 403 });
    for (const action of ['managePolicies', 'viewPolicies', 'govern']) {
      const text = `forbid (principal, action in Action::"${action}", resource);`;
      expect(await put('locked', 'worse', text)).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'policy-invalid',
            details: { problems: [{ message: expect.stringContaining('always be repaired') as string }] },
          },
        },
      });
    }
    expect(await app.ask('get /v1/policies', { org: 'locked', role: 'admin' })).toMatchObject({ status: 200 });
    expect(await app.ask('delete /v1/policies/all', { org: 'locked', role: 'admin' })).toMatchObject({ status: 200 });
    expect(await app.ask('get /v1/api-keys', { org: 'locked', role: 'admin' })).toMatchObject({ status: 200 });
  });

  test('a policy in shadow mode is counted and denies nothing', async () => {
    const text = 'forbid (principal, action == Action::"viewKeys", resource);';
    await app.ask('put /v1/policies/soon', { org: 'trying', body: { text, mode: 'shadow' } });
    expect(await app.ask('get /v1/api-keys', { org: 'trying', role: 'admin' })).toMatchObject({ status: 200 });
    const metrics = await (await app.send('/metrics')).text();
    expect(metrics).toContain('inkling_policy_shadow_denials_total{verb="viewKeys",resource="organisation"} 1');
  });

  test('a key is made, listed without its secret, and revoked', async () => {
    const body = { role: 'agent', name: 'laptop' };
    const made = await app.ask<{ id: string; text: string }>('post /v1/api-keys', { body });
    expect([made.status, made.body]).toMatchObject([201, { text: expect.stringMatching(/^ink\./) as unknown }]);
    const { id, text } = made.body;
    const listed = await app.ask('get /v1/api-keys');
    expect(listed.body).toMatchObject({ keys: [{ id, ...body, createdBy: 'test:operator', revokedAt: null }] });
    expect(JSON.stringify(listed.body)).not.toContain(text.split('.').at(-1));
    expect(await app.ask(`delete /v1/api-keys/${id}`)).toMatchObject({ body: { revoked: true } });
    expect(await app.ask(`delete /v1/api-keys/${id}`)).toMatchObject({ body: { revoked: false } });
    const changes = await app.ask<{ rows: object[] }>('get /v1/config/changes?subject=api-key');
    expect(changes.body.rows).toMatchObject([
      { actor: 'test:operator', field: id, oldValue: body, newValue: null },
      { actor: 'test:operator', field: id, oldValue: null, newValue: body },
    ]);
    const grab = { role: 'admin' as const, body: { role: 'operator', name: 'more than I have' } };
    expect(await app.ask('post /v1/api-keys', grab)).toMatchObject({ status: 403 });
  });

  test('every operation on keys was asked, and its answer fits the document', () => {
    expect(unasked('administration', app)).toEqual([]);
  });
});

test("whoever has the machine's token administers, whatever an organisation forbids", async () => {
  const owner = { orgId: 'local', role: 'operator', actor: 'local', ownsMachine: true } as const;
  const app = await daemonApp(await openTestDatabase('pglite'), { access: () => Promise.resolve(owner) });
  const text = 'forbid (principal, action in Action::"administer", resource);';
  await app.memory.org('local').policies.put('all', text, { actor: 'ann' });
  for (const call of ['get /v1/api-keys', 'get /v1/config/budgets', 'get /v1/analytics/health']) {
    expect(await app.ask(call)).toMatchObject({ status: 200 });
  }
  await app.memory.close();
});
