import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Observation } from '../../memory/observations/observation.ts';
import { applyFeedbackRanking, DEFAULT_FEEDBACK_RANKING } from '../../memory/ranking/apply-feedback-ranking.ts';
import { boostByPathOverlap } from '../../memory/ranking/boost-by-path-overlap.ts';
import type { AllowedCandidate } from './authorize-candidates.ts';
import { rankCandidates } from './rank-candidates.ts';
import { resolveRecall } from '../resolve-request.ts';

const FOCAL = 'src/auth.ts';
const explanation = {
  lexical: 1,
  fields: ['content'],
  terms: ['auth'],
  pathHint: 0,
  session: 0,
  recency: 0,
  coChange: 0,
  namedTime: 0,
  semantic: null,
};

/** Candidates that share hashes, weights, scores and paths, so that every step has something to do. */
const candidates: fc.Arbitrary<readonly AllowedCandidate[]> = fc
  .array(
    fc.record({
      simhash: fc.constantFrom('0000000000000000', '0000000000000007', 'ffffffff00000000', '8000000080000000'),
      agentId: fc.constantFrom('a', 'b'),
      weight: fc.constantFrom(0, 0.5, 1, 1, 2),
      paths: fc.constantFrom([], ['auth.ts'], ['x.ts']),
      content: fc.constantFrom('plain', `see ${FOCAL}`),
      score: fc.constantFrom(0.2, 0.4, 0.4, 0.9),
      relevance: fc.constantFrom(0.1, 0.3, 0.95),
      explained: fc.boolean(),
      shadow: fc.constantFrom(null, { policy: 'p', reason: 'r' }),
    }),
    { maxLength: 14 },
  )
  .map((rows) =>
    rows.map(({ score, relevance, explained, shadow, paths, ...row }, index): AllowedCandidate => {
      const id = `id-${index}`;
      const observation = Object.freeze({ ...row, id, metadata: { paths } }) as Partial<Observation> as Observation;
      const hit = Object.freeze({ id, score, relevance, ...(explained ? { explanation } : {}) });
      return Object.freeze({ hit, observation, policy: 'q', ...(shadow ? { shadow } : {}) });
    }),
  );

function bitsApart(a: string, b: string): number {
  const differing = (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2);
  return [...differing].filter((digit) => digit === '1').length;
}

/** As it is told: each step by itself, over copies. */
function asTold(given: readonly AllowedCandidate[], minRelevance: number): unknown {
  const rows = given.map((candidate, index) => ({ ...candidate.observation, candidate, index, ...candidate.hit }));
  const boosted = boostByPathOverlap(rows, FOCAL);
  const groups: { members: typeof boosted }[] = [];
  for (const row of boosted.toSorted((a, b) => b.weight - a.weight)) {
    const home = groups.find(({ members }) => bitsApart(members[0]!.simhash, row.simhash) <= 3);
    if (home) home.members.push(row);
    else groups.push({ members: [row] });
  }
  const inOrder = groups.toSorted((a, b) => a.members[0]!.index - b.members[0]!.index);
  const standing = inOrder.map(({ members }) => {
    const [leader] = members as [(typeof boosted)[0]];
    const corroboration = Math.log2(1 + members.filter(({ agentId }) => agentId !== leader.agentId).length) * 0.1;
    const relevance = Math.min(1, Math.max(...members.map((member) => member.relevance)) + corroboration);
    return { ...leader, corroboration, relevance };
  });
  const left = (row: { id: string; relevance: number }, reason: string) => ({
    id: row.id,
    reason,
    relevance: row.relevance,
  });
  const ranked = applyFeedbackRanking(standing.filter(({ relevance }) => relevance >= minRelevance));
  return {
    rows: ranked.map(({ candidate, relevance, score, unweightedRank, weightedRank, ...row }) => {
      const { observation, policy, shadow } = candidate;
      const { pathBoost, corroboration, feedbackFactor } = row;
      const steps = { pathBoost, corroboration, feedbackFactor, policy, ...(shadow ? { shadow } : {}) };
      const told = row.explanation ? { explanation: { ...row.explanation, ...steps } } : {};
      return { observation, relevance, score, unweightedRank, weightedRank, policy, ...told };
    }),
    leftOut: [
      ...inOrder.flatMap(({ members }) => members.slice(1).map((row) => left(row, 'near-duplicate'))),
      ...standing.filter(({ relevance }) => relevance < minRelevance).map((row) => left(row, 'below-relevance')),
    ],
  };
}

