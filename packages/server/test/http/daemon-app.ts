import { existsSync } from 'node:fs';
import { createMemory, systemClock, type Database, type Memory } from '@inkling/engine';
import { createHookServices } from '../../src/agents/hook-services.ts';
import type { Role } from '../../src/contract/endpoint.ts';
import { createInspectorAccess } from '../../src/state/inspector-access.ts';
import { createApp } from '../../src/http/app.ts';
import { LOOPBACK_HOSTS } from '../../src/http/admit.ts';
import type { RequestLogLine } from '../../src/http/request-log.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import type { AppOptions } from '../../src/http/route.ts';
import { checkTraffic } from './check-traffic.ts';

/** What a test sends; the caller's organisation and role are part of the request. */
export interface TestRequest {
  readonly body?: unknown;
  /** null = the request names none. */
  readonly org?: string | null;
  /** `machine` = whoever owns it. (Default: 'operator', by a key) */
  readonly role?: Role | 'machine';
  readonly headers?: Record<string, string>;
}

export interface TestAnswer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

/** An application over a database, and a way to ask it that checks each answer against the document. */
export interface DaemonApp {
  readonly memory: Memory;
  readonly logged: RequestLogLine[];
  readonly failures: unknown[];
  /** The operations that answered with success and as the document says. */
  readonly seen: ReadonlySet<string>;
  /** `ask('post /v1/recall', { body })` */
  ask<T = Record<string, unknown>>(call: string, request?: TestRequest): Promise<TestAnswer<T>>;
  /** The response as it is, unchecked. */
  send(path: string, init?: RequestInit): Promise<Response>;
}

/** Whom callers may act as beside themselves: what keys are bound to has its own tests. */
const AGENTS = [
  'dev',
  'agent',
  'other',
  'claude',
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'cursor',
  'copilot-cli',
  'plugin',
];

/** Callers of these tests say who they are: authentication has its own tests. */
const namedCallers: AppOptions['access'] = async ({ secret, orgId }) => {
  if (secret === 'machine') return { orgId: orgId ?? 'local', role: 'operator', actor: 'local', ownsMachine: true };
  const actor = `test:${secret}`;
  return { orgId: orgId ?? 'local', role: (secret ?? 'operator') as Role, actor, agents: [actor, ...AGENTS] };
};

/** What the server says of a connection over the loopback interface. */
const THIS_MACHINE = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

/** Puts the application over a database. Whoever closes it closes the memory, whose threads would otherwise outlive the test file. */
export async function daemonApp(database: Database, changes: Partial<AppOptions> = {}): Promise<DaemonApp> {
  const { clock = systemClock } = changes;
  const memory = await createMemory({ database: { ...database }, clock });
  Object.assign(database, { close: () => memory.close() });
  const logged: RequestLogLine[] = [];
  const failures: unknown[] = [];
  const seen = new Set<string>();
  const app = createApp({
    memory,
    access: namedCallers,
    origins: { allowedHosts: LOOPBACK_HOSTS, allowedOrigins: new Set() },
    limit: () => undefined,
    agents: createHookServices({
      secret: 'test',
      clock,
      projectOf: async (directory) => directory.replace('/repos/', ''),
      topOf: async (directory) => (existsSync(directory) ? directory : null),
      issueOf: async () => null,
      onVerbEvent: () => undefined,
      onError: (error) => failures.push(error),
    }),
    inspectorAccess: createInspectorAccess('test', systemClock),
    metrics: createMetrics(),
    log: { request: (line) => logged.push(line), note: () => undefined, failure: (error) => failures.push(error) },
    clock,
    version: '0.0.0',
    instance: 'test',
    readiness: async () => 'ready',
    draining: new AbortController().signal,
    ...changes,
  });
  const send = async (path: string, init?: RequestInit): Promise<Response> =>
    app.request(path, { ...init, headers: { host: 'localhost', ...init?.headers } }, THIS_MACHINE);
  const document = await (await send('/openapi.json')).json();
  const check = checkTraffic(document, seen);
  return {
    memory,
    logged,
    failures,
    seen,
    send,
    async ask<T>(
      call: string,
      { body, org = 'local', role = 'operator', headers = {} }: TestRequest = {},
    ): Promise<TestAnswer<T>> {
      const [method = '', path = ''] = call.split(' ');
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await send(path, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${role}`,
          ...(org === null ? {} : { 'inkling-org': org }),
          'content-type': 'application/json',
          ...headers,
        },
        ...sent,
      });
      const text = await response.text();
      check(method, path, { status: response.status, type: response.headers.get('content-type') ?? '', text });
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers };
    },
  };
}
