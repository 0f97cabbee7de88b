import { spawn, type ChildProcess } from 'node:child_process';
import { InklingError } from '@inkling/engine/errors';

// Set by git itself while it runs a hook. Left in place, they would point every command at the hook's repository.
const LOCATION_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
];

// More than any one-line complaint of git; a command that floods its error stream cannot fill our memory.
const MAX_STDERR_CHARACTERS = 16_384;

function gitEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env };
  for (const name of LOCATION_VARIABLES) delete environment[name];
  return {
    ...environment,
    LC_ALL: 'C', // error texts are compared below, so they must not be translated
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0', // reading must never write to somebody's repository
    GIT_NO_LAZY_FETCH: '1', // a partial clone would otherwise reach for the network
  };
}

/** Starts git without a shell, so that no path or ref can be read as a command. Its working directory is given by `-C`. */
export function spawnGit(directory: string, args: readonly string[]): ChildProcess {
  // core.fsmonitor names a program in the repository's own config; no hostile clone gets to run one here.
  const settings = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
  return spawn('git', ['-C', directory, ...settings, ...args], {
    env: gitEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

/**
 * Waits for git to end and collects its error stream.
 * @throws InklingError `dependency-missing` when there is no git program.
 */
export function waitForGit(child: ChildProcess): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < MAX_STDERR_CHARACTERS) stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => reject(describeSpawnFailure(cause)));
    child.once('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, stderr: stderr.trim() }));
  });
}

function describeSpawnFailure(cause: NodeJS.ErrnoException): unknown {
  if (cause.code !== 'ENOENT') return cause;
  return new InklingError('dependency-missing', 'The program "git" was not found.', {
    hint: 'Install git, or put its directory on the PATH.',
    cause,
  });
}

interface RunOptions {
  /** Git is ended after this. (Default: it has all the time it takes) */
  readonly timeLimitMs?: number;
  /** Takes the output as it comes. (Default: all of it is the answer's `stdout`) */
  readonly onText?: (text: string) => void;
}

/** Runs a git command. The exit code is a value: callers know which ones are normal. */
export async function runGit(directory: string, args: readonly string[], { timeLimitMs, onText }: RunOptions = {}) {
  const child = spawnGit(directory, args);
  const timer = timeLimitMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', onText ?? ((text: string) => (stdout += text)));
  const ending = await waitForGit(child).finally(() => clearTimeout(timer));
  return { ...ending, stdout };
}

/** @throws InklingError `dependency-missing` when there is no git program. */
export async function requireGit(): Promise<void> {
  await runGit('.', ['--version']);
}

/** The lines of git's output; it ends the last one too. */
export function linesOf(stdout: string): readonly string[] {
  return stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n');
}
