import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startDaemonProcess } from '../../../server/test/e2e/daemon-process.ts';
import { inklingJson, type InklingOptions } from '../../../server/test/e2e/inkling-process.ts';
import { askerOf, type Ask } from './ask.ts';

/** One of several daemons on one server. */
export interface Replica {
  readonly url: string;
  readonly ask: Ask;
  /** An address that lets one in, as `inkling inspect` prints it. */
  address(): Promise<string>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again where it was: the same port, the same state directory. */
  restart(): Promise<void>;
}

/** Starts a daemon with a state directory of its own in `home`. */
export async function startReplica(home: string, name: string, databaseUrl: string): Promise<Replica> {
  const stateDirectory = path.join(home, name);
  const environment = { INKLING_DATABASE_URL: databaseUrl, INKLING_STATE_DIR: stateDirectory };
  const options: InklingOptions = { cwd: home, environment };
  let daemon = await startDaemonProcess(options);
  const { url } = daemon;
  return {
    url,
    ask: askerOf(url, readFileSync(path.join(stateDirectory, 'daemon-token'), 'utf8').trim()),
    address: async () => (await inklingJson<{ url: string }>(['inspect'], options)).url,
    kill: async () => void (await daemon.end('SIGKILL')),
    async restart() {
      daemon = await startDaemonProcess(options, ['--port', new URL(url).port]);
    },
  };
}
