// Memory in the Claude Agent SDK: hooks in process, no command is started for an event. The client is the real one; the model is a
// scripted one on the loopback interface, and the client's home an empty folder.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { createMemory } from '@inkling/engine';
import { claudeAgentHooks } from '@inkling/engine/history';
import { openPglite } from '@inkling/engine/pglite';
import { startScriptedModel } from '../../packages/server/dist/scripted-model/scripted-model.js';

const memory = await createMemory({ database: await openPglite() });
const org = memory.org('acme');
await org.observations.rememberMany([
  {
    projectId: 'shop',
    kind: 'decision',
    content: 'Auth tokens are JWT, signed with ES256, because sessions need a shared store.',
  },
  {
    projectId: 'shop',
    kind: 'convention',
    content: 'Prices are rounded half to even, or invoices differ from the bank by a cent.',
  },
]);
await org.warm({ projectId: 'shop' });

const home = mkdtempSync(join(tmpdir(), 'inkling-example-'));
const model = await startScriptedModel([{ say: 'As the notes say.' }, { say: 'And so with prices.' }]);
const env = {
  PATH: process.env.PATH,
  HOME: home,
  ANTHROPIC_BASE_URL: model.url,
  ANTHROPIC_API_KEY: 'none',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
};

// #region shown
const conversation = org.conversation({ projectId: 'shop' });
const hooks = claudeAgentHooks(conversation);
const ask = (prompt, more = {}) => query({ prompt, options: { hooks, env, cwd: home, ...more } });
// #endregion

/** The session's id, when the client is done. */
async function finish(messages) {
  for await (const message of messages) {
    if (message.type !== 'result') continue;
    assert.equal(message.subtype, 'success', JSON.stringify(message));
    return message.session_id;
  }
  return assert.fail('the client ended without a result');
}

try {
  const common = { model: 'claude-sonnet-4-5', settingSources: [] };
  const resume = await finish(ask('Why are auth tokens JWT?', common));
  await finish(ask('And prices, rounded how?', { ...common, resume }));
  const asked = model.requests.flatMap(({ asked: one }) => (one && one.tools.length > 0 ? [one] : []));
  const blocksIn = ({ parts }) =>
    parts
      .map(({ text }) => text)
      .join('\n')
      .match(/\[Context from memory\] \(\w+-\d+\)[^]*?\[End of context/g) ?? [];
  const [first, last] = [asked[0], asked.at(-1)];
  assert.equal(blocksIn(first).length, 1);
  assert.ok(blocksIn(first)[0].includes('Auth tokens are JWT'));
  assert.equal(blocksIn(last).length, 2, 'a resumed client keeps what it was given');
  assert.ok(blocksIn(last)[1].includes('half to even'));
  assert.deepEqual(
    conversation.state().blocks.map(({ turn }) => turn),
    [1, 2],
  );
} finally {
  await model.close();
  await memory.close();
  rmSync(home, { recursive: true, force: true });
}
