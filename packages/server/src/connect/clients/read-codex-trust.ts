import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Clock } from '@inkling/engine';
import { parseJson, recordAt, recordsOf, textOf } from '../../base/record.ts';

/** One hook of Codex, as Codex itself sees it. */
export interface CodexHook {
  readonly eventName: string;
  readonly command: string;
  /** The file that declares it. */
  readonly sourcePath: string;
  readonly enabled: boolean;
  /** `trusted`, or why it is passed over. Codex says not a word about a hook that it does not trust. */
  readonly trustStatus: string;
}

/** How Codex is asked. */
export interface CodexTrustOptions {
  /** (Default: `codex` on the path) */
  readonly program?: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

/** What Codex said; `unavailable` = it is not there, too old to be asked, or did not answer. */
export type CodexTrust =
  | { readonly outcome: 'hooks'; readonly hooks: readonly CodexHook[] }
  | { readonly outcome: 'unavailable'; readonly reason: string };

// It starts in 0.3 s, and in 3 on a machine that is busy.
const PATIENCE_MS = 15_000;

const INITIALIZE_ID = 1;
const HOOKS_ID = 2;

/** Asks Codex's own server, over its standard input and output, which hooks it would run. Never rejects. */
export function readCodexTrust(options: CodexTrustOptions): Promise<CodexTrust> {
  const { program = 'codex', cwd, environment, clock } = options;
  return new Promise((resolve) => {
    const child = spawn(program, ['app-server'], { cwd, env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    const end = (answer: CodexTrust): void => {
      cancel();
      child.kill();
      resolve(answer);
    };
    const unavailable = (reason: string): void => end({ outcome: 'unavailable', reason });
    const cancel = clock.schedule(() => unavailable('Codex did not answer.'), PATIENCE_MS);
    child.on('error', (error) => unavailable(error.message));
    child.on('close', () => unavailable('Codex ended without an answer.'));
    // A pipe that broke is told by `close`.
    child.stdin.on('error', (error) => unavailable(error.message));
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    createInterface(child.stdout).on('line', (line) => {
      // A line of its log may stand among the messages.
      const message = recordAt(parseJson(line));
      if (message['id'] === INITIALIZE_ID) {
        send({ method: 'initialized' });
        send({ id: HOOKS_ID, method: 'hooks/list', params: { cwds: [cwd] } });
      }
      if (message['id'] !== HOOKS_ID) return;
      if (message['error'] === undefined) end({ outcome: 'hooks', hooks: hooksIn(message['result']) });
      else unavailable(`Codex refused: ${JSON.stringify(message['error'])}`);
    });
    const clientInfo = { name: 'inkling', title: 'Inkling', version: '0' };
    send({ id: INITIALIZE_ID, method: 'initialize', params: { clientInfo } });
  });
}

/** The hooks in the answer of `hooks/list`; fields that are not there are ''. */
export function hooksIn(result: unknown): CodexHook[] {
  return recordsOf(recordAt(result)['data'])
    .flatMap(({ hooks }) => recordsOf(hooks))
    .map((hook) => ({
      eventName: textOf(hook['eventName']),
      command: textOf(hook['command']),
      sourcePath: textOf(hook['sourcePath']),
      enabled: hook['enabled'] !== false,
      trustStatus: textOf(hook['trustStatus']),
    }));
}
