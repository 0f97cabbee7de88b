import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import type { Client } from '../../client/client.ts';
import { makeTemporaryDirectory } from '../../config/make-state-directory.ts';
import { createSession, listSessions } from '../../contract/sessions.ts';
import { projectIdentity, topOfProject } from '../../project/project-identity.ts';
import type { ModelRequest } from '../../scripted-model/model-dialect.ts';
import { startScriptedModel } from '../../scripted-model/scripted-model.ts';
import type { ClientTrial, ConnectionFacts, Connector, TrialPlace } from '../clients/connector.ts';
import { forgetSession } from '../doctor/forget-session.ts';
import { transcriptsOf } from '../doctor/prove-session.ts';
import { sendCanary } from '../doctor/run-canary.ts';
import { isOnPath } from '../is-on-path.ts';
import { callsThatRead } from './case-script.ts';
import { questionsAmong } from './judge-case.ts';
import { runProgram } from './run-program.ts';

// The slowest of the five takes half a minute on a busy machine.
const PATIENCE_MS = 120_000;

const MOST_ATTEMPTS = 3;

const FILE = 'inkling-doctor.txt';
const PROMPT = `inkling doctor: read ${FILE}`;

export interface TrialRequest {
  readonly connector: Connector & { readonly trial: ClientTrial };
  readonly facts: ConnectionFacts;
  readonly stateDirectory: string;
  /** Of the daemon that the hooks ask. */
  readonly client: Client;
  readonly clock: Clock;
}

/** What became of a canary that a client had to hand to its model. */
export interface TrialCanary {
  /** `prompt`: it waited when the session began. `tool-call`: it came while the model's first tool call was on its way. */
  readonly at: 'prompt' | 'tool-call';
  /** Who spoke it in the model's request; null = it was not in the request that had to have it. */
  readonly spokenBy: string | null;
  /** Whether the client's own transcript has it; null = it keeps none that is known. */
  readonly inTranscript: boolean | null;
}

/** How a client did in its trial. */
export interface TrialResult {
  /** `not-on-path`: its program was not found, so nothing was run. `failed`: it did not come to its end. */
  readonly outcome: 'arrived' | 'missing' | 'failed' | 'not-on-path';
  readonly problem: string | null;
  readonly canaries: readonly TrialCanary[];
  /** From the model's tool call to the client's next request, in ms: the call itself, with both of its hooks. */
  readonly toolCallMs: number | null;
  /** Of the whole run, in ms. */
  readonly elapsedMs: number | null;
  /** How often it was run: a busy machine may be over a hook's time, and what waits comes with the next event. */
  readonly attempts: number;
}

/**
 * Runs a client once, in a home of its own with nothing but Inkling's hooks as they are installed, against a model on this machine that reads
 * a file and is done. The hooks ask the user's own daemon; the session that they open is forgotten at the end, whatever that is.
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
  const folder = realpathSync(makeTemporaryDirectory('inkling-doctor-'));
  try {
    return await runIn(folder, request);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const NOTHING = { canaries: [], toolCallMs: null, elapsedMs: null, attempts: 0 };

type Ran = Omit<TrialResult, 'attempts'>;

/** The canaries of one run, and what was seen on their way. */
interface Seen {
  /** The newest session of the place before the run: a directory for temporary files may lie within a project. */
  readonly before: string | null;
  sessionId: string | null;
  promptWord: string | null;
  toolWord: string | null;
  calledAt: number;
  toolCallMs: number | null;
}

