import { createMemory, type Memory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slowClock } from '../slow-clock.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';

describeOnEachDatabase('the graph of the code', (open) => {
  let memory: Memory;
  beforeAll(async () => {
    memory = await createMemory({ database: await open(), clock: slowClock });
  });
  afterAll(() => memory.close());

  test('what repeats the code comes with a question that has two words of a name, and on no tool call', async () => {
    const org = memory.org('graph-of-code');
    const workItem = { identifier: 'ENG-412', title: 'Options' };
    await org.sessions.create({ id: 's', projectId, workType: 'bug_fix', agentId: 'dev', workItem });
    await org.sessions.claim('s', { workerId: 'w' });
    await org.config.setProject(projectId, { graphEnabled: true }, { actor: 'ann' });
    await org.warm({ projectId });
    const code = { projectId, metadata: { paths: ['src/specific.ts'] } };
    const { ids } = await org.graph.upsertNodes([
      { ...code, type: 'Module', name: 'src/specific.ts' },
      { ...code, type: 'Function', name: 'normalizeFdSpecificOptions' },
    ]);
    await org.graph.upsertEdges([{ sourceId: ids[0]!, relationshipName: 'declares', targetId: ids[1]! }]);
    const edgesOf = async (queryText: string): Promise<number> => {
      const built = await org.buildSessionMemoryBlock({ sessionId: 's', workType: 'bug_fix', projectId, queryText });
      return built.graphEdgeKeys.length;
    };
    expect(await edgesOf('Fix fd-specific options')).toBe(1);
    expect(await edgesOf('Fix the options of a request')).toBe(0);
    const texts: string[] = [];
    const injectMessage = (_sessionId: string, text: string) => Promise.resolve(texts.push(text));
    const injector = org.createInSessionInjector({
      capability: { supportsMessageInjection: true, injectMessage },
      config: { latencyBudgetMs: 10_000 },
    });
    const event = { sessionId: 's', orgId: org.orgId, projectId, agentId: 'dev', emittedAt: 0 };
    const edit = { ...event, phase: 'post-verb' as const, tool: 'Edit', paths: ['src/specific.ts'] };
    await injector.handleVerbEvent({ ...edit, query: 'normalizeFdSpecificOptions' });
    expect(texts.join('\n')).not.toContain('normalizeFdSpecificOptions');
    await injector.handleVerbEvent({ ...event, phase: 'pre-verb', tool: 'prompt', query: 'Fix fd-specific options' });
    expect(texts.at(-1)).toContain('- src/specific.ts → declares → normalizeFdSpecificOptions');
  });
});
