import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
  readonly input?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Starts the program. Nothing of the machine's own settings reaches it, so no test touches a real memory. */
export function startInkling(args: readonly string[], options: InklingOptions): ChildProcess {
  const { PATH, SystemRoot, TMPDIR } = process.env;
  const storage = options.dataDir === undefined ? [] : ['--data-dir', options.dataDir];
  return spawn(process.execPath, ['--liftoff-only', INKLING_MAIN, ...args, ...storage], {
    cwd: options.cwd,
    env: {
      PATH,
      SystemRoot,
      TMPDIR,
      HOME: options.cwd,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...options.environment,
    },
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

/** Runs the program to its end. */
export async function inkling(args: readonly string[], options: InklingOptions): Promise<InklingRun> {
  const child = startInkling(args, options);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.end(options.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** As {@link inkling} with `--json`; the one value that it prints. */
export async function inklingJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: InklingOptions,
): Promise<T> {
  const { code, stdout, stderr } = await inkling([...args, '--json'], options);
  if (code !== 0) throw new Error(`inkling ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
