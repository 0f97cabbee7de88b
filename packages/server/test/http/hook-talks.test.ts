import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';
import { hookWorld } from './hook-world.ts';

/** What the user asked, and what the agent answered; an agent that was stopped did not. */
type Turn = readonly [prompt: string, answer?: string];

const REFUNDS: readonly Turn[] = [
  [
    'Refunds: when is a second approval needed? Find out how it is done now.',
    'Never so far. Shall I ask for one each time?',
  ],
  [
    'No, only for large ones: refunds over 500 euros need a second approval; smaller ones need none.',
    'Settled: refunds over 500 euros need a second approval; smaller ones need none.',
  ],
  ['Right, thank you.', 'The check is in the refund module.'],
];
const HIGHER_LIMIT: readonly Turn[] = [
  [
    'Amendment to the refund approval: refunds over 1000 euros need a second approval, not over 500.',
    'Changed in the refund module, with a test for both sides of the limit.',
  ],
];

describeOnEachDatabase('talks that hooks report', (open) => {
  let app: DaemonApp;
  beforeAll(async () => {
    app = await daemonApp(await open(), { clock: slowClock });
  });
  const { client, activitiesOf, injectsOf } = hookWorld(() => app);

  /** A session from its start to its end, captured. */
  async function held(turns: readonly Turn[]): Promise<string> {
    const { sessionId, send } = client();
    await send('SessionStart', { source: 'startup' });
    const written = async (type: string): Promise<number> =>
      (await activitiesOf(sessionId)).filter((activity) => activity.type === type).length;
    for (const [index, [prompt, answer]] of turns.entries()) {
      const [prompts, answers] = [await written('action'), await written('response')];
      await send('UserPromptSubmit', { prompt, prompt_id: `${sessionId}-${index}` });
      // Written behind the answers of the hooks.
      await expect.poll(() => written('action'), { timeout: 20_000 }).toBeGreaterThan(prompts);
      if (answer === undefined) continue;
      await send('Stop', { last_assistant_message: answer });
      await expect.poll(() => written('response'), { timeout: 20_000 }).toBeGreaterThan(answers);
    }
    await send('PostToolUse', {
      ...{ tool_name: 'Edit', tool_input: { file_path: '/repos/api/apps/refund.ts' }, tool_use_id: `${sessionId}-e` },
      tool_response: {},
    });
    await expect.poll(() => written('context'), { timeout: 20_000 }).toBeGreaterThan(0);
    await send('SessionEnd', { reason: 'other' });
    await app.ask(`post /v1/sessions/${sessionId}/capture`);
    await app.ask('post /v1/warm', { body: { projectId: 'api' } });
    return sessionId;
  }

  test('a request that nobody answered is given to no later session, what was asked to be remembered is', async () => {
    const org = app.memory.org('local');
    const asked = await held([['Please bump typescript to 5.9'], ['and run all of the tests please']]);
    expect(await org.observations.count({ sessionId: asked })).toBe(0);
    const stated = await held([['Please bump typescript to 5.9'], ['Remember that releases are cut on Thursdays.']]);
    const contents = (await org.observations.list({ sessionId: stated })).rows.map(({ content }) => content);
    expect(contents).toContain('Releases are cut on Thursdays.');
    expect(contents).not.toContain('User: Please bump typescript to 5.9');

    const { sessionId, text, toolCall } = client();
    await text('SessionStart', { source: 'startup' });
    expect(await text('UserPromptSubmit', { prompt: 'commit and push please' })).toBe('');
    expect(await toolCall('TodoWrite', {})).toBe('');
    expect(await injectsOf(sessionId)).toEqual([]);
  });

  test('of a rule that was amended only the later one is given, at the start, to a prompt and by recall', async () => {
    await held(REFUNDS);
    const { body } = await app.ask<{ rows: { observation: { content: string } }[] }>('post /v1/recall', {
      body: { projectId: 'api', queryText: 'second approval of refunds' },
    });
    expect(JSON.stringify(body)).toContain('over 500 euros need');
    await held(HIGHER_LIMIT);

    const { text, block } = client();
    await text('SessionStart', { source: 'startup' });
    const given = await block('UserPromptSubmit', { prompt: 'Add a test for the second approval of refunds' });
    const later = client();
    await later.text('UserPromptSubmit', { prompt: 'Tidy up the readme' });
    const prompted = await later.block('UserPromptSubmit', { prompt: 'Which refunds need a second approval?' });
    const recalled = await app.ask('post /v1/recall', {
      body: { projectId: 'api', queryText: 'second approval of refunds' },
    });
    for (const shown of [given, prompted, JSON.stringify(recalled.body)]) {
      expect(shown).toContain('over 1000 euros need');
      expect(shown).not.toContain('over 500 euros need');
    }
  });
});
