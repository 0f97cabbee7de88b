// A daemon in a process of its own, on synthetic observations, for benchmarks.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { START_ENVIRONMENT } from '../../packages/server/dist/daemon/spare-resources.js';
import { syntheticRows, withQueries } from './synthetic-rows.mjs';

export const cli = fileURLToPath(new URL('../../packages/server/dist/cli/main.js', import.meta.url));

/** Rows between two words about how far it is. */
const TOLD_EVERY = 10_000;

/**
 * Rows and the index on disk, as an earlier run of the daemon leaves them; answers tool calls about what is in them. `say` hears how far it
 * is. Nothing is synced to the disk on the way: it is made for this run.
 */
export async function fillDataDirectory(dataDir, projectId, observations, say = () => undefined) {
  const queries = [];
  const memory = await createMemory({
    database: await openPglite({ dataDir, durability: 'process' }),
  });
  const org = memory.org('local');
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
  const rows = syntheticRows({ count: observations, seed: 1, projectId });
  const told = withProgress(withQueries(rows, observations, 500, queries), (count) =>
    say(`filling: ${count} of ${observations} rows, ${seconds()}`),
  );
  await org.observations.importRows(told);
  await org.warm({ projectId });
  await memory.close();
  say(`filled and indexed in ${seconds()}`);
  return queries;
}

function* withProgress(rows, tell) {
  let count = 0;
  for (const row of rows) {
    yield row;
    count += 1;
    if (count % TOLD_EVERY === 0) tell(count);
  }
}

/**
 * Starts `inkling up` on any free port, as one in the background is started, and waits until it is ready. `storage` are its arguments. It
 * ends with this process at the latest.
 */
export async function startDaemon(storage, environment = {}) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [cli, 'up', '--port', '0', '--json', ...storage], {
    env: { ...START_ENVIRONMENT, ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  // Before the caller's own, which removes its folder.
  process.prependOnceListener('exit', end);
  child.once('exit', () => process.off('exit', end));
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url, pid } = JSON.parse(text);
  return { child, url, pid, readyMs: performance.now() - startedAt };
}

/** Calls of the daemon in `dataDir`: `ask('POST /v1/recall', body)`. */
export function createCaller(url, dataDir) {
  const token = readFileSync(join(dataDir, 'daemon-token'), 'utf8').trim();
  return async (call, body) => {
    const [method, path] = call.split(' ');
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${call}: ${JSON.stringify(answer)}`);
    return answer;
  };
}
