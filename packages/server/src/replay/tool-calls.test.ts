import type { VerbBusEvent } from '@inkling/engine';
import { expect, test } from 'vitest';
import { observationIdAt } from './read-history.ts';
import type { ReplayOrg } from './replay-memory.ts';
import type { ReplayTask } from './replay-task.ts';
import { createToolCallPlayer } from './tool-calls.ts';

const task = (hash: string, files: readonly string[], unchanged: readonly string[]): ReplayTask => ({
  commit: { position: 9, hash, subject: `subject of ${hash}`, paths: files, observation: { content: 'x' } },
  behind: { all: new Set([1]), files: files.map((path) => ({ path, behind: new Set([1]) })) },
  unchanged,
});

const noLines = () => Promise.resolve(null);

/** An organisation that notes what is asked of it, and has a block for every edit. */
function notingOrg(): { org: ReplayOrg; told: unknown[] } {
  const told: unknown[] = [];
  const nobody = (): never => {
    throw new Error('No tool call asks for this.');
  };
  const org = {
    recall: nobody,
    buildSessionMemoryBlock: nobody,
    warm: nobody,
    sessions: {
      create: ({ id, workItem }: { id: string; workItem: object }) => Promise.resolve(void told.push([id, workItem])),
      claim: (id: string) => Promise.resolve(void told.push([id, 'claimed'])),
    },
    createInSessionInjector: ({ capability }: Parameters<ReplayOrg['createInSessionInjector']>[0]) => ({
      async handleVerbEvent({ sessionId, tool, paths, query, projectId }: VerbBusEvent) {
        told.push([sessionId, tool, paths, query, projectId]);
        if (tool === 'Edit')
          await capability.injectMessage?.(sessionId, `of ${String(paths)}`, { role: 'system' } as never);
        const outcome = { Edit: 'injected', Read: 'no-match' }[tool] ?? 'budget-exceeded';
        const observationIds = tool === 'Edit' ? [observationIdAt(4, 0), observationIdAt(2, 0)] : [];
        return { outcome, observationIds, actualTokens: observationIds.length * 20 };
      },
    }),
  };
  return { org: org as unknown as ReplayOrg, told };
}

test('a session about the subject, its edits and reads in turns, and the commits that each block names', async () => {
  const { org, told } = notingOrg();
  const answers = await createToolCallPlayer(org)(task('abc', ['a', 'b', 'c', 'd'], ['x']), noLines);
  const session = 'replay-abc';
  expect(told).toEqual([
    [session, { title: 'subject of abc' }],
    [session, 'claimed'],
    [session, 'Edit', ['a'], undefined, 'replay'],
    [session, 'Read', ['x'], undefined, 'replay'],
    [session, 'Edit', ['b'], undefined, 'replay'],
    [session, 'Edit', ['c'], undefined, 'replay'],
  ]);
  const block = { named: [4, 2], tokens: 40, answered: true };
  const silence = { named: [], tokens: 0, answered: true };
  expect(answers).toEqual([
    { tool: 'Edit', path: 'a', block: 'of a', ...block },
    { tool: 'Read', path: 'x', block: '', ...silence },
    { tool: 'Edit', path: 'b', block: 'of b', ...block },
    { tool: 'Edit', path: 'c', block: 'of c', ...block },
  ]);
});

test('each task has a session of its own', async () => {
  const { org, told } = notingOrg();
  const play = createToolCallPlayer(org);
  await play(task('one', ['a'], []), noLines);
  await play(task('two', ['a'], []), noLines);
  expect(told.filter((entry) => (entry as unknown[])[1] === 'claimed')).toEqual([
    ['replay-one', 'claimed'],
    ['replay-two', 'claimed'],
  ]);
});

test('the lines of a file are there when its call is made', async () => {
  const asked: string[] = [];
  const lines = [{ commit: 'c', text: 'x' }];
  const { org } = notingOrg();
  let blame: ((file: { path: string }) => Promise<unknown>) | undefined;
  const watched = {
    ...org,
    createInSessionInjector: (options: Parameters<ReplayOrg['createInSessionInjector']>[0]) => {
      blame = options.blame as typeof blame;
      return org.createInSessionInjector(options);
    },
  };
  await createToolCallPlayer(watched)(task('one', ['a'], ['b']), (path) => {
    asked.push(path);
    return Promise.resolve(path === 'a' ? lines : null);
  });
  expect(asked).toEqual(['a', 'b']);
  expect([await blame?.({ path: 'a' }), await blame?.({ path: 'b' })]).toEqual([lines, null]);
});
