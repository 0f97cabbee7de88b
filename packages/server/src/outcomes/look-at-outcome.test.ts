import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OutcomeEvidence, SessionFeedbackResult } from '@inkling/engine/types';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../test/git-fixture.ts';
import { lookAtOutcome } from './look-at-outcome.ts';

const EDITED_S = 1_700_000_000;
const COMMITTED_S = EDITED_S + 600;

let home: string;
let api: GitFixture;
let web: GitFixture;

beforeEach(() => {
  home = temporaryDirectory();
  [api, web] = [gitFixture(path.join(home, 'api')), gitFixture(path.join(home, 'web'))];
});
afterEach(() => removeDirectory(home));

/** An edit as it is written down: with the top of the repository that it is told from, or as it once was, without. */
interface Told {
  readonly value: string;
  readonly checkout?: string;
}

/** What a look at a session says of its commits; null when it says nothing new. */
async function look(
  edits: readonly Told[],
  before: readonly Partial<OutcomeEvidence>[] = [],
): Promise<readonly string[] | null> {
  const checkouts = [...new Set(edits.flatMap(({ checkout }) => checkout ?? []))];
  const bodies = [
    ...edits.map((edit) => ({ key: 'lastEditedFile', ...edit })),
    ...checkouts.map((value) => ({ key: 'checkout', value })),
  ];
  const occurredAt = new Date(EDITED_S * 1000).toISOString();
  const rows = bodies.map((body, seq) => ({ body, occurredAt, seq, type: 'context' }));
  let observed: readonly OutcomeEvidence[] | null = null;
  const result = {} as SessionFeedbackResult;
  const memory = {
    activities: { list: async () => ({ rows, hasMore: false }) },
    feedback: {
      observeOutcome: async (_id: string, evidence: readonly OutcomeEvidence[]) => {
        observed = evidence;
        return result;
      },
      applyForSession: async () => result,
      outcome: async () => ({ evidence: before }),
    },
  };
  await lookAtOutcome(memory as unknown as Parameters<typeof lookAtOutcome>[0], 's', {
    now: () => (COMMITTED_S + 3600) * 1000,
  });
  return (observed as readonly OutcomeEvidence[] | null)?.map(({ source, detail }) => `${source} ${detail}`) ?? null;
}

test('each repository is asked about the edits in it, and what all of them say counts', async () => {
  api.commit({ message: 'Wait longer', files: { 'src/index.ts': 'wait(90);\n' }, at: COMMITTED_S });
  web.commit({ message: 'Another person', files: { 'src/index.ts': 'render();\n' }, at: COMMITTED_S });
  web.commit({ message: 'Revert "Another person"', files: { 'src/index.ts': '\n' }, at: COMMITTED_S + 60 });
  web.commit({ message: 'Show the time', files: { 'time.ts': 'show(time);\n' }, at: COMMITTED_S + 120 });
  const edits = [
    { value: 'src/index.ts', checkout: api.directory },
    { value: 'time.ts', checkout: web.directory },
  ];
  expect((await look(edits))?.toSorted()).toEqual(['commit Show the time', 'commit Wait longer']);
  const outside = { value: path.join(web.directory, 'time.ts'), checkout: api.directory };
  expect(await look([outside])).toEqual([]);
  expect(await look([edits[0]!, outside, { value: 'x', checkout: web.directory }])).toHaveLength(2);
});

test('work trees of one repository have one history', async () => {
  api.commit({ message: 'base', files: { other: '1' }, at: EDITED_S - 60 });
  const tree = path.join(home, 'tree');
  api.git('worktree', 'add', '-q', '-b', 'side', tree);
  api.commit({ message: 'Wait longer', files: { 'a.ts': 'wait(90);\n' }, at: COMMITTED_S });
  api.commit({ message: 'fix: wait', files: { 'a.ts': 'wait(80);\n', 'b.ts': 'b();\n' }, at: COMMITTED_S + 60 });
  const edits = [
    { value: 'a.ts', checkout: api.directory },
    { value: 'b.ts', checkout: tree },
  ];
  expect((await look(edits))?.filter((each) => each.startsWith('fix-up'))).toEqual([]);
});

test('two clones of one history say a thing once', async () => {
  api.commit({ message: 'Wait longer', files: { 'a.ts': 'wait(90);\n', 'b.ts': 'b();\n' }, at: COMMITTED_S });
  const clone = path.join(home, 'clone');
  api.git('clone', '-q', api.directory, clone);
  const edits = [
    { value: 'a.ts', checkout: api.directory },
    { value: 'b.ts', checkout: clone },
  ];
  expect(await look(edits)).toEqual(['commit Wait longer']);
});

test('a checkout that is gone tells nothing new', async () => {
  const gone = path.join(home, 'gone');
  expect(await look([{ value: 'a.ts', checkout: gone }])).toBeNull();
  expect(
    await look([
      { value: 'a.ts', checkout: gone },
      { value: 'b.ts', checkout: api.directory },
    ]),
  ).toBeNull();
  api.commit({ message: 'Wait longer', files: { 'a.ts': 'wait(90);\n', 'b.ts': 'b();\n' }, at: COMMITTED_S });
  expect(
    await look([
      { value: 'b.ts', checkout: gone },
      { value: 'a.ts', checkout: api.directory },
    ]),
  ).toEqual(['commit Wait longer']);
});

test('what the history of a checkout showed before stays when it is gone', async () => {
  const gone = path.join(home, 'gone');
  const edits = [
    { value: 'b.ts', checkout: gone },
    { value: 'a.ts', checkout: api.directory },
  ];
  const before = [
    { source: 'revert', subject: 'theirs', detail: 'Show the time' },
    { source: 'check', subject: 'test', detail: 'npm test' },
  ] as const;
  expect(await look(edits, before)).toBeNull();
  api.commit({ message: 'Wait longer', files: { 'a.ts': 'wait(90);\n' }, at: COMMITTED_S });
  expect(await look(edits, before)).toEqual(['commit Wait longer', 'revert Show the time']);
  // A revert that was taken back.
  const ours = { source: 'revert', subject: api.git('rev-parse', 'HEAD').trim(), detail: 'ours' } as const;
  expect(await look(edits, [ours])).toEqual(['commit Wait longer']);
  expect(await look(edits.slice(1), before)).toEqual(['commit Wait longer']);
});

test('an edit of which the repository was not written down is asked for where there is one', async () => {
  api.commit({ message: 'Wait longer', files: { 'a.ts': 'wait(90);\n' }, at: COMMITTED_S });
  expect(await look([{ value: 'a.ts' }, { value: 'b.ts', checkout: api.directory }])).toEqual(['commit Wait longer']);
  const tree = path.join(home, 'tree');
  api.git('worktree', 'add', '-q', '-b', 'side', tree);
  const of = (...tops: readonly string[]): Told[] => tops.map((checkout) => ({ value: 'b.ts', checkout }));
  expect(await look([{ value: 'a.ts' }, ...of(api.directory, tree)])).toEqual(['commit Wait longer']);
  expect(await look([{ value: 'a.ts' }, ...of(api.directory, web.directory)])).toBeNull();
  expect(await look(of(api.directory, web.directory))).toEqual([]);
});
