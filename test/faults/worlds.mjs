// Where faults happen: one daemon on an embedded store, or two on a PostgreSQL behind a proxy.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDaemon } from '../../bench/lib/daemon-process.mjs';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { startTcpProxy } from './tcp-proxy.mjs';

/** Small enough to fill in a moment. */
const DISK = 'size=96m,mode=700';

async function startIn(state, storage, environment = {}) {
  const daemon = await startDaemon(storage, { INKLING_STATE_DIR: state, ...environment });
  return { ...daemon, token: readFileSync(join(state, 'daemon-token'), 'utf8').trim() };
}

async function end({ child }, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** A disk of its own where this process may mount one; null elsewhere. */
function mountDisk(folder) {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null; // Who may not mount has no disk to fill: the fault is named as one that was not run.
  }
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['-l', folder]);
  };
  // However this process ends, and before its folder is removed.
  process.prependOnceListener('exit', unmount);
  return { unmount };
}

/** One daemon that owns its directory. */
export async function embeddedWorld(folder) {
  const disk = mountDisk(join(folder, 'disk'));
  const dataDir = join(folder, 'disk', 'data');
  const storage = ['--data-dir', dataDir];
  const world = { disk, dataDir, storage, daemon: await startIn(dataDir, storage), second: null };
  return Object.assign(world, {
    place: () => world.daemon,
    end: (signal) => end(world.daemon, signal),
    async start(environment) {
      world.daemon = await startIn(dataDir, storage, environment);
    },
    /** Another one on the same path; it ends with the world at the latest. */
    async startSecond() {
      world.second = await startIn(dataDir, storage);
    },
    endSecond: () => end(world.second, 'SIGKILL'),
    async stop() {
      await end(world.daemon, 'SIGKILL');
      if (world.second) await end(world.second, 'SIGKILL');
      disk?.unmount();
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

/** Two daemons that serve one database; a proxy stands between them and it. */
export async function serverWorld(folder) {
  const cluster = await startPostgresCluster({ survives: true });
  const { hostname, port } = new URL(cluster.url);
  const proxy = await startTcpProxy(hostname, Number(port));
  const storage = ['--database-url', cluster.url.replace(`:${port}/`, `:${proxy.port}/`)];
  const start = (name) => startIn(join(folder, name), storage);
  const daemons = [await start('one'), await start('two')];
  const world = { cluster, proxy, daemons, current: 0 };
  return Object.assign(world, {
    place: () => daemons[world.current],
    end: (index, signal) => end(daemons[index], signal),
    async start(index) {
      daemons[index] = await start(['one', 'two'][index]);
    },
    async stop() {
      for (const daemon of daemons) await end(daemon, 'SIGKILL');
      proxy.stop();
      await cluster.stop();
    },
  });
}
