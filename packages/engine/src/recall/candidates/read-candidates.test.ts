import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Observation } from '../../memory/observations/observation.ts';
import { readCandidates } from './read-candidates.ts';
import { resolveRecall } from '../resolve-request.ts';

const NOW = Date.parse('2026-11-22T00:00:00.000Z');

/** A row of the project or of another one, made before now or after it. */
const rowOf = (id: string, projectId: string, createdAt: string): Observation =>
  ({
    ...{ id, orgId: 'o', projectId, createdAt, sessionId: null, metadata: {} },
    ...{ supersededBy: null, validTo: null, quarantineReason: null },
  }) as Partial<Observation> as Observation;

const stored = fc.record({
  isStored: fc.constantFrom(true, true, true, false),
  projectId: fc.constantFrom('p', 'p', 'q'),
  createdAt: fc.constantFrom('2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00.001Z', '2026-11-22T02:00:00+02:00'),
});

test('hits keep their order and each has its own row, in whichever order the store answers', async () => {
  const resolved = resolveRecall({ orgId: 'o', projectId: 'p', queryText: 'x' });
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { maxLength: 12 }), fc.boolean(), fc.nat(11), async (given, isTurned, from) => {
      const hits = given.map((_, index) => ({ id: `id-${index}`, relevance: index, score: index }));
      const rows = given.flatMap(({ isStored, projectId, createdAt }, index) =>
        isStored ? [rowOf(`id-${index}`, projectId, createdAt)] : [],
      );
      const answered = isTurned ? [...rows.slice(from), ...rows.slice(0, from)] : rows;
      const source = { getMany: () => Promise.resolve(answered) };
      const { candidates, leftOut } = await readCandidates(source, resolved, hits, NOW, new AbortController().signal);
      const isGone = (index: number): boolean => !given[index]!.isStored || given[index]!.projectId !== 'p';
      expect(leftOut.map(({ relevance }) => relevance)).toEqual([...hits.keys()].filter(isGone));
      const standing = [...hits.keys()].filter((index) => !isGone(index) && Date.parse(given[index]!.createdAt) <= NOW);
      expect(candidates.map(({ hit }) => hit)).toEqual(standing.map((index) => hits[index]));
      expect(candidates.map(({ observation }) => observation.id)).toEqual(standing.map((index) => `id-${index}`));
    }),
  );
});

test.each([
  ['of the session that asks', { sessionId: 'ses_1' }, []],
  ['of the session that it resumes', { sessionId: 'ses_1~2' }, []],
  ['of another session', { sessionId: 'ses_2' }, ['id-0']],
  ['when it is asked for', { sessionId: 'ses_1', scope: 'session' as const }, ['id-0']],
])('a summary %s', async (_name, asked, expected) => {
  const resolved = resolveRecall({ orgId: 'o', projectId: 'p', queryText: 'x', ...asked });
  const summary: Observation = {
    ...rowOf('id-0', 'p', '2026-11-21T00:00:00.000Z'),
    kind: 'session_summary',
    sessionId: 'ses_1',
  };
  const source = { getMany: () => Promise.resolve([summary]) };
  const hits = [{ id: 'id-0', relevance: 1, score: 1 }];
  const { candidates } = await readCandidates(source, resolved, hits, NOW, new AbortController().signal);
  expect(candidates.map(({ observation }) => observation.id)).toEqual(expected);
});
