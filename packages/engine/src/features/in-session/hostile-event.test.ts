import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { injectorOptions, verbEvent } from '../../../test/in-session-fixtures.ts';
import { createManualClock } from '../../../test/manual-clock.ts';
import { recalledRow, storeOf } from '../../../test/session-start-fixtures.ts';
import { InklingError } from '../../base/errors.ts';
import type { RecallRequest } from '../../recall/memory-store.ts';
import { createInSessionMemoryInjector } from './in-session-memory-injector.ts';
import type { InSessionInjectorOptions } from './injector-options.ts';

function injectorOf(asked: RecallRequest[] = []) {
  const { options } = injectorOptions(storeOf([recalledRow(1)], asked), { clock: createManualClock() });
  return createInSessionMemoryInjector(options);
}

test.each<[string, unknown]>([
  ['no event', undefined],
  ['null', null],
  ['a text', 'pre-verb'],
  ['another phase', { ...verbEvent(), phase: 'during' }],
  ['no session', { ...verbEvent(), sessionId: undefined }],
  ['a blank session', { ...verbEvent(), sessionId: ' ' }],
  ['an org that is a number', { ...verbEvent(), orgId: 7 }],
  ['no agent', { ...verbEvent(), agentId: '' }],
  ['a project that is an object', { ...verbEvent(), projectId: {} }],
  ['a tool that is no text', { ...verbEvent(), tool: ['Edit'] }],
  ['paths that are one text', { ...verbEvent(), paths: 'src/a.ts' }],
  ['paths that are no texts', { ...verbEvent(), paths: [7] }],
  ['a query that is an object', { ...verbEvent(), query: {} }],
  ['emittedAt missing', { ...verbEvent(), emittedAt: undefined }],
  ['emittedAt NaN', { ...verbEvent(), emittedAt: Number.NaN }],
  ['emittedAt as text', { ...verbEvent(), emittedAt: '2026-11-22' }],
  ['another scope', { ...verbEvent(), memoryScope: 'galaxy' }],
  ['a namespace that is no text', { ...verbEvent(), memoryNamespace: 1 }],
  ['a call id with a line break', { ...verbEvent(), callId: 'a\nb' }],
])('%s is refused with a code, and nothing is asked', async (_title, event) => {
  const asked: RecallRequest[] = [];
  await expect(injectorOf(asked).handleVerbEvent(event as never)).rejects.toMatchObject({ code: 'invalid-input' });
  expect(asked).toEqual([]);
});

test('10,000 paths: the first counts', async () => {
  const asked: RecallRequest[] = [];
  const paths = Array.from({ length: 10_000 }, (_, index) => `src/${index}.ts`);
  expect((await injectorOf(asked).handleVerbEvent(verbEvent({ paths }))).outcome).toBe('injected');
  expect(asked).toMatchObject([{ queryText: 'src/0.ts', paths: ['src/0.ts'] }]);
});

test('an event from the future or from long ago is handled like any other', async () => {
  for (const emittedAt of [0, -1, 8.64e15, 1e300]) {
    expect((await injectorOf().handleVerbEvent(verbEvent({ emittedAt }))).outcome).toBe('injected');
  }
});

test('the same event twice: injected once', async () => {
  const injector = injectorOf();
  const results = await Promise.all([injector.handleVerbEvent(verbEvent()), injector.handleVerbEvent(verbEvent())]);
  expect(results.map(({ outcome }) => outcome)).toEqual(['injected', 'no-match']);
});

test('any value: a result, or a refusal with a code', async () => {
  const fields = [
    'phase',
    'sessionId',
    'orgId',
    'projectId',
    'agentId',
    'tool',
    'paths',
    'query',
    'emittedAt',
    'callId',
  ];
  const damaged = fc
    .tuple(fc.constantFrom(...fields), fc.anything())
    .map(([field, value]) => ({ ...verbEvent(), [field]: value }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.anything(), damaged), async (event) => {
      const ending = await injectorOf()
        .handleVerbEvent(event as never)
        .catch((error: unknown) => error);
      expect(InklingError.isInstance(ending) || typeof (ending as { outcome?: unknown }).outcome === 'string').toBe(
        true,
      );
    }),
  );
});

test.each<[string, Partial<Record<keyof InSessionInjectorOptions, unknown>>]>([
  ['no store', { store: {} }],
  ['no capability', { capability: undefined }],
  ['a provider that cannot do what it says', { capability: { supportsMessageInjection: true } }],
  ['a config that is a text', { config: 'on' }],
  ['enabled: 1', { config: { enabled: 1 } }],
  ['a budget of no time', { config: { latencyBudgetMs: 0 } }],
  ['a relevance of 2', { config: { minRelevanceScore: 2 } }],
  ['no suggestions', { config: { maxSuggestionsPerEvent: 0 } }],
  ['a negative token budget', { config: { budgetTokens: -1 } }],
  ['tools that are one text', { config: { skipTools: 'Edit' } }],
  ['agents that are no texts', { config: { disabledForAgents: [7] } }],
  ['a work type that is no text', { config: { workType: 7 } }],
  ['a limit that is no number', { limits: { maxSessions: '10' } }],
  ['a blank org', { orgId: '' }],
])('an injector with %s is refused with a code', (_title, changes) => {
  const { options } = injectorOptions(storeOf([]));
  expect(() => createInSessionMemoryInjector({ ...options, ...changes } as InSessionInjectorOptions)).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  );
});
