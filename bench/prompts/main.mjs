// What later prompts of a session bring: prompts that say what to do next and name little or no subject ("now add a test for it"), each in a session of its own,
// over a repository's history and, where there are some, over past sessions. Nearly all that comes for such a prompt is about something else.
//   npm run bench prompts [-- --repository DIR] [--transcripts DIR] [--show 5]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemory, estimateTokens } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { benchArguments } from '../lib/bench-arguments.mjs';

const options = benchArguments('prompts');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const repository = options.repository ?? here('../..');
const cli = here('../../packages/server/dist/cli/main.js');
const prompts = readFileSync(options.prompts ?? here('prompts.txt'), 'utf8')
  .split('\n')
  .filter(Boolean);
const PROJECT = 'bench';
const home = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
const dataDir = join(home, 'data');

function remember(...source) {
  const store = ['--project', PROJECT, '--data-dir', dataDir];
  const { status, stderr } = spawnSync(process.execPath, [cli, 'import', ...source, ...store], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`import ended with ${status}: ${stderr}`);
}

async function blockFor(org, prompt, at) {
  let answer = '';
  const capability = {
    supportsMessageInjection: true,
    injectMessage: async (_sessionId, block) => {
      answer = block;
    },
  };
  const injector = org.createInSessionInjector({
    ...{ capability, loadSeen: undefined, recordInjection: undefined },
    subject: async () => 'Something that no commit and no talk is about: quixotry',
    config: { latencyBudgetMs: 5000 },
  });
  const event = { orgId: 'local', projectId: PROJECT, agentId: 'bench', sessionId: `prompts-${at}`, paths: [] };
  await injector.handleVerbEvent({
    ...event,
    ...{ phase: 'post-verb', tool: 'prompt', query: prompt, emittedAt: Date.now() },
  });
  return answer;
}

try {
  remember('git', repository);
  if (options.transcripts) remember('transcripts', '--agent', 'claude-code', '--dir', options.transcripts);
  const memory = await createMemory({ database: openPglite({ dataDir }) });
  const org = memory.org('local');
  await org.warm({ projectId: PROJECT });
  const answers = [];
  for (const [at, prompt] of prompts.entries()) answers.push({ prompt, block: await blockFor(org, prompt, at) });
  await memory.close();
  const answered = answers.filter(({ block }) => block !== '');
  const linesOf = ({ block }) => block.split('\n').filter((line) => line.startsWith('- '));
  const tokens = answered.reduce((sum, { block }) => sum + estimateTokens(block), 0);
  const share = ((100 * answered.length) / prompts.length).toFixed(1);
  process.stdout.write(
    `${answered.length} of ${prompts.length} prompts (${share} %) bring a block: ${answered.flatMap(linesOf).length} lines, ${tokens} tokens\n`,
  );
  for (const answer of answered.slice(0, options.show)) {
    process.stdout.write(`\n> ${answer.prompt}\n${linesOf(answer).join('\n')}\n`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
