import { createMemory, type OrgMemory, systemClock } from '@inkling/engine';
import type { ApiKeyRole } from '@inkling/engine/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { createKeyAccess } from '../../src/http/access.ts';
import { routes } from '../../src/http/routes/routes.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const UUID = '0197c0de-1111-7222-8333-944455566677';

interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const shapeOf = (schema: z.ZodType | undefined): Shape => {
  if (!schema) return {};
  const { $defs = {}, ...shape } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  const named = (_key: string, value: unknown): unknown => {
    const name = (value as { $ref?: string } | null)?.$ref?.replace('#/$defs/', '');
    // Of JSON that may hold anything the schema names itself.
    return name === undefined || name.startsWith('__') ? value : $defs[name];
  };
  return JSON.parse(JSON.stringify(shape, named)) as Shape;
};

/** The least that fits: no field that may be left out. */
function least({ anyOf, enum: words, ...shape }: Shape): unknown {
  if (anyOf) return least(anyOf.find(({ type }) => type !== 'null') ?? {});
  if ('const' in shape) return shape.const;
  if (words) return words[0];
  if (shape.type === 'array') return [];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'object') return leastFields(shape);
  if (shape.type === 'number' || shape.type === 'integer') return leastNumber(shape);
  if (shape.format === 'date-time') return '2026-01-01T00:00:00Z';
  return shape.format === 'uuid' || shape.pattern?.includes('0-9a-f') ? UUID : 'some';
}

const leastNumber = ({ minimum = 1, maximum = 1 }: Shape): number => Math.min(maximum, Math.max(1, minimum));

const leastFields = ({ required = [], properties = {} }: Shape): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, least(properties[name] ?? {})]));

const leastOf = (schema: z.ZodType | undefined): object => least(shapeOf(schema)) as object;

const fieldsOf = (schema: z.ZodType | undefined): Readonly<Record<string, Shape>> => shapeOf(schema).properties ?? {};

/** Every list of rows in a body, by its field. What an import brings is checked row by row. */
const listsIn = (endpoint: Endpoint): [string, Shape][] =>
  Object.entries(fieldsOf(endpoint.body)).flatMap(([field, { type, items = {} }]): [string, Shape][] =>
    type === 'array' && (items.type === undefined || items.type === 'object') ? [[field, items]] : [],
  );

/** Operations on one observation or on nodes, by ids in their body: `bound-memory.test.ts` asks them for its own and for others. */
const BY_IDS: readonly string[] = ['forget', 'upsertGraphEdges', 'removeGraphNodes'];

/** Decided on by the session in its path, by what it is about, or by what its payload means. The list of projects is the key's own: `bound-keys.test.ts`. */
const isDecidedElsewhere = ({ id, path, body, takesPayload }: Endpoint): boolean =>
  id === 'listProjects' ||
  BY_IDS.includes(id) ||
  path.includes('{sessionId}') ||
  path.startsWith('/v1/observations/{id}') ||
  'observationId' in fieldsOf(body) ||
  takesPayload === true;

