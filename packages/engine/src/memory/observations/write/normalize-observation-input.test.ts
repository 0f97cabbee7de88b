import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { InklingError } from '../../../base/errors.ts';
import { normalizeObservationInput, normalizeObservationPaths } from './normalize-observation-input.ts';
import type { ObservationInput } from '../observation.ts';

const NOW = Date.parse('2026-02-03T04:05:06.789Z');
const normalize = (input: unknown): ReturnType<typeof normalizeObservationInput> =>
  normalizeObservationInput(input as ObservationInput, NOW);

function refusal(input: unknown): InklingError {
  try {
    normalize(input);
  } catch (error) {
    if (InklingError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('was accepted');
}

test('every default is filled in', () => {
  expect(normalize({ content: 'Use tabs' })).toEqual({
    content: 'Use tabs',
    projectId: null,
    agentId: 'user',
    sessionId: null,
    kind: 'explicit',
    source: 'api',
    classification: 'internal',
    weight: 1,
    pinned: false,
    metadata: {},
    createdAt: '2026-02-03T04:05:06.789Z',
    validTo: null,
  });
});

test.each(['', ' ', '\n\t\r', '\u200B\u200D\uFEFF', '\u3000', '\u0007'])('content %j is empty', (content) => {
  expect(refusal({ content })).toMatchObject({ code: 'observation-empty', hint: expect.any(String) });
});

describe('size is counted in bytes of UTF-8', () => {
  test.each([
    ['x', 8192],
    ['é', 4096],
    ['漢', 2730],
    ['👍', 2048],
  ])('%s × %d fits', (unit, times) => {
    expect(normalize({ content: unit.repeat(times) }).content).toBe(unit.repeat(times));
  });

  test.each([
    ['x', 8193],
    ['é', 4097],
    ['漢', 2731],
    ['👍', 2049],
  ])('%s × %d is refused, not cut', (unit, times) => {
    const error = refusal({ content: unit.repeat(times) });
    expect(error.code).toBe('observation-too-large');
    expect(error.details).toMatchObject({ maxBytes: 8192, bytes: Buffer.byteLength(unit.repeat(times)) });
  });
});

test('NUL and half a surrogate pair become U+FFFD in content and metadata', () => {
  const { content, metadata } = normalize({ content: 'a\u0000b\uD800', metadata: { 'k\u0000': ['\uDC00'] } });
  expect(content).toBe('a\uFFFDb\uFFFD');
  expect(metadata).toEqual({ 'k\uFFFD': ['\uFFFD'] });
});

test.each([
  ['input', null],
  ['content', { content: 7 }],
  ['projectId', { content: 'x', projectId: 7 }],
  ['projectId', { content: 'x', projectId: 'p'.repeat(513) }],
  ['agentId', { content: 'x', agentId: 'a\u0000' }],
  ['sessionId', { content: 'x', sessionId: {} }],
  ['kind', { content: 'x', kind: ['decision'] }],
  ['source', { content: 'x', source: 'rumour' }],
  ['classification', { content: 'x', classification: 'secret' }],
  ['weight', { content: 'x', weight: 2.01 }],
  ['weight', { content: 'x', weight: Number.NaN }],
  ['weight', { content: 'x', weight: '1' }],
  ['pinned', { content: 'x', pinned: 'yes' }],
  ['createdAt', { content: 'x', createdAt: 'yesterday' }],
  ['createdAt', { content: 'x', createdAt: '2026-01-01T00:00:00' }],
  ['createdAt', { content: 'x', createdAt: '2026-13-01T00:00:00Z' }],
  ['createdAt', { content: 'x', createdAt: '2026-02-31' }],
  ['validTo', { content: 'x', validTo: '2026-02-29T00:00:00Z' }],
  ['createdAt', { content: 'x', createdAt: new Date(Number.NaN) }],
  ['createdAt', { content: 'x', createdAt: new Date(8.64e15) }],
  ['validTo', { content: 'x', validTo: 1_700_000_000 }],
  ['metadata', { content: 'x', metadata: [] }],
  ['metadata', { content: 'x', metadata: 'tags' }],
  ['metadata.when', { content: 'x', metadata: { when: new Date() } }],
  ['metadata.size', { content: 'x', metadata: { size: Number.POSITIVE_INFINITY } }],
  ['metadata.run', { content: 'x', metadata: { run: () => 1 } }],
  ['metadata.paths', { content: 'x', metadata: { paths: 'src/a.ts' } }],
  ['metadata.paths[1]', { content: 'x', metadata: { paths: ['a', 2] } }],
  ['metadata.paths[0]', { content: 'x', metadata: { paths: ['a'.repeat(1025)] } }],
  ['metadata.paths', { content: 'x', metadata: { paths: Array.from({ length: 1001 }, (_, i) => `f${i}`) } }],
  ['metadata.tags', { content: 'x', metadata: { tags: {} } }],
  ['metadata.namespace', { content: 'x', metadata: { namespace: 3 } }],
  ['metadata', { content: 'x', metadata: { log: 'x'.repeat(262_144) } }],
])('a bad %s is refused by name', (field, input) => {
  const error = refusal(input);
  expect(error.code).toBe('invalid-input');
  expect(error.details['field']).toBe(field);
  expect(error.message).toMatch(/ must be .+\./);
});

test('metadata that refers to itself is refused', () => {
  const metadata: Record<string, unknown> = {};
  metadata['self'] = metadata;
  expect(refusal({ content: 'x', metadata }).code).toBe('invalid-input');
});

test('paths are normalised; 1000 of them fit', () => {
  const { metadata } = normalize({ content: 'x', metadata: { paths: ['./a.ts', 'b\\c.ts', 'a.ts'], tags: ['t'] } });
  expect(metadata).toEqual({ paths: ['a.ts', 'b/c.ts'], tags: ['t'] });
  const many = Array.from({ length: 1000 }, (_, i) => `f${i}`);
  expect(normalize({ content: 'x', metadata: { paths: many } }).metadata.paths).toEqual(many);
});

const wide = '文'.repeat(512);

test('names are as long as those of sessions, counted in characters', () => {
  const named = { content: 'x', projectId: wide, agentId: 'cursor', kind: 'decision', sessionId: 's' };
  expect(normalize({ ...named, metadata: { paths: ['文'.repeat(170)] } })).toMatchObject({ projectId: wide });
  expect(normalize({ content: 'x', agentId: wide, sessionId: wide })).toMatchObject({ agentId: wide, sessionId: wide });
});

test.each([
  ['projectId, agentId and kind', { agentId: wide }],
  ['projectId and sessionId', { sessionId: wide }],
  ['projectId and metadata.paths', { metadata: { paths: ['src', 'p'.repeat(513)] } }],
])('%s that no index holds together are refused', (fields, rest) => {
  const error = refusal({ content: 'x', projectId: wide, ...rest });
  expect(error.details['field']).toBe(fields);
});

test('a key named __proto__ stays a key', () => {
  const metadata = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
  const normalized = normalize({ content: 'x', metadata }).metadata;
  expect(Object.keys(normalized)).toEqual(['__proto__']);
  expect('polluted' in normalized).toBe(false);
});

test('undefined metadata values are left out, as JSON does', () => {
  expect(normalize({ content: 'x', metadata: { paths: undefined, a: 1 } }).metadata).toEqual({ a: 1 });
});

test('the session is found in the metadata when the field is missing', () => {
  expect(normalize({ content: 'x', metadata: { sessionId: 's1' } }).sessionId).toBe('s1');
  expect(normalize({ content: 'x', sessionId: 's2', metadata: { sessionId: 's1' } }).sessionId).toBe('s2');
});

test.each([
  ['2020-01-02', '2020-01-02T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0004-02-29', '0004-02-29T00:00:00.000Z'],
  ['2020-01-02T03:04:05+02:00', '2020-01-02T01:04:05.000Z'],
  ['1969-12-31 23:59:59Z', '1969-12-31T23:59:59.000Z'],
])('the moment %s is stored as %s', (given, expected) => {
  expect(normalize({ content: 'x', createdAt: given }).createdAt).toBe(expected);
});

test('a list loses empty and repeated paths and keeps its order', () => {
  expect(normalizeObservationPaths(['b.ts', './a.ts', '', 'a.ts', '.\\b.ts'])).toEqual(['b.ts', 'a.ts']);
});

test('normalising twice changes nothing', () => {
  const paths = fc.array(
    fc.array(fc.constantFrom('a', '.', '..', '', 'b c', 'é', '...')).map((parts) => parts.join('/')),
  );
  fc.assert(
    fc.property(paths, (given) => {
      const once = normalizeObservationPaths(given);
      expect(normalizeObservationPaths(once)).toEqual(once);
      for (const path of once) expect(path).not.toMatch(/^\/|\/$|\/\/|\\|(^|\/)\.\.?(\/|$)/);
    }),
  );
});
