import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOOK_SCRIPT_SOURCE, hookScript } from '../../src/connect/install-hook-script.ts';
import { readHookLog, readStartError, rotateHookLog } from '../../src/state/hook-log.ts';
import { takeMissedEvents } from '../../src/state/missed-events.ts';
import { MAX_PAYLOAD_BYTES } from '../../src/contract/delivery.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';

let home: string;

beforeAll(() => {
  home = temporaryDirectory();
});
afterAll(() => removeDirectory(home));

/** Runs the script as it is shipped, with no daemon anywhere. */
async function hook(event: string, bytes: number, { ends = true, plain = false } = {}) {
  const child = spawn('sh', [HOOK_SCRIPT_SOURCE, 'claude-code', event], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      INKLING_DATA_DIR: home,
      ...(plain ? { INKLING_HOOK_PLAIN: '1' } : {}),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // It may have ended before it was sent everything.
  child.stdin.on('error', () => undefined);
  child.stdin.write('x'.repeat(bytes));
  if (ends) child.stdin.end();
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  return { code, output, cause: readHookLog(home).failOpens.at(-1)?.cause };
}

/** A state directory whose daemon takes connections and never answers. */
async function silentDaemon() {
  const state = temporaryDirectory();
  const silent = createServer((socket) => socket.resume().on('error', () => undefined));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  writeFileSync(path.join(state, 'daemon.json'), JSON.stringify({ url: `http://127.0.0.1:${port}` }, null, 2));
  writeFileSync(path.join(state, 'daemon-token'), 'token\n');
  return { state, silent };
}

describe.each([
  ['bash', false],
  ['a plain sh', true],
])('with %s', (_shell, plain) => {
  test('an event larger than the daemon takes is not handed over, and one without an end is not waited for', async () => {
    const large = await hook('PostToolUse', MAX_PAYLOAD_BYTES + 1, { ends: false, plain });
    expect(large).toEqual({ code: 0, output: '', cause: 'too-large' });
  });

  test('the largest that it takes is', async () => {
    expect(await hook('PostToolUse', MAX_PAYLOAD_BYTES, { plain })).toEqual({
      code: 0,
      output: '',
      cause: 'daemon-down',
    });
  });
});

test.each([
  ['bash', {}],
  ['a plain sh', { INKLING_HOOK_PLAIN: '1' }],
  ['a bash before 5.0', { BASH_ENV: 'old-bash' }],
])(
  'with %s the daemon that a start begins finds that start and the prompts behind it, and nothing else',
  async (_shell, shell) => {
    const state = temporaryDirectory();
    const script = path.join(state, 'hook.sh');
    const oldBash = path.join(state, 'old-bash');
    writeFileSync(oldBash, 'unset EPOCHREALTIME EPOCHSECONDS\n');
    const plain = 'BASH_ENV' in shell ? { BASH_ENV: oldBash } : shell;
    // As `inkling init` writes it, but for what it starts.
    writeFileSync(script, readFileSync(HOOK_SCRIPT_SOURCE, 'utf8').replace('\nnode=inkling\n', '\nnode=true\n'));
    const send = async (event: string, payload: object): Promise<void> => {
      const child = spawn('sh', [script, 'codex', event], {
        env: { ...plain, PATH: process.env['PATH'], HOME: state, INKLING_DATA_DIR: state },
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.stdin.end(JSON.stringify(payload));
      await once(child, 'close');
    };
    await send('UserPromptSubmit', { prompt: 'nobody has started a daemon yet' });
    expect(takeMissedEvents(state, Date.now())).toEqual([]);
    await send('SessionStart', { source: 'startup' });
    await send('UserPromptSubmit', { prompt: 'it\'s the "first"\n one %s' });
    await send('PostToolUse', { tool_name: 'Read' });
    const [name = ''] = readdirSync(path.join(state, 'missed'));
    expect(statSync(path.join(state, 'missed', name)).mode & 0o077).toBe(0);
    const payloads = takeMissedEvents(state, Date.now()).map(({ payload }) => payload);
    expect(payloads).toHaveLength(2);
    expect(payloads).toEqual(expect.arrayContaining([{ source: 'startup' }, { prompt: 'it\'s the "first"\n one %s' }]));
    removeDirectory(state);
  },
);

test('a start of a session begins the daemon with the node of the path when its own has moved', async () => {
  const state = temporaryDirectory();
  const [script, main, started] = ['hook.sh', 'main.js', 'started'].map((name) => path.join(state, name));
  const facts = { stateDirectory: state, orgId: 'local', start: 'up --detach', embedded: true };
  writeFileSync(script!, hookScript({ ...facts, node: path.join(state, 'gone', 'node'), main: main! }));
  mkdirSync(path.join(state, 'bin'));
  writeFileSync(
    path.join(state, 'bin', 'node'),
    `#!/bin/sh\necho 'error migration-edited: No.' >&2; echo "$@" >'${started}'\n`,
    { mode: 0o755 },
  );
  writeFileSync(main!, '');
  const child = spawn('sh', [script!, 'codex', 'SessionStart'], {
    env: { PATH: `${state}/bin:${process.env['PATH']}`, HOME: state },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end('{}');
  expect(await once(child, 'close')).toEqual([0, null]);
  const read = (): string => (existsSync(started!) ? readFileSync(started!, 'utf8') : '');
  await expect.poll(read, { timeout: 20_000 }).toBe(`${main} up --detach\n`);
  expect(readStartError(state)).toBe('error migration-edited: No.');
  rotateHookLog(state);
  expect(readStartError(state)).toBeNull();
  removeDirectory(state);
});

test.each([
  ['bash', {}],
  ['a plain sh', { INKLING_HOOK_PLAIN: '1' }],
])(
  'with %s the state is beside the script where the home was moved, but not beside a copy of it',
  async (_shell, plain) => {
    const state = temporaryDirectory();
    const script = path.join(state, 'hook.sh');
    const gone = path.join(state, 'gone');
    const facts = { stateDirectory: gone, orgId: 'local', node: 'node', main: '', start: '', embedded: true };
    writeFileSync(script, hookScript(facts));
    const causes = async () => {
      const child = spawn('sh', [script, 'codex', 'Stop'], { env: { ...plain, PATH: process.env['PATH'] } });
      child.stdin.end('{}');
      expect(await once(child, 'close')).toEqual([0, null]);
      return readHookLog(state).failOpens.map(({ cause }) => cause);
    };
    expect(await causes()).toEqual([]);
    writeFileSync(path.join(state, 'daemon-token'), 'token\n');
    expect(await causes()).toEqual(['daemon-down']);
    expect(existsSync(gone)).toBe(false);
    removeDirectory(state);
  },
);

test.each([
  ['bash', {}],
  ['a plain sh', { INKLING_HOOK_PLAIN: '1' }],
])('with %s a user who interrupts the client is no sign of a daemon that hangs', async (_shell, plain) => {
  const { state, silent } = await silentDaemon();
  const child = spawn('sh', [HOOK_SCRIPT_SOURCE, 'claude-code', 'UserPromptSubmit'], {
    env: { ...plain, PATH: process.env['PATH'], HOME: state, INKLING_DATA_DIR: state, INKLING_HOOK_PATIENCE: '20' },
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const asked = once(silent, 'connection');
  child.stdin.end('{}');
  await asked;
  process.kill(-child.pid!, 'SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(readHookLog(state).failOpens.map(({ cause }) => cause)).toEqual(['cut-off']);
  expect(existsSync(path.join(state, 'hook.pause'))).toBe(false);
  silent.close();
  removeDirectory(state);
});

test.each([
  ['bash', {}],
  ['a plain sh and curl', { INKLING_HOOK_PLAIN: '1' }],
])(
  'with %s the first wait is followed by a short pause, the second by a long one, a start by none',
  async (_shell, plain) => {
    const { state, silent } = await silentDaemon();
    const pauseFile = path.join(state, 'hook.pause');
    /** Seconds of the pause that the call makes, as it wrote them. */
    const pausedBy = async (event: string): Promise<number> => {
      const child = spawn('sh', [HOOK_SCRIPT_SOURCE, 'codex', event], {
        env: { ...plain, PATH: process.env['PATH'], HOME: state, INKLING_DATA_DIR: state, INKLING_HOOK_PATIENCE: '1' },
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.stdin.end('{}');
      await once(child, 'close');
      const ended = Number(
        readFileSync(path.join(state, 'hook.log'), 'utf8').trimEnd().split('\n').at(-1)?.split(' ')[1],
      );
      return Number(readFileSync(pauseFile, 'utf8')) - Math.floor(ended);
    };
    // A second may begin between the two that were read.
    const isAbout = (seconds: number) => ({
      asymmetricMatch: (found: number) => found === seconds || found === seconds - 1,
    });
    expect(await pausedBy('SessionStart')).toEqual(isAbout(0));
    writeFileSync(pauseFile, '0\n');
    expect(await pausedBy('PostToolUse')).toEqual(isAbout(2));
    writeFileSync(pauseFile, `${Math.floor(Date.now() / 1000)}\n`);
    expect(await pausedBy('PostToolUse')).toEqual(isAbout(5));
    silent.close();
    removeDirectory(state);
  },
);

test("curl asks the daemon itself, past a proxy and without its user's settings", async () => {
  const { state, silent } = await silentDaemon();
  writeFileSync(path.join(state, '.curlrc'), 'connect-to = "::127.0.0.1:9"\n');
  const child = spawn('sh', [HOOK_SCRIPT_SOURCE, 'codex', 'PostToolUse'], {
    env: {
      ...{ PATH: process.env['PATH'], HOME: state, INKLING_DATA_DIR: state },
      ...{ INKLING_HOOK_PLAIN: '1', http_proxy: 'http://127.0.0.1:9' },
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end('{}');
  await once(child, 'close');
  expect(readHookLog(state).failOpens.map(({ cause }) => cause)).toEqual(['too-late']);
  silent.close();
  removeDirectory(state);
});

test('the time is noted with a point whatever the language', () => {
  const text = readFileSync(HOOK_SCRIPT_SOURCE, 'utf8');
  expect(text.indexOf('\nLC_ALL=C\n')).toBeGreaterThan(0);
  expect(text.indexOf('\nLC_ALL=C\n')).toBeLessThan(text.indexOf('\nbegan='));
});

test('each call leaves one line', () => {
  expect(readFileSync(path.join(home, 'hook.log'), 'utf8').trimEnd().split('\n')).toHaveLength(4);
});
