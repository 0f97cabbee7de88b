import type { ErrorCode } from '@inkling/engine';
import { z } from 'zod';
import { DEFAULT_MAX_BODY_BYTES, type Endpoint, problemSchema } from '../contract/endpoint.ts';
import { ERROR_ENDS } from '../base/error-ends.ts';

type Json = Readonly<Record<string, unknown>>;

/** What every endpoint may be refused with. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid-input',
  'unauthorized',
  'forbidden',
  'rate-limited',
  'database-failed',
  'closed',
];

/**
 * The OpenAPI 3.1 document of endpoints. Its schemas are those that check the requests: OpenAPI 3.1 takes JSON Schema 2020-12, which is
 * what zod writes, so nothing is translated and nothing can drift.
 */
export function openapiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const components = new Map<string, unknown>();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method] = operation(endpoint, components);
  }
  schemaOf(problemSchema, 'output', components);
  return {
    openapi: '3.1.0',
    info: { title: 'Inkling', version, summary: 'Memory injection for coding agents.' },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: "The data directory's token, or an API key." },
      },
      schemas: Object.fromEntries(components),
    },
  };
}

function operation(endpoint: Endpoint, components: Map<string, unknown>): Json {
  const { id, summary, description, roles, action, body, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = endpoint;
  const allowed = `Roles: ${[...roles, 'operator'].join(', ')}.${action ? ` In policies: ${action}.` : ''}`;
  const limit = body ? `Bodies of up to ${maxBodyBytes} bytes.` : '';
  return {
    operationId: id,
    summary,
    description: [description, allowed, limit].filter(Boolean).join(' '),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body ? { requestBody: { required: true, content: json(schemaOf(body, 'input', components)) } } : {}),
    responses: { [endpoint.status ?? 200]: success(endpoint, components), ...problems(endpoint) },
  };
}

const MEDIA = { json: 'application/json', ndjson: 'application/x-ndjson', events: 'text/event-stream' } as const;

function success(endpoint: Endpoint, components: Map<string, unknown>): Json {
  const { format = 'json', answer } = endpoint;
  const schema = schemaOf(answer, 'output', components);
  // OpenAPI 3.1 has no word for a sequence of values: the media type says that there are many, the schema what one is.
  return {
    description: format === 'json' ? 'The answer.' : 'One after the other.',
    content: { [MEDIA[format]]: { schema } },
  };
}

/** One entry per status; codes that share one are named in its description. */
function problems(endpoint: Endpoint): Json {
  const own: readonly ErrorCode[] = endpoint.body
    ? ['request-too-large', ...(endpoint.errors ?? [])]
    : (endpoint.errors ?? []);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...COMMON_ERRORS, ...own]) {
    const [status] = ERROR_ENDS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus].map(([status, codes]) => [
    String(status),
    { description: codes.join(', '), content: json({ $ref: '#/components/schemas/Problem' }) },
  ]);
  return Object.fromEntries(entries) as Json;
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): readonly Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

/** A schema as JSON Schema; those with an id become components, and references to them. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Map<string, unknown>): unknown {
  const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io });
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _id, ...component } = definition;
    components.set(name, withComponentReferences(component));
  }
  return withComponentReferences(rest);
}

function withComponentReferences(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;
}
