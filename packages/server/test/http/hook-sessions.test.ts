import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { createHookServices } from '../../src/agents/hook-services.ts';
import { createDirectoryFacts } from '../../src/project/directory-facts.ts';
import { gitFixture, removeDirectory } from '../git-fixture.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';
import { hookWorld } from './hook-world.ts';

/** In Claude Code's words. */
const REFUSAL = "The user doesn't want to proceed with this tool use.";

describeOnEachDatabase('what sessions of hooks are made of', (open) => {
  let app: DaemonApp;
  beforeAll(async () => {
    const agents = createHookServices({
      secret: 'test',
      clock: slowClock,
      ...createDirectoryFacts(slowClock),
      onVerbEvent: () => undefined,
      onError: (error) => app.failures.push(error),
    });
    // No test here is about time.
    app = await daemonApp(await open(), { clock: slowClock, agents });
  });

  const { client, sessionOf, activitiesOf } = hookWorld(() => app);

  test('a directory that has become another repository is that project for the next session, and not for the one that runs', async () => {
    const { git, directory: cwd } = gitFixture();
    try {
      git('remote', 'add', 'origin', 'git@github.com:acme/billing.git');
      const [before, after] = [client(), client()];
      await before.send('SessionStart', { source: 'startup', cwd });
      git('remote', 'set-url', 'origin', 'git@github.com:other/website.git');
      await before.send('UserPromptSubmit', { prompt: 'Go on', cwd });
      await after.send('SessionStart', { source: 'startup', cwd });
      expect((await sessionOf(before.sessionId)).projectId).toBe('github.com/acme/billing');
      expect((await sessionOf(after.sessionId)).projectId).toBe('github.com/other/website');
    } finally {
      removeDirectory(cwd);
    }
  });

  test('what an agent tells its sub-agent is not remembered as what the user said', async () => {
    const { sessionId, send } = client('opencode');
    const [rule, told] = ['Never push to the branch of another team.', 'In this repo we always use jitter.'];
    await send('UserPromptSubmit', { prompt: rule });
    await send('UserPromptSubmit', { prompt: told, agent_id: 'child' });
    await send('SubagentStop', { agent_id: 'child', last_assistant_message: 'Reviewed.' });
    await send('SessionEnd', { reason: 'exit' });
    const child = await activitiesOf(`${sessionId}/child`);
    expect(child).toMatchObject([{ body: { name: 'task', text: told } }, { type: 'response' }]);
    const stated = async (): Promise<readonly string[]> =>
      (await app.memory.org('local').observations.list({ kind: 'convention' })).rows.map(({ content }) => content);
    await expect.poll(stated, { timeout: 30_000 }).toContain(rule);
    expect(await stated()).not.toContain(told);
  });

  test.each([true, false])(
    'hooks that run twice tell a talk once, whether their client numbers its prompts or not: %s',
    async (isNumbered) => {
      const { sessionId, send } = client();
      const tell = async (hookName: string, fields: object): Promise<void> =>
        void (await Promise.all([send(hookName, fields), send(hookName, fields)]));
      const say = (prompt: string, n: number): Promise<void> =>
        tell('UserPromptSubmit', { prompt, ...(isNumbered ? { prompt_id: `p${n}` } : {}) });
      await say('Retry only 429 and 408, never a 500.', 1);
      await tell('Stop', { last_assistant_message: 'Done.' });
      for (const n of [2, 3]) {
        await say('Go on', n);
        await tell('Stop', { last_assistant_message: 'Done.' });
      }
      await send('SessionEnd', { reason: 'exit' });
      const told = (await activitiesOf(sessionId)).filter(({ type }) => type === 'action' || type === 'response');
      const [retry, done, goOn] = ['Retry only 429 and 408, never a 500.', 'Done.', 'Go on'];
      expect(told.map(({ body }) => body['text'])).toEqual([retry, done, goOn, done, goOn, done]);
    },
  );

  test('a tool input that is nested deep is stored, and what was told beside it', async () => {
    const { sessionId, send } = client();
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
    const call = (levels: number) => ({ tool_name: 'mcp__docs__write', tool_input: nested(levels), tool_response: {} });
    await send('UserPromptSubmit', { prompt: 'Remember that port 9999 is the importer.' });
    await Promise.all([31, 32, 300].map((levels) => send('PostToolUse', call(levels))));
    await send('SessionEnd', { reason: 'exit' });
    const inputs = (await activitiesOf(sessionId)).flatMap(({ body }) => ('input' in body ? [body['input']] : []));
    expect(inputs).toHaveLength(3);
    expect(inputs).toEqual(expect.arrayContaining([nested(31), JSON.stringify(nested(300))]));
    expect(await activitiesOf(sessionId)).toContainEqual(
      expect.objectContaining({ body: { name: 'prompt', text: 'Remember that port 9999 is the importer.' } }),
    );
  });

  test('a sub-agent is about what its own call asked, also when calls before it failed or were given up', async () => {
    const { sessionId, send } = client();
    const ask = (description: string, subagent_type: string) => ({
      ...{ tool_name: 'Task', tool_use_id: description },
      tool_input: { description, prompt: description, subagent_type },
    });
    const taskOf = async (agent_id: string): Promise<unknown> => {
      await send('SubagentStart', { agent_id, agent_type: 'Explore' });
      return (await sessionOf(`${sessionId}/${agent_id}`)).workItem?.title;
    };
    await send('UserPromptSubmit', { prompt: 'Do two things' });
    await send('PreToolUse', ask('Rewrite billing', 'Explore'));
    await send('PostToolUseFailure', { ...ask('Rewrite billing', 'Explore'), error: 'denied by a hook' });
    for (const refusal of [{ error: REFUSAL }, { error: 'aborted', is_interrupt: true }]) {
      await send('PreToolUse', ask('Drop the database', 'Explore'));
      expect(await send('PostToolUseFailure', { ...ask('Drop the database', 'Explore'), ...refusal })).toEqual({});
    }
    await send('PreToolUse', ask('Plan it', 'Plan'));
    await send('PreToolUse', ask('Fix the cookie', 'Explore'));
    expect(await taskOf('a1')).toBe('Fix the cookie');
    await send('UserPromptSubmit', { prompt: 'And now the docs' });
    await send('PreToolUse', ask('Write the docs', 'Writer'));
    expect(await taskOf('a2')).toBe('Write the docs');
    // What a user refuses is nothing that the agent did.
    expect(JSON.stringify(await activitiesOf(sessionId))).not.toContain('Drop the database');
  });
});
