import { openPglite } from '@inkling/engine/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

// Built here, so that no scanner takes this file for a leak.
const SECRET = `AK${'IA'}Q3EGRWJ5T7KXMPLN`;
const SESSION = 'post /v1/sessions';

let app: DaemonApp;
beforeAll(async () => {
  app = await daemonApp(await openPglite());
  await app.ask(SESSION, { body: { id: 's', projectId: 'api', agentId: 'dev', workItem: { title: 'x' } } });
});
afterAll(() => app.memory.close());

const statement = { content: 'The port is 8080.', projectId: 'api' };
const log = {
  sessionId: 's',
  workType: '',
  budgetTokens: 1,
  actualTokens: 0,
  observationIds: [],
  sessionSummaryIds: [],
};
const node = { projectId: 'api', type: 'Module', name: 'x' };

/** Every place of a request in which a text is stored, with a secret in it. */
const PLACES: readonly (readonly [place: string, call: string, body: object])[] = [
  ['the content', 'post /v1/observations', { ...statement, content: `The key is ${SECRET}.` }],
  ['a key of metadata', 'post /v1/observations', { ...statement, content: 'One.', metadata: { [SECRET]: 1 } }],
  ['a value of metadata', 'post /v1/observations', { ...statement, content: 'Two.', metadata: { note: SECRET } }],
  ['a path', 'post /v1/observations', { ...statement, content: 'Three.', metadata: { paths: [`a/${SECRET}.ts`] } }],
  ['a tag', 'post /v1/observations', { ...statement, content: 'Four.', metadata: { tags: [SECRET] } }],
  ['a kind', 'post /v1/observations', { ...statement, content: 'Five.', kind: SECRET }],
  ['an agent', 'post /v1/observations', { ...statement, content: 'Six.', agentId: SECRET }],
  ['a project', 'post /v1/observations', { content: 'Seven.', projectId: SECRET }],
  ['a session', 'post /v1/observations', { ...statement, content: 'Eight.', sessionId: SECRET }],
  ['a statement of a batch', 'post /v1/observations/batch', { observations: [{ ...statement, kind: SECRET }] }],
  ['an imported row', 'post /v1/observations/import', { rows: [{ ...statement, content: `Imported ${SECRET}` }] }],
  ['a capture', 'post /v1/captures', { ...statement, content: `Captured ${SECRET}` }],
  ['the id of a session', SESSION, { id: SECRET }],
  ['a work type', SESSION, { id: 'a', workType: SECRET }],
  ['a title', SESSION, { id: 'b', workItem: { title: SECRET } }],
  ['a worker', 'post /v1/sessions/s/claim', { workerId: SECRET }],
  ['the text of an inject', 'post /v1/sessions/s/injects', { text: `A block with ${SECRET}` }],
  ['what an inject supersedes', 'post /v1/sessions/s/injects', { text: 'A block', supersedesKey: SECRET }],
  [
    'a key of an activity',
    'post /v1/sessions/s/activities',
    { activities: [{ type: 'thought', body: { [SECRET]: 1 } }] },
  ],
  ['a facet', 'post /v1/sessions/s/activities', { activities: [{ type: 'context', body: { key: SECRET, value: 1 } }] }],
  ['a query that is logged', 'post /v1/context-injections', { ...log, queryText: `why ${SECRET}` }],
  ['a node', 'put /v1/graph/nodes', { nodes: [{ ...node, name: SECRET }] }],
  [
    'a fact of a file',
    'put /v1/graph/files',
    {
      projectId: 'api',
      files: [{ path: 'a.ts', contentHash: 'h', extractorVersion: 1, nodeIds: [], facts: { told: SECRET } }],
    },
  ],
  ['a policy', 'put /v1/policies/x', { text: `@id("x") forbid (principal == Agent::"${SECRET}", action, resource);` }],
  ['the name of a policy', `put /v1/policies/${SECRET}`, { text: '@id("x") forbid (principal, action, resource);' }],
  ['the name of a key', 'post /v1/api-keys', { role: 'agent', name: SECRET }],
  ['a cursor of an import', 'put /v1/import-cursors?source=git', { cursor: SECRET }],
  [
    'a tool',
    'post /v1/events',
    {
      ...{ type: 'post-tool-use', sessionId: 's', agentId: 'dev', projectId: 'api', emittedAt: 1 },
      ...{ toolName: SECRET, toolInput: {} },
    },
  ],
];

test.each(PLACES)('a secret in %s is in no table', async (_place, call, body) => {
  const { status } = await app.ask(call, { body });
  expect([200, 201, 202, 400]).toContain(status);
  const { rows } = await app.memory.org('local').observations.list({ limit: 1000 });
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  const stored = await Promise.all(
    [
      'get /v1/sessions',
      'get /v1/sessions/s/injects',
      'get /v1/sessions/s/activities',
      'get /v1/sessions/s/facets',
      'get /v1/sessions/s/context-injections',
      'get /v1/sessions/s/verb-events',
      'get /v1/graph/files?projectId=api',
      'get /v1/policies',
      'get /v1/api-keys',
      'get /v1/config/changes',
      'get /v1/import-cursors?source=git',
    ].map((read) => app.ask(read)),
  );
  const nodes = await app.ask('post /v1/graph/neighbourhood', { body: { projectId: 'api' } });
  expect(JSON.stringify([...stored, nodes].map((answer) => answer.body))).not.toContain(SECRET);
});
