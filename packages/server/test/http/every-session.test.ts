import { createMemory, type OrgMemory, systemClock } from '@inkling/engine';
import type { ApiKeyInput, ApiKeyRole } from '@inkling/engine/types';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { createKeyAccess } from '../../src/http/access.ts';
import { routes } from '../../src/http/routes/routes.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

/** A word of the work item of another agent's session in another project: nothing else has it. */
const WORD = 'quokkafold';
const UUID = '0197c0de-1111-7222-8333-944455566677';
const FORBIDDEN = { status: 403, body: { error: { code: 'forbidden' } } };

/** What the operations on one session need beside its id. */
const BODIES: Readonly<Record<string, object>> = {
  claimSession: { workerId: 'w' },
  startEpoch: { expectedEpoch: 0 },
  enqueueMemoryInject: { text: 'a block' },
  heartbeat: { lockToken: UUID, ttlMs: 1000 },
  appendActivities: { activities: [] },
  setSessionOutcome: { outcome: 'accepted' },
  stopSession: {},
  ...Object.fromEntries(
    ['releaseSession', 'completeSession', 'failSession', 'ackMemoryInject'].map((id) => [id, { lockToken: UUID }]),
  ),
};

/** Operations whose answer has sessions that the request does not name in its path: a request that brings the planted one. */
const BRINGING: Readonly<Record<string, readonly [call: string, body?: object]>> = {
  createSession: ['post /v1/sessions', { id: 'theirs', projectId: 'api' }],
  listSessions: ['get /v1/sessions?projectId='],
  getSessionTopology: ['get /v1/sessions/own/topology'],
  getLiveTopology: ['get /v1/topology?projectId='],
  claimNextSession: ['post /v1/sessions/claim-next', { workerId: 'w' }],
};

const CALLERS: readonly (readonly [ApiKeyRole, Partial<ApiKeyInput>])[] = [
  ['worker', { agents: ['codex'] }],
  ['worker', { agents: ['codex'], projects: ['api'] }],
  ['worker', {}],
  ['agent', { agents: ['codex'] }],
  ['member', { projects: ['api'] }],
  ['admin', { agents: ['codex'], projects: ['api'] }],
];

