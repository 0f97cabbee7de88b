import type { Observation, SessionMemoryBlock } from '@inkling/engine';
import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { planReplay } from './plan-replay.ts';
import { observationIdAt, type ReplayCommit } from './replay-commit.ts';
import type { ReplayMemory, ReplayOrg } from './replay-memory.ts';
import { runReplay, type ReplayRun } from './run-replay.ts';
import { SWEPT_RELEVANCES, SWEPT_SETTINGS } from './swept-settings.ts';

const commits: readonly ReplayCommit[] = Array.from({ length: 40 }, (_value, position) => ({
  position,
  hash: `hash${position}`,
  subject: `subject ${position}`,
  paths: [`file${position % 4}`, 'all'],
  observation: { content: `subject ${position}`, createdAt: new Date(position) },
}));

const plan = planReplay(commits, { split: 0.5, queries: 7 });
const run: ReplayRun = {
  commits,
  plan,
  settings: { workType: 'chore', budgetTokens: null, minRelevance: 0.25 },
  sweep: true,
  clock: systemClock,
  onProgress: () => undefined,
};

interface Asked {
  readonly queryText: string;
  readonly paths: readonly string[];
  readonly minRelevance: number | undefined;
  readonly budget: number | undefined;
  /** Rows that a block was packed of. */
  rows?: number;
  /** Positions that memory held. */
  readonly known: readonly number[];
}

/** A memory that finds everything it holds, newest first, a little less relevant each, and packs two rows. */
function recordingMemory(): { memory: ReplayMemory; recalled: Asked[]; packed: Asked[] } {
  const known: number[] = [];
  const recalled: Asked[] = [];
  const packed: Asked[] = [];
  const rowsAt = (positions: readonly number[]) =>
    positions.map((position, index) => ({ ...ROW, observation: observationOf(position), relevance: 1 - index / 100 }));
  const asked = (request: Partial<Parameters<ReplayOrg['buildSessionMemoryBlock']>[0]>): Asked => ({
    queryText: request.queryText ?? '',
    paths: request.paths ?? [],
    minRelevance: request.minRelevance,
    budget: request.budget?.defaults['chore'],
    known: [...known],
  });
  const recall: ReplayOrg['recall'] = (request) => {
    recalled.push(asked(request));
    const found = rowsAt(known.toReversed()).filter(({ relevance }) => relevance >= (request.minRelevance ?? 0.25));
    const rows = found.slice(0, request.limit ?? 20);
    return Promise.resolve({ outcome: 'ok', rows, leftOut: [], degraded: null, semantic: null, elapsedMs: 0 });
  };
  const org: ReplayOrg = {
    recall,
    warm: () => Promise.resolve(true),
    async buildSessionMemoryBlock(request) {
      const packing = asked(request);
      packed.push(packing);
      const store = request.store ?? { recall };
      const { rows } = await store.recall({ orgId: 'local', queryText: request.queryText });
      packing.rows = rows.length;
      return { ...BLOCK, observationIds: rows.slice(0, 2).map(({ observation }) => observation.id) };
    },
  };
  const memory: ReplayMemory = {
    org,
    fullText: { add: () => Promise.resolve(), search: () => Promise.resolve([known.length - 1]) },
    add: (added) => Promise.resolve(void known.push(...added.map(({ position }) => position))),
    rowsAt: (positions) => Promise.resolve(rowsAt(positions)),
    close: () => Promise.resolve(),
  };
  return { memory, recalled, packed };
}

const ROW = { score: 1, unweightedRank: 1, weightedRank: 1 };

const observationOf = (position: number): Observation => ({
  orgId: 'local',
  id: observationIdAt(position, position),
  projectId: null,
  agentId: 'git',
  sessionId: null,
  kind: 'commit',
  content: 'x',
  contentHash: '',
  source: 'import',
  classification: 'internal',
  weight: 1,
  pinned: false,
  metadata: {},
  simhash: '',
  supersededBy: null,
  validTo: null,
  quarantineReason: null,
  createdAt: new Date(position).toISOString(),
  updatedAt: new Date(position).toISOString(),
});

const BLOCK: SessionMemoryBlock = {
  block: 'text',
  observationIds: [],
  sessionSummaryIds: [],
  graphNodeIds: [],
  graphEdgeKeys: [],
  deniedTriplets: [],
  budgetTokens: 300,
  actualTokens: 50,
  queryText: '',
  rows: [],
  skipped: [],
  leftOut: [],
  degraded: null,
  outcome: 'ok',
  elapsedMs: 0,
};

test('when a commit is asked about, memory holds exactly the commits before it', async () => {
  const { memory, recalled, packed } = recordingMemory();
  await runReplay(memory, run);
  expect(new Set(recalled.map(({ queryText }) => queryText))).toEqual(
    new Set(plan.queries.map(({ subject }) => subject)),
  );
  for (const { queryText, known } of [...recalled, ...packed]) {
    const position = Number(queryText.slice('subject '.length));
    expect(known).toEqual(Array.from({ length: position }, (_value, index) => index));
  }
});

test('each commit is asked about by its subject, then with its first path; everybody is asked the same', async () => {
  const { memory, packed } = recordingMemory();
  const { outcomes } = await runReplay(memory, { ...run, sweep: false });
  const first = plan.queries[0]!;
  const own = outcomes.slice(0, 9).map(({ variant, method }) => `${variant} ${method}`);
  expect(own).toEqual([
    'subject inkling',
    'subject inkling-no-floor',
    'subject full-text',
    'subject recent',
    'subject-and-path inkling',
    'subject-and-path inkling-no-floor',
    'subject-and-path full-text',
    'subject-and-path recent',
    'subject-and-path path-log',
  ]);
  expect(outcomes).toHaveLength(9 * plan.queries.length);
  const paths = packed.filter(({ queryText }) => queryText === first.subject).map((request) => request.paths.join());
  expect(new Set(paths)).toEqual(new Set(['', first.paths[0]]));
});

test('a sweep recalls each commit once for each floor, and packs what a block would see and no more', async () => {
  const [without, swept] = [recordingMemory(), recordingMemory()];
  await runReplay(without.memory, { ...run, sweep: false });
  const outcomes = await runReplay(swept.memory, run);
  expect(swept.recalled.length - without.recalled.length).toBe(plan.queries.length * SWEPT_RELEVANCES.length);
  expect(swept.packed.length - without.packed.length).toBe(plan.queries.length * SWEPT_SETTINGS.length);
  // Nobody else asks with these floors.
  const bySweep = swept.packed.filter(({ minRelevance }) => minRelevance === 0.1 || minRelevance === 0.5);
  expect(Math.max(...bySweep.map(({ rows }) => rows ?? Number.NaN))).toBe(20);
  expect(outcomes.swept.map((query) => query.length)).toEqual(plan.queries.map(() => SWEPT_SETTINGS.length));
});
