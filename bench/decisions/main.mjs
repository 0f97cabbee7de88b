// A decision set end to end: what was decided in earlier sessions and commits is imported, a daemon runs, and a scripted agent works on each report
// through the real hooks, with memory and, by the toss of an experiment, without. At the end the experiment's own report.
//   npm run bench decisions -- --data <file> [--withhold 50]
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { estimateTokens } from '@inkling/engine';
import { benchArguments, fromArgument } from '../lib/bench-arguments.mjs';
import { contextIn, createRunner, hookRunner } from '../lib/client-hooks.mjs';
import { cli, createCaller, startDaemon } from '../lib/daemon-process.mjs';
import { playTask } from './play-task.mjs';
import { writeHistory, writeTranscripts } from './write-past.mjs';

const options = benchArguments('decisions');
const set = fromArgument('decisions', () => {
  const bytes = readFileSync(options.data);
  return JSON.parse(options.data.endsWith('.gz') ? gunzipSync(bytes) : bytes);
});
const print = (line) => process.stdout.write(`${line}\n`);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'inkling-decisions-')));
const dataDir = join(folder, 'data');
const directory = join(folder, 'repository');
const home = join(folder, 'home');
for (const each of [directory, home]) mkdirSync(each);

const run = createRunner({ cwd: directory, home, dataDir });
const inkling = async (...args) => JSON.parse(await run(process.execPath, [cli, '--json', ...args]));

/** Sessions end behind the answers of their hooks. */
async function untilEnded(sessions) {
  for (let look = 0; look < 300; look += 1) {
    const report = await inkling('experiment', 'report');
    if (report.sessions.with + report.sessions.without === sessions) return report;
  }
  throw new Error('Not every session has ended.');
}

function printSide(name, played) {
  const knew = (where) => played.filter(({ knew: at }) => at === where).length;
  const tokens = played.reduce((sum, each) => sum + each.tokens, 0) / Math.max(1, played.length);
  const [start, later] = [knew('start'), knew('tool call')];
  print(
    `${name.padEnd(16)} ${start + later} of ${played.length} knew the decision: ${start} from the start, ${later} from a tool call; ${tokens.toFixed(0)} tokens a session`,
  );
}

try {
  writeHistory(directory, set);
  writeTranscripts(join(folder, 'transcripts'), directory, set);
  await inkling('import', 'transcripts', '--agent', 'claude-code', '--dir', join(folder, 'transcripts'));
  await inkling('import', 'git', '.');
  const daemon = await startDaemon(['--data-dir', dataDir]);
  try {
    await inkling('init', '--agent', 'claude-code', '--yes');
    const hook = hookRunner(JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8')), run);
    const given = async (event, payload) => contextIn(await hook(event, payload));
    await inkling('experiment', 'start', '--withhold', `${options.withhold}%`);
    const ask = createCaller(daemon.url, dataDir);
    const played = [];
    for (const task of set.tasks) {
      const result = await playTask(given, { task, sessionId: task.id, directory, estimateTokens });
      const { experiment } = await ask(`GET /v1/sessions/${encodeURIComponent(task.id)}`);
      played.push({ ...result, id: task.id, heldOut: experiment?.heldOut === true });
    }
    printSide(
      'with memory',
      played.filter(({ heldOut }) => !heldOut),
    );
    printSide(
      'without',
      played.filter(({ heldOut }) => heldOut),
    );
    const missed = played.filter(({ heldOut, knew }) => !heldOut && knew === null);
    for (const { id } of missed) print(`  did not know: ${id}`);
    const report = await untilEnded(set.tasks.length);
    for (const { measure, verdict, with: given, without, moreSessions } of report.measures) {
      const side = ({ value, sessions }) => `${value === null ? '-' : value.toFixed(2)} of ${sessions}`;
      print(
        `  ${measure.padEnd(12)} with ${side(given)}, without ${side(without)}: ${verdict}${moreSessions > 0 ? `, about ${moreSessions} more sessions` : ''}`,
      );
    }
  } finally {
    daemon.child.kill('SIGTERM');
    await once(daemon.child, 'exit');
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
