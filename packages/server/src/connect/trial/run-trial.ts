import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startScriptedModel } from '../../scripted-model/scripted-model.ts';
import type { TrialPlace } from '../clients/connector.ts';
import { isOnPath } from '../is-on-path.ts';
import { callsThatRead } from './case-script.ts';
import { runProgram } from './run-program.ts';
import { watchModel, type TrialRequest, type TrialResult } from './watch-model.ts';

// The slowest of the five takes half a minute on a busy machine.
const PATIENCE_MS = 120_000;

const MOST_ATTEMPTS = 3;

const FILE = 'inkling-doctor.txt';
const PROMPT = `inkling doctor: read ${FILE}`;

/**
 * Runs a client once, in a home of its own with nothing but Inkling's hooks as they are installed, against a model on this machine that reads
 * a file and is done. The hooks ask the user's own daemon; the session that they open is told by its prompt, and its canaries say nothing.
 */
export async function runTrial(request: TrialRequest): Promise<TrialResult> {
  const { connector, facts } = request;
  const { program } = connector.trial;
  if (!isOnPath(program, facts.environment)) {
    return { ...NOTHING, outcome: 'not-on-path', problem: `${program} is not on the path` };
  }
  for (let attempts = 1; ; attempts += 1) {
    const result = { ...(await runOnce(request)), attempts };
    if (result.outcome !== 'missing' || attempts === MOST_ATTEMPTS) return result;
  }
}

async function runOnce(request: TrialRequest): Promise<Ran> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'inkling-doctor-')));
  try {
    return await runIn(folder, request);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const NOTHING = { canaries: [], toolCallMs: null, elapsedMs: null, attempts: 0 };

type Ran = Omit<TrialResult, 'attempts'>;

async function runIn(folder: string, request: TrialRequest): Promise<Ran> {
  const { connector, facts, stateDirectory, clock } = request;
  const { trial } = connector;
  const project = path.join(folder, 'project');
  const watch = watchModel(request, project);
  const model = await startScriptedModel([{ call: callsThatRead(project, FILE) }, { say: 'That is all.' }], {
    beforeAnswer: (asked) => watch.beforeAnswer(asked),
  });
  try {
    const home = path.join(folder, 'home');
    const place: TrialPlace = { home, project, modelUrl: model.url, prompt: PROMPT, sessionId: randomUUID() };
    writeFiles(project, { [FILE]: 'A file for `inkling doctor` to read.\n' });
    writeFiles(home, trial.files(facts, place));
    if (trial.namesSession) await watch.expectSession(place.sessionId);
    const startedAt = clock.monotonic();
    const { args, environment } = trial.run(place);
    const problem = await runProgram({
      program: trial.program,
      args,
      cwd: project,
      environment: { ...plainEnvironment(facts.environment, home, stateDirectory), ...environment },
      patienceMs: PATIENCE_MS,
      clock,
    });
    const elapsedMs = clock.monotonic() - startedAt;
    return { ...(await watch.result(home)), ...(problem === null ? {} : { outcome: 'failed', problem }), elapsedMs };
  } finally {
    await model.close();
  }
}

export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Nothing of the user's: a key or a setting of his could lead the client elsewhere. */
export function plainEnvironment(
  { PATH = '', TMPDIR }: NodeJS.ProcessEnv,
  home: string,
  stateDirectory: string,
): Record<string, string> {
  const temporary = TMPDIR === undefined ? {} : { TMPDIR };
  return { PATH, ...temporary, HOME: home, LANG: 'C.UTF-8', INKLING_DATA_DIR: stateDirectory };
}
