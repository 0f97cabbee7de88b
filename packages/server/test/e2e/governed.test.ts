import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import {
  inkling,
  inklingAlone,
  inklingAloneJson,
  inklingJson,
  sharedDaemon,
  type InklingOptions,
} from './inkling-process.ts';

// Some commands are a process: seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const ROOT = file('../../../..');
const ORG = 'governed';
const HEADING = '## Knowledge Graph Triplets';

let home: string;
let options: InklingOptions & { readonly dataDir: string };
let url: string;
beforeAll(async () => {
  home = temporaryDirectory();
  const daemon = await sharedDaemon();
  url = daemon.url;
  options = { cwd: home, dataDir: daemon.dataDir, org: ORG };
});
afterAll(() => removeDirectory(home));

async function send<T = Record<string, unknown>>(method: string, route: string, body?: unknown): Promise<T> {
  const token = readFileSync(path.join(options.dataDir, 'daemon-token'), 'utf8').trim();
  const response = await fetch(`${url}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'inkling-org': ORG },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Starts a session about a work item as a worker does, and answers the block that its heartbeat brings. */
async function blockOf(id: string, projectId: string, title: string): Promise<string> {
  await send('POST', '/v1/sessions', { id, projectId, agentId: 'codex', workType: 'bug_fix', workItem: { title } });
  const claim = await send<{ lockToken: string }>('POST', `/v1/sessions/${id}/claim`, { workerId: 'w', ttlMs: 60_000 });
  const heartbeat = (): Promise<{ inject?: { text: string } }> =>
    send('POST', `/v1/sessions/${id}/beat`, { lockToken: claim.lockToken, ttlMs: 60_000 });
  let text: string | undefined;
  await expect
    .poll(async () => (text = (await heartbeat()).inject?.text), { timeout: 60_000, interval: 100 })
    .toBeDefined();
  return text ?? '';
}

/** A start block has a second, and the first one of a daemon on a busy machine loads its index in it: one that is late is not made again. */
async function warm(projectId: string): Promise<void> {
  await send('POST', '/v1/warm', { projectId });
  await send('POST', '/v1/recall', { projectId, queryText: 'anything', deadlineMs: 60_000 });
  await send('POST', '/v1/graph/search', { projectId, queryText: 'anything', deadlineMs: 60_000 });
}

function written(name: string, text: string): string {
  writeFileSync(path.join(home, name), text);
  return name;
}

// This repository's own policies room, and a foreign package as it is published: its sources are what is in it.
describe.each([
  {
    repository: 'of this repository',
    source: path.join(ROOT, 'packages/engine/src/memory/policy'),
    title: 'createCedarAuthorizer reports shadow denials twice',
    type: 'Function',
    name: 'createCedarAuthorizer',
    triplet: /^- cedar\/cedar-authorizer\.ts → declares → createCedarAuthorizer$/m,
  },
  {
    repository: 'of a foreign package',
    source: path.join(ROOT, 'node_modules/commander'),
    title: 'An InvalidArgumentError has no exit code',
    type: 'Class',
    name: 'InvalidArgumentError',
    triplet: /^- lib\/error\.js → declares → InvalidArgumentError$/m,
  },
])('the graph $repository', ({ source, title, type, name, triplet }) => {
  const projectId = path.basename(source);
  beforeAll(async () => {
    const directory = path.join(home, projectId);
    mkdirSync(directory);
    cpSync(source, directory, { recursive: true, dereference: true });
    await inklingJson(['graph', 'index', directory, '--project', projectId], options);
    await send('PATCH', `/v1/config/project?projectId=${projectId}`, { graphEnabled: true });
    await send('POST', '/v1/observations', { content: `${title}: seen before.`, projectId });
    await warm(projectId);
  });

  test('a session about it is shown its triplets, and so is who asks', async () => {
    const text = await blockOf(`${projectId}-1`, projectId, title);
    expect(text).toContain(HEADING);
    expect(text).toMatch(triplet);
    const found = await inklingAlone(['graph', 'search', name, '--project', projectId], options);
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining(name)]);
  });

  test('with a policy that forbids one end it is shown none of it, and explain says which', async () => {
    const policy = `@id("hidden") forbid (principal, action, resource is GraphNode in Project::"${projectId}") when { resource.kind == "${type}" };`;
    await send('PUT', `/v1/policies/${projectId}`, { text: policy });
    const text = await blockOf(`${projectId}-2`, projectId, title);
    const shown = text.slice(text.includes(HEADING) ? text.indexOf(HEADING) : text.length);
    expect(shown).not.toContain(name);
    const { stdout } = await inkling(['policy', 'explain', '--session', `${projectId}-2`], options);
    const lines = stdout.trim().split('\n');
    const denial = `deny by ${projectId}.hidden: is forbidden by ${projectId}.hidden`;
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !line.startsWith('triplet ') || !line.endsWith(denial))).toEqual([]);
    await send('DELETE', `/v1/policies/${projectId}`);
  });
});

describe('policy', () => {
  const valid = 'forbid (principal == Agent::"codex", action, resource);';

  test('check says where a text is wrong, and needs no store', async () => {
    const wrong = written('wrong.cedar', `${valid}\nforbid (principal, action resource);\n`);
    const unknown = written('unknown.cedar', 'forbid (principal, action, resource) when { resource.colour == "red" };');
    const checked = await inklingAlone(['policy', 'check', wrong, unknown], { cwd: home });
    expect(checked.code).toBe(2);
    expect(checked.stdout).toMatch(/^wrong\.cedar:2:\d+ .+\n/);
    expect(checked.stdout).toMatch(/^unknown\.cedar:1:\d+ .*colour/m);
    expect((await inkling(['policy', 'check', 'nowhere.cedar'], { cwd: home })).code).toBe(5);
  });

  test('a description is decided on, by stored policies and by a draft', async () => {
    const draft = written('draft.cedar', valid);
    const asked = ['policy', 'test', '--agent', 'codex', '--project', 'p'];
    const decision = { allowed: true, policy: 'default.same-project' };
    expect(await inklingJson(asked, options)).toMatchObject({ decision });
    const tried = await inkling([...asked, '--file', draft, '--expect', 'allow'], options);
    expect(tried).toMatchObject({ code: 1, stdout: 'deny by draft: is forbidden by draft\n' });
  });

  test('an administrative action is decided on by a draft; what describes a memory does not go with it', async () => {
    const text =
      '@id("members") forbid (principal, action == Action::"forget", resource) when { principal.role == "member" };';
    const asked = ['policy', 'test', '--action', 'forget', '--role'];
    const drafted = ['--file', written('drafted.cedar', text), '--expect', 'deny'];
    expect(await inkling([...asked, 'member', ...drafted], options)).toMatchObject({
      code: 0,
      stdout: 'deny by drafted.members: is forbidden by drafted.members\n',
    });
    expect((await inkling([...asked, 'admin', ...drafted], options)).code).toBe(1);
    expect((await inkling(['policy', 'test', '--action', 'fly'], options)).code).toBe(2);
    const both = await inkling([...asked, 'admin', '--verb', 'transfer'], options);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used with') });
  });

  test('the stored policies say which denies an administrative action, to which key; the owner of the machine keeps it', async () => {
    const text =
      '@id("members") forbid (principal, action == Action::"forget", resource) when { principal.role == "member" };';
    await inklingAloneJson(['policy', 'put', 'guard', written('guard.cedar', text)], options);
    const asked = ['policy', 'test', '--action', 'forget', '--role'];
    expect(await inklingJson([...asked, 'member'], options)).toEqual({
      action: 'forget',
      role: 'member',
      decision: { allowed: false, policy: 'guard.members', reason: 'is forbidden by guard.members' },
    });
    expect(await inkling([...asked, 'admin', '--caller', 'key:a'], options)).toMatchObject({
      code: 0,
      stdout: 'allow by default.admins\n',
    });
    await inklingJson(['forget', '--session', 'nobody', '--yes'], options);
    expect(await inklingJson(['policy', 'remove', 'guard'], options)).toMatchObject({ removed: true });
  });

  test('what policies in shadow mode would deny is counted', async () => {
    await inklingJson(['policy', 'put', 'draft', written('draft.cedar', valid), '--shadow'], options);
    const { id } = await send<{ id: string }>('POST', '/v1/observations', {
      content: 'Ports are pinned.',
      projectId: 'p',
    });
    const question = { agentId: 'codex', projectId: 'p', observationId: id };
    expect(await send('POST', '/v1/policies/explain', question)).toMatchObject({
      decision: { allowed: true, shadow: { policy: 'draft' } },
    });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^inkling_policy_shadow_denials_total\{verb="read",resource="observation"\} [1-9]/m);
    expect(await inklingJson(['policy', 'remove', 'draft'], options)).toMatchObject({ removed: true });
  });
});

describe('transfer', () => {
  const WORK = 'Tokens of the auth middleware expire';
  const LEARNED = 'Tokens of the auth middleware expire after one hour.';

  test('what another project learned arrives in the block of a session, when all conditions hold', async () => {
    for (const [project, dependencies] of [
      ['billing', ['hono', 'pg', 'zod']],
      ['shop', ['hono', 'pg', 'zod', 'react']],
    ] as const) {
      mkdirSync(path.join(home, project));
      const named = Object.fromEntries(dependencies.map((name) => [name, '1']));
      written(`${project}/package.json`, JSON.stringify({ name: project, dependencies: named }));
      await inklingAloneJson(['graph', 'index', project, '--project', project], options);
    }
    const remember = (content: string, projectId: string, classification = 'internal'): Promise<unknown> =>
      send('POST', '/v1/observations', { content, projectId, classification });
    await remember(LEARNED, 'billing');
    await remember('The auth middleware tokens expire with the master key.', 'billing', 'confidential');
    await remember('The auth middleware logs every request.', 'shop');
    await remember('Tokens of the shop are blue.', 'shop');
    for (const project of ['billing', 'shop']) await warm(project);

    expect(await blockOf('shop-1', 'shop', WORK)).not.toContain('one hour');
    expect(await inklingJson(['transfer', 'why', 'billing', 'shop'], options)).toMatchObject({
      granted: false,
      alike: true,
      jaccard: 0.75,
      transfers: false,
    });
    expect(await inklingAloneJson(['transfer', 'grant', 'billing', 'shop'], options)).toMatchObject({ granted: true });
    const block = await blockOf('shop-2', 'shop', WORK);
    expect(block).toContain(`${LEARNED} (weight 0.50)`);
    expect(block).not.toContain('master key');
    const question = { queryText: WORK, projectId: 'shop' };
    const { rows } = await send<{ rows: { observation: { content: string; metadata: object } }[] }>(
      'POST',
      '/v1/recall',
      question,
    );
    const row = rows.find(({ observation }) => observation.content === LEARNED);
    expect(row?.observation.metadata).toMatchObject({ source_project: 'billing', transferred: true });
  });

  test('not the other way round, not against a policy, and not after the grant is taken back', async () => {
    expect(await blockOf('billing-1', 'billing', WORK)).not.toContain('logs every');
    const text = 'forbid (principal, action == Action::"transfer", resource in Project::"billing");';
    await send('PUT', '/v1/policies/no-billing', { text });
    expect(await blockOf('shop-3', 'shop', WORK)).not.toContain('one hour');
    const explained = await inkling(['policy', 'explain', '--session', 'shop-3'], options);
    expect(explained.stdout).toContain('deny by no-billing');
    await send('DELETE', '/v1/policies/no-billing');
    expect(await blockOf('shop-4', 'shop', WORK)).toContain('one hour');
    expect(await inklingJson(['transfer', 'revoke', 'billing', 'shop'], options)).toMatchObject({ revoked: true });
    expect(await blockOf('shop-5', 'shop', WORK)).not.toContain('one hour');
  });
});

test('without a daemon the same commands open the store themselves', async () => {
  const alone = { ...options, dataDir: path.join(home, 'alone') };
  const policy = written('alone.cedar', 'forbid (principal == Agent::"codex", action, resource);');
  await inklingJson(['policy', 'put', 'alone', policy], alone);
  expect(await inklingJson(['policy', 'list'], alone)).toMatchObject({
    policies: [{ name: 'alone', mode: 'enforce' }],
  });
  const asked = ['policy', 'test', '--agent', 'codex', '--project', 'p'];
  expect(await inklingJson(asked, alone)).toMatchObject({ decision: { allowed: false, policy: 'alone' } });
  await inklingJson(['remember', 'The build cache is keyed by lockfile.', '--project', 'p'], alone);
  const explain = ['policy', 'explain', 'build cache lockfile', '--agent', 'codex', '--project', 'p'];
  expect(await inklingJson(explain, alone)).toMatchObject({ denied: [{ type: 'observation' }], allowed: [] });
  await inklingJson(['transfer', 'grant', 'a', 'b'], alone);
  expect(await inklingJson(['transfer', 'why', 'a', 'b'], alone)).toMatchObject({
    granted: true,
    unknownProjects: ['a', 'b'],
  });
  expect(await inklingJson(['graph', 'search', 'anything', '--project', 'p'], alone)).toMatchObject({ triplets: [] });
});