test('ranking is its four steps one after the other, to the byte', () => {
  fc.assert(
    fc.property(candidates, fc.constantFrom(0, 0.25, 0.4), (given, minRelevance) => {
      const resolved = resolveRecall({ orgId: 'o', queryText: 'auth', paths: [FOCAL], minRelevance });
      const ranked = rankCandidates(given, resolved, DEFAULT_FEEDBACK_RANKING);
      expect(JSON.stringify(ranked)).toBe(JSON.stringify(asTold(given, minRelevance)));
    }),
    { numRuns: 500 },
  );
});

function row(id: string, changes: { relevance?: number; provenance?: string; explained?: boolean }): AllowedCandidate {
  const { relevance = 0.9, provenance, explained = false } = changes;
  const metadata = provenance === undefined ? {} : { provenance };
  const simhash = id.repeat(16).slice(0, 16);
  const observation = { id, simhash, agentId: 'git', weight: 1, content: id, metadata } as Partial<Observation>;
  const hit = { id, score: relevance, relevance, ...(explained ? { explanation } : {}) };
  return { hit, observation: observation as Observation, policy: 'q' };
}

test("a stranger's words rank below the project's own that are a little weaker, and not below all", () => {
  const resolved = resolveRecall({ orgId: 'o', queryText: 'auth' });
  const given = [row('a', { provenance: 'outside' }), row('b', { relevance: 0.8 }), row('c', { relevance: 0.6 })];
  const { rows } = rankCandidates(given, resolved, DEFAULT_FEEDBACK_RANKING);
  expect(rows.map(({ observation }) => observation.id)).toEqual(['b', 'a', 'c']);
});

test("a stranger's words need a quarter more relevance to be shown", () => {
  const resolved = resolveRecall({ orgId: 'o', queryText: 'auth', minRelevance: 0.4 });
  const given = [
    row('a', { provenance: 'outside', relevance: 0.49 }),
    row('b', { provenance: 'outside', relevance: 0.55, explained: true }),
    row('c', { relevance: 0.41 }),
  ];
  const { rows, leftOut } = rankCandidates(given, resolved, DEFAULT_FEEDBACK_RANKING);
  expect(rows.map(({ observation }) => observation.id)).toEqual(['b', 'c']);
  expect(leftOut).toEqual([{ id: 'a', reason: 'below-relevance', relevance: 0.49 }]);
  expect(rows[0]?.explanation?.provenanceFactor).toBe(0.8);
});

test('a row needs the shared information that is asked of it, unless nobody knows what it shares', () => {
  const minInformation = ({ kind }: Observation): number => (kind === 'convention' ? 0 : 12);
  const resolved = resolveRecall({ orgId: 'o', queryText: 'now run the tests', minInformation });
  const sharing = (id: string, kind: string, sharedInformation?: number): AllowedCandidate => {
    const { hit, observation, ...rest } = row(id, {});
    const informed = sharedInformation === undefined ? hit : { ...hit, sharedInformation };
    return { ...rest, hit: informed, observation: { ...observation, kind } };
  };
  const given = [
    sharing('a', 'exchange', 11.9),
    sharing('b', 'exchange', 12),
    sharing('c', 'commit', 3),
    sharing('d', 'convention', 3),
    sharing('e', 'commit'),
  ];
  const { rows, leftOut } = rankCandidates(given, resolved, DEFAULT_FEEDBACK_RANKING);
  expect(rows.map(({ observation }) => observation.id)).toEqual(['b', 'd', 'e']);
  expect(leftOut.map(({ id, reason }) => [id, reason])).toEqual([
    ['a', 'below-relevance'],
    ['c', 'below-relevance'],
  ]);
});

test('of near-duplicates one that shares enough is enough', () => {
  const minInformation = ({ kind }: Observation): number => (kind === 'decision' ? 0 : 12);
  const resolved = resolveRecall({ orgId: 'o', queryText: 'run the tests', minInformation });
  const twin = (id: string, kind: string): AllowedCandidate => {
    const { hit, observation, ...rest } = row(id, {});
    const same = { ...observation, kind, simhash: 'aaaaaaaaaaaaaaaa' };
    return { ...rest, hit: { ...hit, sharedInformation: 3 }, observation: same };
  };
  const idsOf = (...given: AllowedCandidate[]): string[] =>
    rankCandidates(given, resolved, DEFAULT_FEEDBACK_RANKING).rows.map(({ observation }) => observation.id);
  expect(idsOf(twin('a', 'exchange'), twin('b', 'decision'))).toEqual(['a']);
  expect(idsOf(twin('a', 'exchange'), twin('b', 'exchange'))).toEqual([]);
});
