import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { askWarmProgram } from './warm-program.ts';

export { sharedDaemon } from './warm-program.ts';

/** The built program: these tests run what is published. */
export const INKLING_MAIN: string = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface InklingRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InklingOptions {
  readonly cwd: string;
  /** (Default: `data` is not passed; the command must not need a store) */
  readonly dataDir?: string;
  /** (Default: `local`) */
  readonly org?: string;
  readonly input?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Nothing of the machine's own settings reaches the program, so no test touches a real memory. */
function environmentOf({ cwd, environment }: InklingOptions): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TMPDIR } = process.env;
  const git = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return { PATH, SystemRoot, TMPDIR, HOME: cwd, ...git, ...environment };
}

function argumentsOf(args: readonly string[], { dataDir, org }: InklingOptions): string[] {
  const [tenant, storage] = [
    org === undefined ? [] : ['--org', org],
    dataDir === undefined ? [] : ['--data-dir', dataDir],
  ];
  return [...tenant, ...args, ...storage];
}

/** Starts the program in a process of its own. */
export function startInkling(args: readonly string[], options: InklingOptions): ChildProcess {
  return spawn(process.execPath, ['--liftoff-only', INKLING_MAIN, ...argumentsOf(args, options)], {
    cwd: options.cwd,
    env: environmentOf(options),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Starts the program and waits until it owns its data directory, which must exist. */
export async function startOwner(
  args: readonly string[],
  options: InklingOptions & { readonly dataDir: string },
): Promise<ChildProcess> {
  const watcher = watch(options.dataDir);
  const child = startInkling(args, options);
  for await (const { filename } of watcher) {
    if (filename === 'owner.json' && existsSync(path.join(options.dataDir, filename))) break;
  }
  return child;
}

/** Runs the program to its end in a process of its own, as a user does. Each command is run so at least once; how it ends is part of it. */
export async function inklingAlone(args: readonly string[], options: InklingOptions): Promise<InklingRun> {
  const child = startInkling(args, options);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.end(options.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Runs the program to its end in a process that has read its modules and runs one command after the other. */
export function inkling(args: readonly string[], options: InklingOptions): Promise<InklingRun> {
  const { cwd, input = '' } = options;
  const environment = Object.entries(environmentOf(options)).filter(([, value]) => value !== undefined);
  const command = { args: argumentsOf(args, options), cwd, input, environment: Object.fromEntries(environment) };
  return askWarmProgram<InklingRun>(`inkling ${args.join(' ')}`, { command });
}

/** As {@link inkling} with `--json`; the one value that it prints. */
export async function inklingJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: InklingOptions,
): Promise<T> {
  return valueOf(args, await inkling([...args, '--json'], options)) as T;
}

/** As {@link inklingAlone} with `--json`; the one value that it prints. */
export async function inklingAloneJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: InklingOptions,
): Promise<T> {
  return valueOf(args, await inklingAlone([...args, '--json'], options)) as T;
}

function valueOf(args: readonly string[], { code, stdout, stderr }: InklingRun): unknown {
  if (code !== 0) throw new Error(`inkling ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
