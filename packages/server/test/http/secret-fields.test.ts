import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { TEXTS } from '../../src/http/read-request.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

// Built here, so that no scanner takes this file for a leak.
const SECRET = `AK${'IA'}Q3EGRWJ5T7KXMPLN`;
const SESSION = 'post /v1/sessions';

let app: DaemonApp;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase('pglite');
  app = await daemonApp(database);
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
const IMPORT = 'post /v1/observations/import';
const EDGE = {
  sourceId: '019a0000-0000-7000-8000-000000000001',
  targetId: '019a0000-0000-7000-8000-000000000002',
  relationshipName: 'calls',
};
const MCP_CALL = {
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'remember', arguments: { content: 'A word of MCP.' } },
};
const AMENDS = { sessionId: SECRET, amendedAt: '2026-01-01T00:00:00.000Z' };
const EVENT = { type: 'post-tool-use', sessionId: 's', agentId: 'dev', projectId: 'api', emittedAt: 1 };
const HOOK = { session_id: 'h', hook_event_name: 'UserPromptSubmit', cwd: '/nowhere', prompt: 'Fix the parser.' };
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
  ...(['agentId', 'kind', 'projectId', 'sessionId', 'quarantineReason'] as const).map(
    (field) => [`${field} of an imported row`, IMPORT, { rows: [{ ...statement, [field]: SECRET }] }] as const,
  ),
  ['a session that an imported row amends', IMPORT, { rows: [{ ...statement, sessionId: 't', amends: [AMENDS] }] }],
  ['an imported line', IMPORT, { rows: [JSON.stringify({ ...statement, agentId: SECRET })] }],
  ['the session in the metadata', 'post /v1/observations', { ...statement, metadata: { sessionId: SECRET } }],
  ['a capture', 'post /v1/captures', { ...statement, content: `Captured ${SECRET}` }],
  ['the id of a session', SESSION, { id: SECRET }],
  ['a work type', SESSION, { id: 'a', workType: SECRET }],
  ['a title', SESSION, { id: 'b', workItem: { title: SECRET } }],
  ['a worker', 'post /v1/sessions/s/claim', { workerId: SECRET }],
  ['the text of an inject', 'post /v1/sessions/s/injects', { text: `A block with ${SECRET}` }],
  ...(['api', 'session-start', 'in-session', 'correction', 'canary'] as const).map(
    (source) =>
      [
        `an inject of source ${source}`,
        'post /v1/sessions/s/injects',
        { text: `${source} has ${SECRET}`, source },
      ] as const,
  ),
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
  ['a tool', 'post /v1/events', { ...EVENT, toolName: SECRET, toolInput: {} }],
  [
    'the file of a tool call',
    'post /v1/events',
    { ...EVENT, toolName: 'Read', toolInput: { file_path: `a/${SECRET}.ts` } },
  ],
  [
    'the output of a tool call',
    'post /v1/events',
    { ...EVENT, toolName: 'Bash', toolInput: {}, output: `It says ${SECRET}` },
  ],
  ['the reason of an outcome', 'put /v1/sessions/s/outcome', { outcome: 'accepted', reason: `Because ${SECRET}` }],
  ['an edge', 'put /v1/graph/edges', { edges: [{ ...EDGE, relationshipName: SECRET }] }],
  [
    'a question',
    'post /v1/recall',
    { queryText: `why ${SECRET}`, projectId: 'api', sessionId: 's', context: [SECRET], paths: [`a/${SECRET}.ts`] },
  ],
  ['more questions', 'post /v1/graph/search', { queryText: 'why', projectId: 'api', moreQueries: [SECRET] }],
  ['the session of a hook', 'post /v1/hooks/claude-code', { ...HOOK, session_id: SECRET }],
  [
    'the sub-agent of a hook',
    'post /v1/hooks/claude-code',
    { ...HOOK, agent_id: SECRET, hook_event_name: 'SubagentStart' },
  ],
  [
    'the tool of a hook',
    'post /v1/hooks/claude-code',
    { ...HOOK, hook_event_name: 'PostToolUse', tool_name: SECRET, tool_input: {} },
  ],
  ...(['project', 'agent', 'session'] as const).map(
    (field) => [`${field} of MCP`, `post /mcp?${field}=${SECRET}`, MCP_CALL] as const,
  ),
];

test('each field that is stored as a text has a secret among the places', () => {
  const planted = new Set(PLACES.flatMap(([, , body]) => [...fieldsWithSecret(body)]));
  expect([...TEXTS].filter((field) => !planted.has(field))).toEqual([]);
});

test('a text without a secret is found in its table', async () => {
  expect(await statusOf('post /v1/observations', statement)).toBe(200);
  expect(await tablesWith(statement.content)).toEqual(['public.observations']);
});

/** The names of the fields that have a secret in them, or below them. */
function* fieldsWithSecret(body: unknown): Generator<string> {
  if (typeof body !== 'object' || body === null) return;
  for (const [field, value] of Object.entries(body)) {
    if (JSON.stringify([value]).includes(SECRET)) yield field;
    yield* fieldsWithSecret(value);
  }
}

/** How a secret stands in a text that came through a program, or through two. */
const FORMS: readonly (readonly [form: string, secret: string])[] = [
  ['as it is', SECRET],
  ['behind \\n', String.raw`\n${SECRET}`],
  ['behind \\t', String.raw`a\t${SECRET}\t`],
  ['behind %3D', `token%3D${SECRET}`],
  ['behind %22', `%22${SECRET}%22`],
  ['in JSON within JSON', JSON.stringify(JSON.stringify({ line: `\n${SECRET}` }))],
];

const withForm = (value: unknown, form: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(SECRET, JSON.stringify(form).slice(1, -1)));

describe.each(FORMS)('a secret %s', (_form, written) => {
  test.each(PLACES)('in %s is in no table', async (_place, call, body) => {
    const status = await statusOf(call.replaceAll(SECRET, encodeURIComponent(written)), withForm(body, written));
    expect([200, 201, 202, 400, 422]).toContain(status);
    expect(await tablesWith(SECRET)).toEqual([]);
  });
});

async function statusOf(call: string, body: unknown): Promise<number> {
  const [method = '', path = ''] = call.split(' ');
  if (!path.startsWith('/mcp')) return (await app.ask(call, { body, role: 'admin' })).status;
  const headers = {
    ...{ authorization: 'Bearer machine', 'content-type': 'application/json' },
    accept: 'application/json, text/event-stream',
  };
  const answer = await app.send(path, { method: method.toUpperCase(), headers, body: JSON.stringify(body) });
  await answer.text();
  return answer.status;
}

/** Every table of the schema that has a text in one of its rows, whatever the column. */
async function tablesWith(text: string): Promise<string[]> {
  // Before somebody is forgotten, what waits to be written is.
  await app.memory.org('local').observations.forget({ sessionId: 'nobody' });
  await database.settled?.();
  const found = await database.operator.query<{ name: string }>({
    text: await (everyTable ??= lookIntoEveryTable()),
    name: 'tables_with',
    values: [`%${text}%`],
  });
  return found.map(({ name }) => name);
}

let everyTable: Promise<string> | undefined;

/** One statement for all of them: 319 tests ask it. */
async function lookIntoEveryTable(): Promise<string> {
  const rows = await database.operator.query<{ name: string }>({
    text: "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  });
  expect(rows.length).toBeGreaterThan(10);
  const looks = rows.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name} t where t::text like $1)`,
  );
  return looks.join(' union all ');
}
