// `npm start [-- --once]`: builds, starts the daemon on this repository's own memory, plays one session through it, and leaves it up until
// Ctrl-C with a second session that goes on, so that the inspector has something to show. With --once it stops it again, for machines that nobody sits at.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './lib/root.mjs';
import { run, runOrExit } from './lib/run.mjs';
import { keepPlaying } from './lib/keep-playing.mjs';
import { playSession } from './lib/play-session.mjs';

const main = join(root, 'packages/server/dist/cli/main.js');
const dataDirectory = join(root, '.inkling');
const storage = ['--data-dir', dataDirectory];
const say = (text) => process.stdout.write(`${text}\n`);

runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
const daemon = spawn(process.execPath, [main, 'up', '--port', '0', '--json', ...storage], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  // A terminal sends its Ctrl-C to every process of the group, and a second one ends the daemon before it has drained.
  detached: true,
});
const ended = once(daemon, 'close');
// Passed on once for each Ctrl-C; this process waits for the daemon to drain.
let isStopping = false;
const playing = new AbortController();
function stop() {
  isStopping = true;
  playing.abort();
  daemon.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

const [line] = await Promise.race([once(createInterface(daemon.stdout), 'line'), ended]);
// Without a line it has ended, and said why on standard error.
if (typeof line !== 'string') process.exit(daemon.exitCode ?? 1);
const { url } = JSON.parse(line);
try {
  await show(url);
} catch (error) {
  // Whoever stops it in the middle of the session has not found a fault.
  if (isStopping) process.exit((await ended)[0] ?? 1);
  stop();
  await ended;
  throw error;
}
if (process.argv.includes('--once')) stop();
const [code] = await ended;
process.exit(code ?? 1);

async function show(daemonUrl) {
  const { status } = run(process.execPath, [main, 'import', 'git', ...storage]);
  if (status !== 0) say('This is no git clone: its memory stays as it is.');
  const secret = readFileSync(join(dataDirectory, 'daemon-token'), 'utf8').trim();
  const project = JSON.parse(
    run(process.execPath, [main, 'recall', 'x', '--json', ...storage], { capture: true }).stdout,
  );
  await playSession({ url: daemonUrl, secret, projectId: project.projectId, say });
  const place = `--data-dir ${relative(root, dataDirectory)}`;
  const { url: inspector } = JSON.parse(
    run(process.execPath, [main, 'inspect', '--json', ...storage], { capture: true }).stdout,
  );
  say(
    `\nThe inspector is at\n  ${inspector}\nThat lets one browser in, within ten minutes; \`npx inkling inspect ${place}\` prints another.`,
  );
  if (!process.argv.includes('--once')) play({ url: daemonUrl, secret, projectId: project.projectId });
  say('Try in another terminal:');
  say(`  npx inkling recall "data directory lock" --explain ${place}`);
  say(`  npx inkling block --work-type bug_fix --title "Deadline exceeded on a cold index" ${place}`);
  say(`  npx inkling status ${place}`);
  say('Ctrl-C stops it.');
}

/** Plays on until the daemon stops. A demonstration that ends early is told and is no reason to stop what it demonstrates. */
function play(where) {
  keepPlaying({ ...where, signal: playing.signal }).catch((error) => {
    if (!isStopping) say(`The demonstration has ended: ${error.message}`);
  });
}
