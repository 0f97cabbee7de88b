import type { Database } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';
import { hookWorld } from './hook-world.ts';

/** A database that can be away for a while, as a server is that starts again. */
function interruptible(database: Database) {
  const state = { isAway: false };
  const reached = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    state.isAway ? Promise.reject(new InklingError('database-unavailable', 'away')) : ask();
  const tenant: Database['tenant'] = (orgId) => {
    const { query, batch } = database.tenant(orgId);
    return {
      orgId,
      query: (statement, options) => reached(() => query(statement, options)),
      batch: (statements, options) => reached(() => batch(statements, options)),
    };
  };
  return { database: { ...database, tenant }, state };
}

describeOnEachDatabase('what hooks tell while the database is away', (open) => {
  let app: DaemonApp;
  let state: { isAway: boolean };
  beforeAll(async () => {
    const opened = interruptible(await open());
    state = opened.state;
    app = await daemonApp(opened.database, { clock: slowClock });
    await app.memory.org('local').observations.remember({
      projectId: 'api',
      agentId: 'dev',
      kind: 'decision',
      content: 'The zebra cache is flushed by the warehouse job, never by a request.',
    });
  });

  const { client, sessionOf, activitiesOf, servicesAnew } = hookWorld(() => app);

  /** Tells what is lost when nobody keeps it. */
  async function away(tell: () => Promise<unknown>): Promise<void> {
    state.isAway = true;
    await tell();
    state.isAway = false;
  }

  const read = { tool_name: 'Read', tool_input: { file_path: 'src/other.ts' }, tool_response: {} };
  const names = async (id: string): Promise<unknown[]> =>
    (await activitiesOf(id)).filter(({ type }) => type === 'action').map(({ body }) => body['name']);

  test('a first prompt is the title, brings its block and is remembered, once, with what was done behind it', async () => {
    const { sessionId, send, block } = client();
    await send('SessionStart', { source: 'startup' });
    await away(async () => {
      await send('UserPromptSubmit', { prompt: 'Fix the zebra cache flush in the warehouse' });
      await send('PostToolUse', { ...read, tool_name: 'Edit' });
    });
    expect(await block('PostToolUse', read)).toContain('never by a request');
    expect((await sessionOf(sessionId)).workItem?.title).toBe('Fix the zebra cache flush in the warehouse');
    await expect.poll(() => names(sessionId), { timeout: 30_000 }).toContain('Read');
    expect((await names(sessionId)).slice(0, 2)).toEqual(['prompt', 'Edit']);
    expect((await names(sessionId)).filter((name) => name === 'prompt')).toHaveLength(1);
  });

  test('the context that a compaction replaced gets its block anew', async () => {
    const { sessionId, send, block } = client();
    await block('UserPromptSubmit', { prompt: 'Fix the zebra cache flush in the warehouse' });
    await away(() => send('SessionStart', { source: 'compact' }));
    expect(await block('PostToolUse', read)).toContain('never by a request');
    expect((await sessionOf(sessionId)).epoch).toBe(1);
  });

  test('what is written behind the answers is written when the database is there again', async () => {
    const { sessionId, send } = client();
    await send('UserPromptSubmit', { prompt: 'Rename the giraffe importer' });
    await expect.poll(() => names(sessionId), { timeout: 30_000 }).toEqual(['prompt']);
    await away(async () => {
      for (const tool_name of ['Edit', 'Write']) await send('PostToolUse', { ...read, tool_name });
      await send('Stop', { last_assistant_message: 'Renamed.' });
    });
    await send('PostToolUse', read);
    await expect.poll(() => names(sessionId), { timeout: 30_000 }).toEqual(['prompt', 'Edit', 'Write', 'Read']);
    expect((await activitiesOf(sessionId)).filter(({ type }) => type === 'response')).toHaveLength(1);
  });

  test('the ends of a sub-agent and of its session that were missed are told when the daemon ends', async () => {
    const services = servicesAnew();
    const signal = AbortSignal.abort();
    const tell = async (hook_event_name: string, fields: object): Promise<string> => {
      const payload = { session_id: 'missed-end', cwd: '/repos/api', hook_event_name, ...fields };
      const call = { client: 'claude-code', payload, isOff: false, signal } as const;
      return (await services.answer(app.memory.org('local'), call)).outcome;
    };
    await tell('UserPromptSubmit', { prompt: 'Rename the giraffe importer' });
    await tell('SubagentStart', { agent_id: 'helper', agent_type: 'Explore' });
    await services.settled();
    await away(async () => {
      expect(await tell('SubagentStop', { agent_id: 'helper' })).toBe('failed');
      expect(await tell('SessionEnd', { reason: 'prompt_input_exit' })).toBe('failed');
    });
    await services.close();
    const ended = ['missed-end', 'missed-end/helper'].map(async (id) => (await sessionOf(id)).status);
    expect(await Promise.all(ended)).toEqual(['completed', 'completed']);
  });
});
