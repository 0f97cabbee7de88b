import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './root.mjs';

/**
 * Runs a command and waits. Its output passes through unless `capture` is set.
 * Returns the exit status and, when captured, standard output and standard error.
 */
export function run(command, args, { cwd = root, env = process.env, capture = false } = {}) {
  const stdio = capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const child = spawnSync(command, args, { cwd, env, stdio, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (child.error) throw new Error(`${command} could not be started: ${child.error.message}`);
  return { status: child.status ?? 1, stdout: child.stdout ?? '', stderr: child.stderr ?? '' };
}

/** As {@link run} with `capture`, while this process goes on. */
export async function runAside(command, args, { cwd = root, env = process.env } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close').catch((error) => {
    throw new Error(`${command} could not be started: ${error.message}`);
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status: status ?? 1, stdout, stderr };
}

/** Like {@link run}, but ends the whole script with the command's status when it fails. */
export function runOrExit(command, args, options = {}) {
  const result = run(command, args, options);
  if (result.status === 0) return result;
  process.stderr.write(`${result.stdout}${result.stderr}\n${failure(result, command, args)}\n`);
  process.exit(result.status);
}

/** Like {@link runAside}, but prints the output of a command that fails, and rejects: others may run beside it. */
export async function runAsideOrThrow(command, args, options = {}) {
  const result = await runAside(command, args, options);
  if (result.status === 0) return result;
  process.stderr.write(`${result.stdout}${result.stderr}\n`);
  throw new Error(failure(result, command, args));
}

const failure = ({ status }, command, args) => `failed with status ${status}: ${command} ${args.join(' ')}`;

/** The path of an executable that a development dependency brought. */
export function tool(name) {
  return join(root, 'node_modules', '.bin', name);
}