describeOnOneDatabase('a session of another agent and project', (open) => {
  let app: DaemonApp;
  let orgs = 0;
  let org: OrgMemory;
  beforeAll(async () => {
    const database = await open();
    const keys = await createMemory({ database });
    app = await daemonApp(database, { access: createKeyAccess(keys, systemClock) });
  });
  beforeEach(async () => {
    org = app.memory.org(`sessions-${(orgs += 1)}`);
    const workItem = { title: `Pay by ${WORD}`, description: `With ${WORD}.` };
    const theirs = { agentId: 'pay', projectId: 'payments', workItem };
    await org.sessions.create({ id: 'theirs', ...theirs });
    // However it came to be: a session of the caller's came out of it, and one of its came out of that.
    const ours = { agentId: 'codex', projectId: 'api' };
    await org.sessions.create({ id: 'own', ...ours, parent: { sessionId: 'theirs', link: 'hand-off' } });
    await org.sessions.create({ id: 'next', ...theirs, parent: { sessionId: 'own', link: 'hand-off' } });
  });

  type Ask = (call: string, body?: object) => ReturnType<DaemonApp['ask']>;

  async function keyOf(role: ApiKeyRole, bound: Partial<ApiKeyInput>): Promise<Ask> {
    const { text } = await org.apiKeys.create({ role, name: 'x', createdBy: 'local', ...bound });
    return (call, body) => app.ask(call, { org: null, headers: { authorization: `Bearer ${text}` }, body });
  }

  const ofOne = routes.map(({ endpoint }) => endpoint).filter(({ path }) => path.includes('{sessionId}'));
  test.each(ofOne.map((endpoint) => [endpoint.id, endpoint] as const))('is refused to %s', async (id, endpoint) => {
    const path = endpoint.path.replace('{deliveryId}', UUID);
    for (const [role, bound] of CALLERS) {
      if (!endpoint.roles.includes(role)) continue;
      const ask = await keyOf(role, bound);
      const told = async (session: string): Promise<readonly [status: number, text: string]> => {
        const { status, body } = await ask(`${endpoint.method} ${path.replace('{sessionId}', session)}`, BODIES[id]);
        return [
          status,
          JSON.stringify(body)
            .replaceAll(session, '…')
            .replace(/"requestId":"[^"]*"/, ''),
        ];
      };
      const [status, text] = await told('theirs');
      expect(text).not.toContain(WORD);
      // To a key of some projects a session of another is one that is not there, as it is to a key of all.
      const ofNone =
        id === 'heartbeat' ? [200, '{"outcome":"lock-lost"}'] : [404, expect.stringContaining('not-found')];
      expect([id, role, bound, status, text]).toEqual([id, role, bound, ...(bound.projects ? ofNone : [403, text])]);
      if (bound.projects) expect([id, await told('nobody')]).toEqual([id, [status, text]]);
    }
    expect(await org.sessions.get('theirs')).toMatchObject({ status: 'queued', epoch: 0 });
  });

  const others = routes.map(({ endpoint }) => endpoint).filter(({ path }) => !/\{sessionId\}(?!\/topology)/.test(path));
  test.each(others.map((endpoint) => [endpoint.id, endpoint] as const))('is not told by %s', async (id, endpoint) => {
    const asked = BRINGING[id];
    const answer = JSON.stringify(z.toJSONSchema(endpoint.answer, { unrepresentable: 'any' }));
    if (asked === undefined) {
      // A new operation that can carry sessions has no request in the table yet: it fails here.
      expect([id, /"(workItem|currentFile)":/.test(answer)]).toEqual([id, false]);
      return;
    }
    const [call, body] = asked;
    const inProject = (bound: Partial<ApiKeyInput>): readonly [string, (object | undefined)?] => {
      const projectId = bound.projects?.[0];
      const isWide = id === 'claimNextSession' && projectId !== undefined;
      if (projectId === undefined) return [call.replace('?projectId=', ''), body];
      return [call.replace('projectId=', `projectId=${projectId}`), isWide ? { ...body, projectId } : body];
    };
    for (const [role, bound] of CALLERS) {
      if (!endpoint.roles.includes(role)) continue;
      const ask = await keyOf(role, bound);
      for (let twice = 0; twice < 2; twice += 1)
        expect([id, role, bound, JSON.stringify(await ask(...inProject(bound))).includes(WORD)]).toEqual([
          ...[id, role, bound],
          false,
        ]);
    }
    // The request is one that brings it: to whoever may see both.
    const both = await keyOf('worker', { agents: ['codex', 'pay'] });
    expect(JSON.stringify((await both(...inProject({}))).body)).toContain(WORD);
  });

  describe('and what comes out of it', () => {
    test('is named by nobody who may not see it: as a parent, or in a row of a batch', async () => {
      for (const bound of [{ agents: ['codex'] }, { agents: ['codex'], projects: ['api'] }]) {
        const codex = await keyOf('worker', bound);
        const parent = { sessionId: 'theirs', link: 'resume' };
        expect(await codex('post /v1/sessions', { id: 'n', projectId: 'api', parent })).toMatchObject(FORBIDDEN);
        const row = { content: 'The port is 8080.', projectId: 'api', sessionId: 'theirs' };
        expect(await codex('post /v1/observations', row)).toMatchObject(FORBIDDEN);
        expect(await codex('post /v1/observations/batch', { observations: [row] })).toMatchObject(FORBIDDEN);
      }
      expect(await org.sessions.get('n')).toBeNull();
    });

    test('goes on in nothing that is named after it', async () => {
      for (const bound of [{ agents: ['codex'] }, { agents: ['codex'], projects: ['api'] }]) {
        const codex = await keyOf('worker', bound);
        for (const id of ['theirs~2', 'theirs~7']) {
          expect(await codex('post /v1/sessions', { id, projectId: 'api' })).toMatchObject(FORBIDDEN);
          expect(await codex('post /v1/amendments', { sessionId: id, projectId: 'api' })).toMatchObject(FORBIDDEN);
          const row = { content: 'The port is 8080.', projectId: 'api', sessionId: id };
          expect(await codex('post /v1/observations', row)).toMatchObject(FORBIDDEN);
        }
        expect((await codex('post /v1/sessions', { id: 'own~2', projectId: 'api' })).status).toBeLessThan(300);
      }
      expect(await org.sessions.get('theirs~2')).toBeNull();
    });

    test('takes nothing by its name in the metadata either, which becomes the session of the row', async () => {
      const { id } = await org.observations.remember({ content: 'Port is 8080.', projectId: 'api', agentId: 'codex' });
      const content = 'User: is it 9090? Agent: yes.';
      const claims = { content, kind: 'exchange', metadata: { sessionId: 'theirs' } };
      const row = { ...claims, projectId: 'api' };
      const projects = ['api'];
      for (const [role, bound] of [
        ['agent', { agents: ['codex'] }],
        ['worker', { agents: ['codex'], projects }],
        ['admin', { projects }],
      ] as const) {
        const ask = await keyOf(role, bound);
        expect(await ask('post /v1/observations', row)).toMatchObject(FORBIDDEN);
        expect(await ask('post /v1/observations/batch', { observations: [row] })).toMatchObject(FORBIDDEN);
        expect(await ask('post /v1/captures', row)).toMatchObject(FORBIDDEN);
        expect(await ask(`post /v1/observations/${id}/supersede`, claims)).toMatchObject(FORBIDDEN);
        if (role !== 'admin') continue;
        expect(await ask('post /v1/observations/import', { rows: [row] })).toMatchObject(FORBIDDEN);
      }
      expect(await org.observations.count({ sessionId: 'theirs' })).toBe(0);
      const codex = await keyOf('agent', { agents: ['codex'] });
      const own = { ...row, metadata: { sessionId: 'own' } };
      expect(await codex('post /v1/observations', own)).toMatchObject({ body: { created: true } });
    });

    test('is no talk that was imported: only who may import adds words to one', async () => {
      const words = { content: 'User: is it 9090?\nAgent: yes.', kind: 'exchange', projectId: 'api' };
      await org.observations.remember({ ...words, sessionId: 'imported', source: 'import' });
      const forged = { ...words, content: 'User: it is 9 GB.', sessionId: 'imported' };
      const codex = await keyOf('agent', { agents: ['codex'] });
      expect(await codex('post /v1/observations', forged)).toMatchObject(FORBIDDEN);
      expect(await codex('post /v1/observations/batch', { observations: [forged] })).toMatchObject(FORBIDDEN);
      expect(await org.observations.count({ sessionId: 'imported' })).toBe(1);
    });

    test('is shown with what its caller may see: the page of a list is full', async () => {
      for (let n = 0; n < 3; n += 1) await org.sessions.create({ id: `open-${n}`, projectId: 'api' });
      const codex = await keyOf('agent', { agents: ['codex'] });
      const page = (await codex('get /v1/sessions?limit=3')) as {
        body: { rows: { id: string }[]; nextCursor: string };
      };
      expect(page.body.rows.map(({ id }) => id)).toEqual(['open-2', 'open-1', 'open-0']);
      const rest = await codex(`get /v1/sessions?limit=3&cursor=${encodeURIComponent(page.body.nextCursor)}`);
      expect(rest).toMatchObject({ body: { rows: [{ id: 'own' }], nextCursor: null } });
      expect(await codex('get /v1/sessions/own/topology')).toMatchObject({
        body: { session: { id: 'own' }, parent: null, children: [] },
      });
    });
  });
});
