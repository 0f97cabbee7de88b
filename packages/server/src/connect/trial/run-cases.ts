import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { pause } from '@inkling/engine/operator';
import { messageOf } from '../../base/printable-text.ts';
import { createClient, type Client } from '../../client/client.ts';
import { makeTemporaryDirectory } from '../../config/make-state-directory.ts';
import { readDaemonToken } from '../../state/daemon-token.ts';
import { findDaemon, type FoundDaemon } from '../../state/find-daemon.ts';
import { remember } from '../../contract/observations.ts';
import { projectIdentity } from '../../project/project-identity.ts';
import type { ModelRequest } from '../../scripted-model/model-dialect.ts';
import { startScriptedModel, type ScriptedModel } from '../../scripted-model/scripted-model.ts';
import type { ClientTrial, Connector, TrialCommand, TrialPlace } from '../clients/connector.ts';
import { sendCanary } from '../doctor/run-canary.ts';
import { caseScript, NOTES, OTHER_FILE, PROMPTS, TRIAL_BRANCH, TRIAL_FILE } from './case-script.ts';
import { CASES, judgeCase, questionsAmong, type CaseName, type CaseResult, type ExpectedNote } from './judge-case.ts';
import { type ProgramRun, runProgram } from './run-program.ts';
import { newestSession, plainEnvironment, writeFiles } from './run-trial.ts';

// The slowest of the five takes half a minute on a busy machine; a daemon that starts there as long.
const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 100;

// What a fast model takes. Memory looks up again meanwhile what was given up.
const MODEL_THINKS_MS = 1000;

/** What putting a client through the cases needs. */
export interface CasesRequest {
  readonly connector: Connector & { readonly trial: ClientTrial };
  /** The environment of the caller, in which the client is on the path. */
  readonly environment: NodeJS.ProcessEnv;
  readonly programCommand: readonly [node: string, ...rest: string[]];
  readonly clock: Clock;
}

/** A user of their own: a home, a repository, a memory with its daemon, a model. */
interface CaseWorld extends CasesRequest {
  readonly place: TrialPlace;
  readonly stateDirectory: string;
  readonly model: ScriptedModel;
  /** What happens before the model answers a request of the conversation, and how many tokens it says that it was sent. */
  readonly hook: {
    beforeAnswer: (asked: ModelRequest) => Promise<void>;
    inputTokens?: ((asked: ModelRequest) => number | undefined) | undefined;
  };
}

/**
 * Puts an installed client through every case: in a home and a repository of their own, with a daemon and a memory of their own, connected
 * by `inkling init`, against a model on this machine. Nothing of the user's is touched. Takes half a minute to two.
 */