describe('a key of some projects', () => {
  let app: DaemonApp;
  let org: OrgMemory;
  const keys = new Map<ApiKeyRole, string>();
  beforeAll(async () => {
    const database = await openTestDatabase('pglite');
    app = await daemonApp(database, { access: createKeyAccess(await createMemory({ database }), systemClock) });
    org = app.memory.org('projects');
    await org.sessions.create({ id: 'own', agentId: 'codex', projectId: 'api' });
    for (const role of ['worker', 'agent', 'member', 'admin', 'operator'] as const) {
      const bound = { agents: ['codex'], projects: ['api'], createdBy: 'local' };
      keys.set(role, (await org.apiKeys.create({ role, name: role, ...bound })).text);
    }
  });
  afterAll(() => app.memory.close());

  /** What an operation says to the least that it takes, with some more, by a key of the first role that may ask. */
  async function told(endpoint: Endpoint, more: { query?: object; body?: object } = {}): Promise<unknown> {
    const role = endpoint.roles.includes('admin') ? 'admin' : (endpoint.roles[0] ?? 'operator');
    const query = endpoint.query ? { ...leastOf(endpoint.query), ...more.query } : {};
    const search = `?${new URLSearchParams(query as Record<string, string>).toString()}`;
    const path = endpoint.path.replaceAll(/\{\w+\}/g, UUID) + search;
    const body = endpoint.body && { ...leastOf(endpoint.body), ...more.body };
    const headers = { authorization: `Bearer ${keys.get(role)}` };
    const answer = await app.ask(`${endpoint.method} ${path}`, { org: null, headers, body });
    return [endpoint.id, more, answer.status, (answer.body['error'] as { message: string } | undefined)?.message];
  }

  const refusal = (endpoint: Endpoint, more: object = {}): unknown => [
    ...[endpoint.id, more, 403],
    `This key is bound to projects, and ${endpoint.id} asks for more.`,
  ];

  const endpoints = routes.map(({ endpoint }) => endpoint).filter((endpoint) => !isDecidedElsewhere(endpoint));
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'asks %s for its own only',
    async (_id, endpoint) => {
      expect(await told(endpoint)).toEqual(refusal(endpoint));
      for (const part of ['query', 'body'] as const) {
        const fields = fieldsOf(endpoint[part]);
        if (!('projectId' in fields)) continue;
        // An operation that takes a project is told it: a session beside it says nothing of what is left out.
        const isRequired = shapeOf(endpoint[part]).required?.includes('projectId') ?? false;
        const sessions = Object.keys(fields).filter((field) => field.endsWith('essionId'));
        for (const field of isRequired ? [] : sessions)
          expect(await told(endpoint, { [part]: { [field]: 'own' } })).toEqual(
            refusal(endpoint, { [part]: { [field]: 'own' } }),
          );
      }
    },
  );

  /** Words by which a question goes beyond its project, whatever their field is called. */
  const wider = endpoints.flatMap((endpoint) =>
    (['query', 'body'] as const).flatMap((part) =>
      Object.entries(fieldsOf(endpoint[part])).flatMap(([field, { enum: words = [], anyOf = [] }]) => {
        const isWider = [...words, ...anyOf.map((shape) => shape.const)].includes('org');
        return isWider ? [[endpoint.id, field, endpoint, part] as const] : [];
      }),
    ),
  );
  test.each(wider)('%s: %s does not widen what is asked', async (id, field, endpoint, part) => {
    expect(['recall', 'searchGraph', 'reportEvent']).toContain(id);
    const agentId = 'agentId' in fieldsOf(endpoint[part]) ? { agentId: 'codex' } : {};
    const wide = { [part]: { projectId: 'api', ...agentId, [field]: 'org' } };
    expect(await told(endpoint, wide)).toEqual(refusal(endpoint, wide));
  });

  const lists = endpoints.filter((endpoint) => !('projectId' in fieldsOf(endpoint.body)));
  test.each(
    lists.flatMap((endpoint) => listsIn(endpoint).map(([field, row]) => [endpoint.id, field, endpoint, row] as const)),
  )('%s: each of %s names its project', async (_id, field, endpoint, row) => {
    const plain = row.type === undefined ? { content: 'One.' } : (least(row) as object);
    const takes = (name: string): boolean => row.type === undefined || name in (row.properties ?? {});
    const inProject = takes('projectId') ? { ...plain, projectId: 'api' } : plain;
    const inSession = takes('sessionId') ? { ...plain, sessionId: 'own' } : plain;
    const outside = [
      plain,
      inSession,
      ...(takes('projectId')
        ? [
            { ...plain, projectId: null },
            { ...plain, projectId: 'web' },
          ]
        : []),
    ];
    for (const other of outside) {
      for (const rows of [[inProject, other], [other, inProject], [other]]) {
        const body = { [field]: rows };
        expect(await told(endpoint, { body })).toEqual(refusal(endpoint, { body }));
      }
    }
    expect(await org.observations.count({})).toBe(0);
  });

  test('what is narrowed is not refused', async () => {
    const asked = routes.find(({ endpoint }) => endpoint.id === 'reportEvent')?.endpoint as Endpoint;
    for (const memoryScope of ['project', 'session']) {
      const body = { sessionId: 'own', agentId: 'codex', projectId: 'api', memoryScope, memoryNamespace: 'x' };
      expect(await told(asked, { body })).toEqual(['reportEvent', { body }, 200, undefined]);
    }
    const [batch] = lists.filter(({ id }) => id === 'rememberMany');
    const body = { observations: ['One.', 'Two.'].map((content) => ({ content, projectId: 'api', sessionId: 'own' })) };
    expect(await told(batch as Endpoint, { body })).toEqual(['rememberMany', { body }, 200, undefined]);
  });
});
