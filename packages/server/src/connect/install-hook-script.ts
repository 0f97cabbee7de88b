import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileInOneStep } from './write-file-in-one-step.ts';

/** What the hook command of a machine knows. */
export interface HookScriptFacts {
  readonly stateDirectory: string;
  readonly orgId: string;
  /** Runs Node. */
  readonly node: string;
  /** The program of this package. */
  readonly main: string;
  /** How the program starts the daemon; '' = the command does not start one. */
  readonly start: string;
}

/** The hook command as it is shipped: it finds the data directory by itself, and the program by its name. */
export const HOOK_SCRIPT_SOURCE: string = fileURLToPath(new URL('../../bin/hook.sh', import.meta.url));

/** Where the hook command of a state directory is. Always the same: clients ask their users again when a command changes. */
export function hookScriptPath(stateDirectory: string): string {
  return path.join(stateDirectory, 'hook.sh');
}

/** Puts the hook command into the state directory, or brings it up to date. */
export function installHookScript(facts: HookScriptFacts): string {
  const file = hookScriptPath(facts.stateDirectory);
  mkdirSync(facts.stateDirectory, { recursive: true, mode: 0o700 });
  writeFileInOneStep(file, Buffer.from(hookScript(facts)), 0o755);
  chmodSync(file, 0o755);
  return file;
}

/** The text of the hook command with a machine's own facts in it. */
export function hookScript({ stateDirectory, orgId, node, main, start }: HookScriptFacts): string {
  const values = { state: stateDirectory, org: orgId, node, main, start };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${quoted(value)}`),
    readFileSync(HOOK_SCRIPT_SOURCE, 'utf8'),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