async function runIn(folder: string, request: TrialRequest): Promise<Ran> {
  const { connector, facts, stateDirectory, client, clock } = request;
  const { trial } = connector;
  const project = path.join(folder, 'project');
  mkdirSync(project, { recursive: true });
  const before = await newestSession(client, project);
  const seen: Seen = { before, sessionId: null, promptWord: null, toolWord: null, calledAt: 0, toolCallMs: null };
  const model = await startScriptedModel([{ call: callsThatRead(project, FILE) }, { say: 'That is all.' }], {
    beforeAnswer: (asked) => sendDuringCall(request, project, seen, asked),
  });
  try {
    const home = path.join(folder, 'home');
    const place: TrialPlace = { home, project, modelUrl: model.url, prompt: PROMPT, sessionId: randomUUID() };
    writeFiles(project, { [FILE]: 'A file for `inkling doctor` to read.\n' });
    writeFiles(home, trial.files(facts, place));
    if (trial.namesSession) {
      // The session that the client is going to open, with a canary in its queue.
      const body = { id: place.sessionId, projectId: await projectIdentity(project), agentId: connector.client };
      await client.call(createSession, { body });
      seen.sessionId = place.sessionId;
      seen.promptWord = await sendCanary(client, place.sessionId);
    }
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
    const questions = questionsAmong(model.requests.flatMap(({ asked }) => asked ?? []));
    const result = await resultOf(request, seen, questions, home);
    return { ...result, ...(problem === null ? {} : { outcome: 'failed', problem }), elapsedMs };
  } finally {
    await model.close();
    // Where temporary files lie in a repository the newest session of its project may be somebody's.
    const isAlone = trial.namesSession || (await topOfProject(project)) === project;
    const sessionId = await ownSession(client, project, seen).catch(() => null);
    if (isAlone && sessionId !== null) await forgetSession(client, sessionId);
  }
}

/** Before the model answers with a tool call, a canary waits for the end of that call. */
async function sendDuringCall(request: TrialRequest, project: string, seen: Seen, asked: ModelRequest): Promise<void> {
  const { client, clock } = request;
  if (questionsAmong([asked]).length === 0) return;
  if (isBehindCall(asked)) {
    seen.toolCallMs ??= clock.monotonic() - seen.calledAt;
    return;
  }
  seen.sessionId = await ownSession(client, project, seen);
  if (seen.sessionId !== null) seen.toolWord ??= await sendCanary(client, seen.sessionId);
  seen.calledAt = clock.monotonic();
}

/** The session of the run; null = its hooks have opened none. */
async function ownSession(client: Client, project: string, { sessionId, before }: Seen): Promise<string | null> {
  if (sessionId !== null) return sessionId;
  const newest = await newestSession(client, project);
  return newest === before ? null : newest;
}

/** Nobody else works in the trial's directory. */
export async function newestSession(client: Client, project: string): Promise<string | null> {
  const query = { projectId: await projectIdentity(project), limit: 1 };
  const { rows } = await client.call(listSessions, { query });
  return rows[0]?.id ?? null;
}

const isBehindCall = ({ parts }: ModelRequest): boolean => parts.some(({ kind }) => kind === 'call');

/** `home` is where the client kept its transcripts. */
async function resultOf(
  { connector }: TrialRequest,
  { sessionId, promptWord, toolWord, toolCallMs }: Seen,
  questions: readonly ModelRequest[],
  home: string,
): Promise<Omit<Ran, 'elapsedMs'>> {
  const first = questions.find((asked) => !isBehindCall(asked));
  const afterCall = questions.find(isBehindCall);
  const kept = sessionId === null ? null : await transcriptsOf(connector.client, sessionId, home, {});
  const canary = (at: TrialCanary['at'], word: string, asked: ModelRequest | undefined): TrialCanary => ({
    at,
    spokenBy: asked?.parts.find(({ text }) => text.includes(word))?.role ?? null,
    inTranscript: kept && kept.some((text) => text.includes(word)),
  });
  const canaries = [
    ...(promptWord === null ? [] : [canary('prompt', promptWord, first)]),
    ...(toolWord === null ? [] : [canary('tool-call', toolWord, afterCall)]),
  ];
  const isThere = toolWord !== null && canaries.every(({ spokenBy }) => spokenBy !== null);
  let problem: string | null = null;
  if (first === undefined) problem = 'it asked the model nothing';
  else if (sessionId === null) problem = 'its hooks opened no session';
  else if (afterCall === undefined) problem = 'it did not do what the model asked of it';
  return { outcome: isThere ? 'arrived' : 'missing', problem, canaries, toolCallMs };
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
