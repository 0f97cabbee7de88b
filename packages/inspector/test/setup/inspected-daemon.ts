import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startDaemonProcess, type DaemonProcess } from '../../../server/test/e2e/daemon-process.ts';
import { inklingJson } from '../../../server/test/e2e/inkling-process.ts';
import { removeDirectory, temporaryDirectory } from '../../../server/test/git-fixture.ts';
import { askerOf, type Ask } from './ask.ts';

/** A real daemon on a directory of its own. */
export interface InspectedDaemon {
  readonly url: string;
  /** The address that `inkling inspect` prints: it lets one in. */
  readonly address: string;
  readonly token: string;
  readonly ask: Ask;
  stop(): Promise<void>;
}

/** Starts a daemon with an embedded database. */
export async function startInspectedDaemon(): Promise<InspectedDaemon> {
  const home = temporaryDirectory();
  const options = { cwd: home, dataDir: path.join(home, 'data') };
  const daemon: DaemonProcess = await startDaemonProcess(options);
  const token = readFileSync(path.join(options.dataDir, 'daemon-token'), 'utf8').trim();
  const { url: address } = await inklingJson<{ url: string }>(['inspect'], options);
  return {
    url: daemon.url,
    address,
    token,
    ask: askerOf(daemon.url, token),
    async stop() {
      await daemon.end('SIGTERM');
      removeDirectory(home);
    },
  };
}
