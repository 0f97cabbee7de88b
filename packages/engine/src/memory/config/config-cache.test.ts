import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { CONFIG_TTL_MS, createConfigCache } from './config-cache.ts';
import type { EffectiveConfig } from './effective-config.ts';

const config: EffectiveConfig = {
  memoryEnabled: true,
  runtimeInjectEnabled: true,
  graph: { enabled: false, because: 'not-enabled' },
  budgetOverrides: {},
  recallMatrixOverrides: {},
};

/** Reads that the test answers, in the order in which they were asked. */
function createReads() {
  const asked: { projectId: string | null; answer: (config: EffectiveConfig) => void; fail: (why: Error) => void }[] =
    [];
  const read = (projectId: string | null) =>
    new Promise<EffectiveConfig>((answer, fail) => {
      asked.push({ projectId, answer, fail });
    });
  return { asked, read };
}

test('callers that ask at once share one read, later ones its answer, until it is too old', async () => {
  const clock = createManualClock();
  const { asked, read } = createReads();
  const cache = createConfigCache(read, clock, CONFIG_TTL_MS);
  const both = [cache.get('api'), cache.get('api')];
  asked[0]?.answer(config);
  expect(await Promise.all(both)).toEqual([config, config]);
  clock.advance(CONFIG_TTL_MS - 1);
  expect(await cache.get('api')).toBe(config);
  expect(asked).toHaveLength(1);
  clock.advance(1);
  void cache.get('api');
  expect(asked).toHaveLength(2);
});

test('each project has its own answer, and so has what belongs to none', () => {
  const { asked, read } = createReads();
  const cache = createConfigCache(read, createManualClock(), CONFIG_TTL_MS);
  for (const projectId of ['api', 'web', null, 'api', null]) void cache.get(projectId);
  expect(asked.map(({ projectId }) => projectId)).toEqual(['api', 'web', null]);
});

test('a read that was on its way when something changed answers its callers and nobody after them', async () => {
  const { asked, read } = createReads();
  const cache = createConfigCache(read, createManualClock(), CONFIG_TTL_MS);
  const early = cache.get('api');
  cache.clear();
  const late = cache.get('api');
  asked[1]?.answer({ ...config, memoryEnabled: false });
  asked[0]?.answer(config);
  expect(await early).toMatchObject({ memoryEnabled: true });
  expect(await late).toMatchObject({ memoryEnabled: false });
  expect(await cache.get('api')).toMatchObject({ memoryEnabled: false });
});

test('a failure goes to its callers and is not kept', async () => {
  const { asked, read } = createReads();
  const cache = createConfigCache(read, createManualClock(), CONFIG_TTL_MS);
  const failing = cache.get('api');
  asked[0]?.fail(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  const next = cache.get('api');
  asked[1]?.answer(config);
  expect(await next).toBe(config);
});

test('it keeps 1000 projects at most', () => {
  const { asked, read } = createReads();
  const cache = createConfigCache(read, createManualClock(), CONFIG_TTL_MS);
  for (let n = 0; n <= 1000; n += 1) void cache.get(`project-${n}`);
  void cache.get('project-1000');
  expect(asked).toHaveLength(1001);
  void cache.get('project-0');
  expect(asked).toHaveLength(1002);
});
