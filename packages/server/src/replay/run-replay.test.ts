import type { Observation, SessionMemoryBlock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { observationIdAt, type ReplayCommit } from './read-history.ts';
import type { ReplayMemory, ReplayOrg } from './replay-memory.ts';
import type { ReplayTask } from './replay-task.ts';
import { judgeAnswer, runReplay, sharesFileWith, type ReplayRun } from './run-replay.ts';
import { SWEPT_RELEVANCES, SWEPT_SETTINGS } from './suggest-setting.ts';

const commits: readonly ReplayCommit[] = Array.from({ length: 40 }, (_value, position) => ({
  position,
  hash: `hash${position}`,
  subject: `subject ${position}`,
  paths: [`file${position % 4}`, 'all'],
  observation: { content: `subject ${position}`, createdAt: new Date(position) },
}));

/** Of every third late commit the one before stands behind its lines, and the one before that behind those of its first file. */
const tasks: readonly ReplayTask[] = commits
  .filter(({ position }) => position >= 20 && position % 3 === 0)
  .map((commit) => ({
    commit,
    behind: {
      all: new Set([commit.position - 1]),
      files: [{ path: `file${commit.position % 4}`, behind: new Set([commit.position - 4]) }],
    },
    unchanged: ['beside'],
  }));

const run: ReplayRun = {
  commits,
  remembered: 20,
  tasks,
  settings: { workType: 'chore', budgetTokens: 300, minRelevance: 0.25 },
  linesAt: () => Promise.resolve(null),
  play: (task) =>
    Promise.resolve([
      {
        ...{ tool: 'Edit', path: task.behind.files[0]!.path, block: 'hint' },
        ...{ named: [task.commit.position - 4], tokens: 30, answered: true },
      },
      { tool: 'Read', path: 'beside', block: '', named: [], tokens: 0, answered: true },
    ]),
  sweep: true,
  onProgress: () => undefined,
};

interface Asked {
  readonly queryText: string;
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
  const notAsked = (): never => {
    throw new Error('Tool calls are played by somebody else.');
  };
  const org: ReplayOrg = {
    recall,
    sessions: { create: notAsked, claim: notAsked },
    createInSessionInjector: notAsked,
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
    searchText: () => Promise.resolve([known.length - 1]),
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

test('the lines of a file are those from before the task, and read once for it', async () => {
  const asked: string[] = [];
  await runReplay(recordingMemory().memory, {
    ...run,
    tasks: tasks.slice(0, 2),
    sweep: false,
    linesAt: (revision, path) => {
      asked.push(`${revision} ${path}`);
      return Promise.resolve(null);
    },
    play: async (task, linesOf) => {
      await linesOf('a');
      await linesOf('a');
      return run.play(task, linesOf);
    },
  });
  expect(asked).toEqual(tasks.slice(0, 2).map(({ commit }) => `${commit.hash}^ a`));
});

test('when a task is begun, memory holds exactly the commits before it', async () => {
  const { memory, recalled, packed } = recordingMemory();
  const played: number[] = [];
  await runReplay(memory, {
    ...run,
    play: (task, linesOf) => {
      played.push(task.commit.position);
      return run.play(task, linesOf);
    },
  });
  expect(played).toEqual(tasks.map(({ commit }) => commit.position));
  expect(new Set(recalled.map(({ queryText }) => queryText))).toEqual(
    new Set(tasks.map(({ commit }) => commit.subject)),
  );
  for (const { queryText, known } of [...recalled, ...packed]) {
    const position = Number(queryText.slice('subject '.length));
    expect(known).toEqual(Array.from({ length: position }, (_value, index) => index));
  }
});

test('the start is judged by all changed lines, the first edit by those of its file, and everybody alike', async () => {
  const { memory } = recordingMemory();
  const outcomes = await runReplay(memory, { ...run, sweep: false });
  // The latest three of a file are 4, 8 and 12 commits ago; our block has two lines; full-text search finds the commit before.
  const expected = [
    ['start', 'inkling', { hit: true, sameFile: true, lines: 2, linesBehind: 1, tokens: 50 }],
    ['start', 'full-text', { hit: true, sameFile: true, lines: 1, linesBehind: 1, tokens: 50 }],
    ['start', 'latest', { hit: true, sameFile: true, lines: 10, linesBehind: 1 }],
    ['tool-call', 'inkling', { hit: true, sameFile: true, lines: 1, linesBehind: 1, tokens: 30 }],
    ['tool-call', 'full-text', { hit: false, sameFile: true, lines: 1, linesBehind: 0, tokens: 50 }],
    ['tool-call', 'latest', { hit: true, sameFile: true, lines: 3, linesBehind: 1 }],
  ].map(([surface, method, verdict]) => expect.objectContaining({ surface, method, ...(verdict as object) }));
  expect(outcomes).toHaveLength(tasks.length);
  for (const { verdicts, startBlock, calls } of outcomes) {
    expect(verdicts).toEqual(expected);
    expect(startBlock).toBe('text');
    expect(calls).toHaveLength(2);
  }
});

test('git log costs a short hash and a subject for each commit', async () => {
  const [outcome] = await runReplay(recordingMemory().memory, { ...run, tasks: tasks.slice(0, 1), sweep: false });
  const tokens = outcome?.verdicts.filter(({ method }) => method === 'latest').map((verdict) => verdict.tokens);
  // 10 and 3 lines of "hash20 subject 20"; an estimate is a quarter of the characters or more.
  expect(tokens?.[0]).toBeGreaterThanOrEqual((10 * 'hash20 subject 20'.length + 9) / 4 - 1);
  expect(tokens?.[1]).toBeLessThan((tokens?.[0] ?? 0) / 2);
});

test('a task without an edit is judged at its start alone', async () => {
  const [first] = tasks;
  const task = { ...first!, behind: { ...first!.behind, files: [] } };
  const [outcome] = await runReplay(recordingMemory().memory, {
    ...run,
    tasks: [task],
    play: () => Promise.resolve([]),
    sweep: false,
  });
  expect(outcome?.verdicts.map(({ surface }) => surface)).toEqual(['start', 'start', 'start']);
});

test('a sweep recalls each task once for each floor, and packs what a block would see and no more', async () => {
  const [without, swept] = [recordingMemory(), recordingMemory()];
  await runReplay(without.memory, { ...run, sweep: false });
  const outcomes = await runReplay(swept.memory, run);
  expect(swept.recalled.length - without.recalled.length).toBe(tasks.length * SWEPT_RELEVANCES.length);
  expect(swept.packed.length - without.packed.length).toBe(tasks.length * SWEPT_SETTINGS.length);
  // Nobody else asks with these floors.
  const bySweep = swept.packed.filter(({ minRelevance }) => minRelevance === 0.1 || minRelevance === 0.5);
  expect(Math.max(...bySweep.map(({ rows }) => rows ?? Number.NaN))).toBe(20);
  expect(outcomes.map((outcome) => outcome.swept.length)).toEqual(tasks.map(() => SWEPT_SETTINGS.length));
});

const behind = new Set([3, 5]);
const sharesFile = (position: number): boolean => position < 6;

test.each([
  ['a commit behind the lines', [9, 3], { hit: true, sameFile: true, lines: 2, linesBehind: 1 }],
  ['two of them', [5, 3], { hit: true, sameFile: true, lines: 2, linesBehind: 2 }],
  ['a commit that only shares a file', [2, 9], { hit: false, sameFile: true, lines: 2, linesBehind: 0 }],
  ['others', [9], { hit: false, sameFile: false, lines: 1, linesBehind: 0 }],
  ['nothing', [], { hit: false, sameFile: false, lines: 0, linesBehind: 0 }],
])('an answer names %s', (_title, named, expected) => {
  const answer = { named, tokens: 12, answered: true };
  expect(judgeAnswer(answer, behind, sharesFile)).toEqual({ ...expected, tokens: 12, answered: true });
});

test('commits share a file when both touched it', () => {
  const commitAt = (position: number, paths: string[]) => ({
    position,
    hash: '',
    subject: '',
    paths,
    observation: { content: '' },
  });
  const commits = [commitAt(0, ['a', 'b']), commitAt(1, ['c']), commitAt(2, ['b', 'd'])];
  const shares = sharesFileWith(commits[2]!, commits);
  expect([0, 1, 2, 7].map(shares)).toEqual([true, false, true, false]);
});