export async function runCases(request: CasesRequest): Promise<readonly CaseResult[]> {
  const folder = realpathSync(makeTemporaryDirectory('inkling-cases-'));
  const hook: CaseWorld['hook'] = { beforeAnswer: async () => undefined };
  const project = path.join(folder, 'project');
  const { mcpTool, compaction: compacting } = request.connector.trial;
  const model = await startScriptedModel(caseScript(project, mcpTool), {
    beforeAnswer: async (asked) => {
      if (asked.tools.length === 0) return;
      await hook.beforeAnswer(asked);
      await pause(request.clock, MODEL_THINKS_MS);
    },
    isAside: (asked) => compacting.summarises(asked),
    inputTokens: (asked) => hook.inputTokens?.(asked),
  });
  const home = path.join(folder, 'home');
  const place = { home, project, modelUrl: model.url, prompt: PROMPTS[0], sessionId: randomUUID() };
  const world = { ...request, place, stateDirectory: path.join(folder, 'memory'), model, hook };
  try {
    await furnish(world);
    const results: CaseResult[] = [];
    for (const name of CASES) {
      if (name === 'basic') continue;
      results.push(...(await RUNS[name](world).catch((error: unknown) => [failed(name, error)])));
    }
    return results;
  } finally {
    await model.close();
    await inkling(world, 'down').finally(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  }
}

async function furnish(world: CaseWorld): Promise<void> {
  const { connector, place } = world;
  writeFiles(place.project, {
    [TRIAL_FILE]: 'export const cookie = { name: "session", days: 1 };\n',
    [OTHER_FILE]: '# Trial\n',
  });
  writeFiles(place.home, connector.trial.settings(place));
  mkdirSync(place.home, { recursive: true });
  await mustRun(world, 'git', ['init', '--quiet', `--initial-branch=${TRIAL_BRANCH}`]);
  await startDaemon(world);
  const client = await clientOf(world);
  const projectId = await projectIdentity(place.project);
  for (const { content, paths } of Object.values(NOTES)) {
    await client.call(remember, { body: { content, projectId, agentId: 'user', metadata: { paths } } });
  }
  await inkling(world, 'init', '--agent', connector.client, '--yes');
}

type RunCases = (world: CaseWorld) => Promise<readonly CaseResult[]>;

/** `basic` comes with `resumed twice`. */
const RUNS: Readonly<Record<Exclude<CaseName, 'basic'>, RunCases>> = {
  'resumed twice': resumeTwice,
  compaction: async (world) => [await compaction(world)],
  'MCP call': async (world) => [await callMcp(world)],
  'daemon down': async (world) => [await startWithoutDaemon(world)],
};

const due = (note: keyof typeof NOTES, request: number): ExpectedNote => ({
  note,
  words: NOTES[note].words,
  due: request,
});

/** The first run is a case of its own, and the others go on with it. */
async function resumeTwice(world: CaseWorld): Promise<readonly CaseResult[]> {
  const expected = [due('start', 0), due('prompt', 0), due('tool call', 1)];
  const results: CaseResult[] = [];
  try {
    const { questions, problem } = await watch(world, (asked) =>
      converse(world, PROMPTS, (ended) => {
        if (results.length === 0) results.push(judgeCase('basic', asked(), expected, ended));
      }),
    );
    return [...results, judgeCase('resumed twice', questions, expected, problem)];
  } catch (error) {
    const basic = results[0] ?? failed('basic', error);
    return [basic, failed('resumed twice', error)];
  }
}

/** One run, or several of which each goes on with the last. Answers what went wrong. */
async function converse(
  world: CaseWorld,
  prompts: readonly string[],
  onEnd: (problem: string | null) => void = () => undefined,
): Promise<string | null> {
  const { connector, place } = world;
  const sessionId = randomUUID();
  for (const [index, prompt] of prompts.entries()) {
    const { args, environment } = connector.trial.run({ ...place, prompt, sessionId });
    const again = index === 0 ? args : connector.trial.resume(args);
    const problem = await runClient(world, { args: again, environment });
    onEnd(problem);
    if (problem !== null) return problem;
  }
  return null;
}

async function compaction(world: CaseWorld): Promise<CaseResult> {
  const { connector, place, hook } = world;
  const own = connector.trial.compaction;
  const { by, due: dueAt = 0 } = own;
  let isCompacted = false;
  const { requests, problem } = await watch(world, () => {
    if ('run' in by) return runClient(world, by.run(place), { turns: by.turns(place.prompt), endsTurn: by.endsTurn });
    hook.inputTokens = (asked) => {
      isCompacted ||= own.summarises(asked);
      return isCompacted ? undefined : by.inputTokens;
    };
    // A block that is late has two more turns, and a process end, to come.
    return converse(world, PROMPTS);
  });
  const after = requests.findIndex((asked) => own.summarises(asked)) + 1;
  const behind = after === 0 ? [] : questionsAmong(requests.slice(after));
  return judgeCase('compaction', behind, [due('start', dueAt)], problem ?? (after === 0 ? 'it did not compact' : null));
}

/** A text waits in the queue when the model calls a tool of Inkling's own server: it comes with that call's end. */
async function callMcp(world: CaseWorld): Promise<CaseResult> {
  const { place, hook } = world;
  let words = '';
  let at = 0;
  const client = await clientOf(world);
  const seen = await watch(world, async (questions) => {
    hook.beforeAnswer = async () => {
      const asked = questions().at(-1);
      if (words !== '' || !asked?.parts.some(({ kind }) => kind === 'call')) return;
      const sessionId = await newestSession(client, place.project);
      if (sessionId === null) return;
      at = questions().length;
      words = await sendCanary(client, sessionId);
    };
    return converse(world, [`${place.prompt} Look it up.`]);
  });
  const problem = seen.problem ?? (words === '' ? 'its hooks opened no session' : null);
  return judgeCase('MCP call', seen.questions, words === '' ? [] : [{ note: 'queued', words, due: at }], problem);
}

/** The model's first answer waits until the daemon is up that the start of the session has started: it must be there for the tool call, and stay. */
async function startWithoutDaemon(world: CaseWorld): Promise<CaseResult> {
  await inkling(world, 'down');
  let started: FoundDaemon | null = null;
  const seen = await watch(world, async () => {
    world.hook.beforeAnswer = async () => {
      started ??= await untilDaemon(world);
    };
    return converse(world, PROMPTS.slice(0, 1));
  });
  const still = await findDaemon(world.stateDirectory);
  const why = started === null ? 'its first hook started no daemon' : 'the daemon ended with the client';
  const problem = seen.problem ?? (still === null ? why : null);
  if (still === null) await startDaemon(world);
  return judgeCase('daemon down', seen.questions, [due('start', 1), due('tool call', 1)], problem);
}

/** The cases behind it are told all the same. */
function failed(name: CaseName, error: unknown): CaseResult {
  return { name, outcome: 'failed', notes: [], requests: 0, problem: messageOf(error) };
}

interface Watched {
  /** All that the model was asked, and of it the agent's own conversation. */
  readonly requests: readonly ModelRequest[];
  readonly questions: readonly ModelRequest[];
  readonly problem: string | null;
}

/** What the model is asked while something runs. */
async function watch(
  { model, hook }: CaseWorld,
  run: (questions: () => readonly ModelRequest[]) => Promise<string | null>,
): Promise<Watched> {
  const before = model.requests.length;
  const asked = (): readonly ModelRequest[] => model.requests.slice(before).flatMap((request) => request.asked ?? []);
  const questions = (): readonly ModelRequest[] => questionsAmong(asked());
  const problem = await run(questions);
  hook.beforeAnswer = async () => undefined;
  hook.inputTokens = undefined;
  return { requests: asked(), questions: questions(), problem };
}

function runClient(
  world: CaseWorld,
  command: TrialCommand,
  more: Pick<ProgramRun, 'turns' | 'endsTurn'> = {},
): Promise<string | null> {
  return runHere(world, { program: world.connector.trial.program, ...command, ...more });
}

/** Runs a program in the repository, with nothing of the user's around it. Answers what went wrong. */
function runHere(
  { environment, place, stateDirectory, clock }: CaseWorld,
  run: Omit<ProgramRun, 'cwd' | 'patienceMs' | 'clock'>,
): Promise<string | null> {
  const plain = plainEnvironment(environment, place.home, stateDirectory);
  const within = { cwd: place.project, patienceMs: PATIENCE_MS, clock };
  return runProgram({ ...run, ...within, environment: { ...plain, ...run.environment } });
}

async function mustRun(world: CaseWorld, program: string, args: readonly string[]): Promise<void> {
  const problem = await runHere(world, { program, args, environment: {} });
  if (problem !== null) throw new Error(problem);
}

function inkling(world: CaseWorld, ...args: readonly string[]): Promise<void> {
  const [node, ...rest] = world.programCommand;
  return mustRun(world, node, [...rest, ...args, '--json']);
}

function startDaemon(world: CaseWorld): Promise<void> {
  return inkling(world, 'up', '--detach', '--port', '0');
}

async function clientOf({ stateDirectory }: CaseWorld): Promise<Client> {
  const daemon = await findDaemon(stateDirectory);
  if (daemon === null) throw new Error('the daemon of the trial has ended');
  return createClient({ url: daemon.url, secret: readDaemonToken(stateDirectory) ?? '' });
}

/** null = none within a minute. */
async function untilDaemon({ stateDirectory, clock }: CaseWorld): Promise<FoundDaemon | null> {
  const giveUpAt = clock.monotonic() + 60_000;
  for (;;) {
    const found = await findDaemon(stateDirectory);
    if (found?.ready || clock.monotonic() >= giveUpAt) return found;
    await pause(clock, LOOK_EVERY_MS);
  }
}
