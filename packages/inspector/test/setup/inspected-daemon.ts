import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startDaemonProcess, type DaemonProcess } from '../../../server/test/e2e/daemon-process.ts';
import { inklingAloneJson } from '../../../server/test/e2e/inkling-process.ts';
import { removeDirectory, temporaryDirectory } from '../../../server/test/git-fixture.ts';
import { askerOf, type Ask } from './ask.ts';

/** A real daemon on a directory of its own. */
export interface InspectedDaemon {
  readonly url: string;
  readonly token: string;
  /** An address that lets a browser in, once. */
  address(): Promise<string>;
  /** The same as `inkling inspect` prints it. */
  printedAddress(): Promise<string>;
  readonly ask: Ask;
  stop(): Promise<void>;
}

/** Starts a daemon with an embedded database. */
export async function startInspectedDaemon(): Promise<InspectedDaemon> {
  const home = temporaryDirectory();
  const options = { cwd: home, dataDir: path.join(home, 'data') };
  const daemon: DaemonProcess = await startDaemonProcess(options);
  const token = readFileSync(path.join(options.dataDir, 'daemon-token'), 'utf8').trim();
  const ask = askerOf(daemon.url, token);
  return {
    url: daemon.url,
    token,
    ask,
    address: async () => `${daemon.url}/#code=${(await ask<{ code: string }>('post /v1/inspector/codes')).code}`,
    printedAddress: async () => (await inklingAloneJson<{ url: string }>(['inspect'], options)).url,
    async stop() {
      await daemon.end('SIGTERM');
      removeDirectory(home);
    },
  };
}
