// Requests made at random from the API's own description: mostly what fits, now and then what must be refused.

const NASTY = [
  '\0',
  'a\0b',
  '\ud800',
  '',
  ' ',
  '../../etc/passwd',
  "'; drop table observations; --",
  '%',
  '\u202e\u200b',
  'x'.repeat(9000),
  'ß'.repeat(600),
  '9999999999999999999999',
  'true',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '0000-02-30',
  '10000-01-01T00:00:00Z',
  'infinity',
  'NaN',
  '{"a":1}',
  '$1',
  '\\',
];
const NUMBERS = [-1, 0, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 1.5e-320];
const MOMENTS = ['2026-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-01-01'];
const WORDS = ['ledger', 'queue', 'worker', 'retries', 'port', 'api', 'src/open/ledger.ts', 'LedgerQueue', 'dev'];
/** Without these most requests would be refused for whom or what they name. */
const USUAL = { agentId: 'dev', projectId: 'api' };
/** Deeper than any schema of the API; what recurs ends there. */
const DEEPEST = 6;
const DEEP = 10_000;

/** How often a value is none that fits. */
const RUDE = 0.04;

/**
 * A generator of requests. `pool` holds ids and names that are somebody's: they stand wherever a text may stand, so that a request reaches
 * what it must not.
 */
export function createRequests({ document, random, pool, without }) {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => !without.includes(operation.operationId))
    .map((one) => ({
      ...one,
      roles: /Roles: ([\w, ]+)\./.exec(one.operation.description ?? '')?.[1].split(', ') ?? [],
    }));
  const forMost = operations.filter(
    ({ roles }) => roles.includes('member') || roles.includes('agent') || roles.includes('worker'),
  );
  const values = createValues(document, random, pool);
  return {
    operations: operations.length,
    /** `{ operation, roles, method, path, body }`: the body is text, or undefined. */
    next() {
      const { path, method, operation, roles } = random.pick(random.next() < 0.05 ? operations : forMost);
      const { parameters = [], requestBody } = operation;
      const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.nameFor(name)));
      const query = parameters
        .filter((parameter) => parameter.in === 'query' && (parameter.required || random.next() < 0.5))
        .map(({ name, schema }) => `${name}=${encodeURIComponent(asText(values.of(schema, name)))}`);
      const url = query.length === 0 ? inPath : `${inPath}?${query.join('&')}`;
      const schema = requestBody?.content?.['application/json']?.schema;
      return { operation: operation.operationId, roles, method: method.toUpperCase(), path: url, body: bodyOf(schema) };
    },
  };
  function bodyOf(schema) {
    if (schema === undefined) return undefined;
    const dice = random.next();
    if (dice < 0.005) return `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
    if (dice < 0.01) return '{"a":';
    const text = JSON.stringify(values.of(schema, ''));
    return dice < 0.015 ? text.replace('{', () => `{"tool_input":${NESTED},`) : text;
  }
}

const NESTED = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;
const asText = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();

function createValues(document, random, pool) {
  const resolve = (schema) => (schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema);
  const some = () => (random.next() < 0.5 ? random.pick(pool) : random.pick(WORDS));
  const rude = () => random.pick([...NASTY, ...NUMBERS, null, true, [], {}, [[]], { a: null }]);
  const words = () => Array.from({ length: 1 + random.below(6) }, some).join(' ');

  function textOf(schema, name) {
    if (schema.format === 'date-time') return random.pick(MOMENTS);
    if (schema.format === 'uuid' || schema.pattern) return random.pick(pool);
    if (random.next() < RUDE) return random.pick(NASTY);
    if (name in USUAL && random.next() < 0.8) return USUAL[name];
    return (random.next() < 0.3 ? words() : some()).slice(0, schema.maxLength);
  }

  function numberOf({ minimum = 0, maximum = 1000, type }) {
    if (random.next() < RUDE) return random.pick(NUMBERS);
    const value = minimum + random.next() * (Math.min(maximum, minimum + 100) - minimum);
    return type === 'integer' ? Math.round(value) : value;
  }

  function objectOf({ properties = {}, required = [], additionalProperties }, depth) {
    const asked = Object.entries(properties).filter(([name]) => required.includes(name) || random.next() < 0.4);
    const entries = asked.map(([name, schema]) => [name, of(schema, name, depth + 1)]);
    const isOpen = typeof additionalProperties === 'object' && depth < DEEPEST;
    if (isOpen && random.next() < 0.5) entries.push([some(), of(additionalProperties, '', depth + 1)]);
    if (random.next() < RUDE / 4) entries.push([random.pick(NASTY), rude()]);
    return Object.fromEntries(entries);
  }

  function of(given, name, depth = 0) {
    if (random.next() < RUDE / 2) return rude();
    const schema = resolve(given);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return of(random.pick(choices), name, depth + 1);
    if ('const' in schema) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (depth > DEEPEST) return null;
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    if (type === 'string') return textOf(schema, name);
    if (type === 'integer' || type === 'number') return numberOf({ ...schema, type });
    if (type === 'boolean') return random.next() < 0.5;
    if (type === 'null') return null;
    if (type === 'array')
      return Array.from({ length: 1 + random.below(3) }, () => of(schema.items ?? {}, name, depth + 1));
    return objectOf(schema, depth);
  }

  const nameFor = (name) => {
    if (random.next() < RUDE) return random.pick(NASTY).toWellFormed().slice(0, 2000) || '.';
    return name === 'client' ? random.pick(['claude-code', 'codex', 'gemini-cli', 'cursor']) : random.pick(pool);
  };
  return { of, nameFor };
}
