import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('./warm-program.mjs', import.meta.url));

/** Less than any test or hook has, so that the command that never ends is named, and not one that waits behind it. */
const LIMIT_MS = 100_000;

interface Asked {
  readonly name: string;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

interface SharedDaemon {
  readonly url: string;
  readonly dataDir: string;
}

interface Host {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Asked>;
  /** For the command that runs: the first of those that wait. */
  readonly limit: NodeJS.Timeout;
  daemon?: Promise<SharedDaemon>;
}

let host: Host | undefined;
let asked = 0;

/** Asks the process that has read the program; it is started when it is first needed and ends with this one. */
export function askWarmProgram<Answer>(name: string, question: object): Promise<Answer> {
  host ??= startHost();
  const { child, waiting, limit } = host;
  const id = (asked += 1);
  return new Promise<Answer>((resolve, reject) => {
    if (waiting.size === 0) limit.refresh();
    waiting.set(id, { name, resolve, reject });
    child.send({ id, ...question });
  });
}

/** A daemon that the tests of this process share, each file in an organisation of its own. It ends with the process that has read the program. */
export function sharedDaemon(): Promise<SharedDaemon> {
  const { PATH, SystemRoot, TMPDIR } = process.env;
  host ??= startHost();
  return (host.daemon ??= askWarmProgram('inkling up', { daemon: { environment: { PATH, SystemRoot, TMPDIR } } }));
}

function startHost(): Host {
  const waiting = new Map<number, Asked>();
  const child = fork(HOST, [], { execArgv: ['--liftoff-only'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', ({ id, answer }: { id: number; answer: never }) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
    limit.refresh();
  });
  let unending = '';
  const limit = setTimeout(() => {
    const [running] = waiting.values();
    if (!running) return;
    unending = ` ${running.name} had not ended after ${LIMIT_MS / 1_000} s.`;
    host = undefined;
    // So it ends its daemon too, unless it never comes to it.
    child.disconnect();
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, LIMIT_MS).unref();
  child.on('exit', (code, signal) => {
    if (host?.child === child) host = undefined;
    const error = new Error(`The warm program ended with ${code ?? signal}.${unending}`);
    // What a command left behind ended it after its answer: no test may go on as if nothing had been.
    if (waiting.size === 0) throw error;
    for (const { reject } of waiting.values()) reject(error);
  });
  // It keeps nobody from ending.
  child.unref();
  child.channel?.unref();
  return { child, waiting, limit };
}
