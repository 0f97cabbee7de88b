import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeDoctor, type DoctorReport } from '../../src/connect/doctor/doctor-report.ts';
import { hookScript } from '../../src/connect/install-hook-script.ts';
import { readHookLog } from '../../src/state/hook-log.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.ts';
import { inkling, inklingAlone, inklingJson, type InklingOptions } from './inkling-process.ts';

// Each step starts a process, some with an embedded database: many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const AUTH = 'Auth middleware: a request without the session header is a guest, never read user.id before that check.';
const OTHERS = ['The checkout button is green.', 'Prices are integers, in cents.', 'Logs rotate daily.'];
const PROMPT = 'Fix the auth middleware: session header of a guest request';

interface HookRun {
  readonly code: number | null;
  readonly output: string;
}

let home: string;
let options: InklingOptions & { readonly dataDir: string };

beforeAll(() => {
  home = temporaryDirectory();
  options = { cwd: home, dataDir: path.join(home, 'data') };
  for (const name of ['.claude', 'data']) mkdirSync(path.join(home, name));
});
afterAll(() => removeDirectory(home));

/** Runs a hook command as a client does. */
async function runHook(command: string, payload: unknown, environment: NodeJS.ProcessEnv = {}): Promise<HookRun> {
  const child = spawn('sh', ['-c', command], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      INKLING_DATA_DIR: options.dataDir,
      INKLING_HOOK_PATIENCE: '60',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  return { code, output };
}

/** What doctor says, healthy or not: on a busy machine a hook may be over its time. */
async function doctor(asked: InklingOptions = options): Promise<DoctorReport> {
  return JSON.parse((await inkling(['doctor', '--json'], asked)).stdout) as DoctorReport;
}

const hookCommand = (event: string): string => `${path.join(options.dataDir, 'hook.sh')} claude-code ${event}`;
const payload = (sessionId: string, event: string, fields: object = {}): object => ({
  session_id: sessionId,
  cwd: home,
  hook_event_name: event,
  ...fields,
});

/** A PATH on which only these programs are found. */
function pathWith(...programs: readonly string[]): string {
  const directory = path.join(home, `bin-${programs.join('-')}`);
  if (existsSync(directory)) return directory;
  mkdirSync(directory);
  for (const program of programs) {
    const found = (process.env['PATH'] ?? '').split(':').find((each) => existsSync(path.join(each, program)));
    symlinkSync(path.join(found ?? '/nowhere', program), path.join(directory, program));
  }
  return directory;
}

describe('agents that are connected', () => {
  let daemon: DaemonProcess;
  beforeAll(async () => {
    daemon = await startDaemonProcess(options);
    for (const content of [AUTH, ...OTHERS]) await inklingJson(['remember', content], options);
    await inklingJson(['init', '--agent', 'claude-code', '--yes'], options);
  });
  afterAll(() => daemon.end('SIGTERM'));

  const prompt = (sessionId: string): object => payload(sessionId, 'UserPromptSubmit', { prompt: PROMPT });

  test('doctor sends a canary through the installed hooks, and it arrives', async () => {
    let report = await doctor();
    // A busy machine can be over the hooks' times five times in a row; what is asked here is whether the canary arrives.
    for (let more = 0; !report.healthy && more < 20; more += 1) report = await doctor();
    expect(report).toMatchObject({ healthy: true, hookScript: 'installed' });
    const [claude] = report.clients;
    expect(claude).toMatchObject({ client: 'claude-code', scope: 'user', connection: 'connected' });
    expect(claude?.canary.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
      'SessionStart answered',
      'UserPromptSubmit arrived',
      'PreToolUse answered',
      'PostToolUse arrived',
      'SessionEnd answered',
    ]);
    expect(report.hookLog.rows).toMatchObject([{ client: 'claude-code', event: 'SessionStart' }]);
    const said = describeDoctor(report);
    expect(said).toMatch(/UserPromptSubmit +(the canary arrived|answered without the canary|failed: .*) +\d+\.\d ms/);
    expect(claude?.mcp).toMatchObject({ registration: 'registered', probe: { outcome: 'answers' } });
    const probe = claude?.mcp.probe;
    expect(probe?.outcome === 'answers' && probe.tools.toSorted()).toEqual([
      'feedback',
      'get',
      'graph_search',
      'outcome',
      'recall',
      'remember',
    ]);
    expect(said).toMatch(/MCP server +registered, answers with 6 tools/);
    expect(said).toMatch(/Memory (reaches every connected agent|does not reach every agent)/);
  });

  test('doctor says that another program wrote the hook command, until `inkling init` is run', async () => {
    const script = path.join(options.dataDir, 'hook.sh');
    writeFileSync(script, readFileSync(script, 'utf8').replace(/^main='.*'$/mu, `main='/bin/sh'`));
    const report = await doctor();
    expect(report.hookScript).toBe('outdated');
    expect(describeDoctor(report)).toMatch(/written by another version, or for another program.*run `inkling init`/);
    await inklingJson(['init', '--agent', 'claude-code', '--yes'], options);
    expect((await doctor()).hookScript).toBe('installed');
  });

  test.each([
    ['bash, which speaks to the socket', {}],
    ['a plain sh and curl', { INKLING_HOOK_PLAIN: '1' }],
  ])('the hook command with %s prints the block', async (what, environment) => {
    let run = await runHook(hookCommand('UserPromptSubmit'), prompt(`command ${what}`), environment);
    const idle = payload(`command ${what}`, 'PostToolUse', { tool_name: 'TodoWrite', tool_input: {} });
    for (let more = 0; run.output === '' && more < 50; more += 1) {
      run = await runHook(hookCommand('PostToolUse'), idle, environment);
    }
    expect(run.code).toBe(0);
    const { hookSpecificOutput } = JSON.parse(run.output) as { hookSpecificOutput: { additionalContext: string } };
    expect(hookSpecificOutput.additionalContext).toContain('Auth middleware');
  });

  test('a payload of two megabytes, with text that is no ASCII, is handed over whole', async () => {
    const tool = { tool_name: 'Write', tool_input: { content: 'ü€😀'.repeat(250_000) }, tool_use_id: 'w1' };
    const run = await runHook(hookCommand('PostToolUse'), payload('large', 'PostToolUse', tool));
    expect(run).toEqual({ code: 0, output: '' });
    const { rows, failOpens } = readHookLog(options.dataDir);
    expect(rows).toContainEqual(expect.objectContaining({ event: 'PostToolUse' }));
    expect(failOpens).not.toContainEqual(expect.objectContaining({ event: 'PostToolUse' }));
  });

  test('the advice for the summariser is printed as plain text', async () => {
    const ask = () => runHook(hookCommand('PreCompact'), payload('advised', 'PreCompact', { trigger: 'auto' }));
    let run = await ask();
    // The first event of a session opens it, which a busy machine may not do in the time of the answer.
    for (let more = 0; run.output === '' && more < 50; more += 1) run = await ask();
    expect(run.output).toMatch(/^Leave out of the summary everything between \[Context from memory\] .*\n$/);
  });

  test('switched off by the environment it does nothing', async () => {
    const run = await runHook(hookCommand('UserPromptSubmit'), prompt('silent'), { INKLING_OFF: '1' });
    expect(run).toEqual({ code: 0, output: '' });
  });

  test.each([
    ['what is no JSON', 'no json', {}, 'refused'],
    ['nothing', '', {}, 'refused'],
    ['neither bash nor curl', '{}', { PATH: '' }, 'no-curl'],
  ])('with %s it ends with 0, prints nothing and notes why', async (_what, input, environment, cause) => {
    const lacking = 'PATH' in environment ? { PATH: pathWith('sh', 'cat', 'head', 'date') } : environment;
    const run = await runHook(hookCommand('UserPromptSubmit'), input, lacking);
    expect(run).toEqual({ code: 0, output: '' });
    const { failOpens } = readHookLog(options.dataDir);
    expect(failOpens).toContainEqual(expect.objectContaining({ event: 'UserPromptSubmit', cause }));
  });

  test('a token for hooks lets hooks in, and nothing else', async () => {
    const settings = JSON.parse(readFileSync(path.join(home, '.claude', 'settings.json'), 'utf8')) as {
      hooks: { Stop: { hooks: { url: string; headers: Record<string, string> }[] }[] };
    };
    const [hook] = settings.hooks.Stop[0]?.hooks ?? [];
    const headers = { authorization: hook?.headers['authorization'] ?? '', 'content-type': 'application/json' };
    const answer = await fetch(String(hook?.url), { method: 'POST', headers, body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect((await fetch(`${daemon.url}/v1/observations`, { headers })).status).toBe(403);
    const stranger = { ...headers, 'inkling-org': 'other' };
    expect((await fetch(String(hook?.url), { method: 'POST', headers: stranger, body: '{}' })).status).toBe(401);
  });

  test.each(['claude-code', 'opencode'])('hooks of %s in a project do the same and are taken back', async (agent) => {
    const file = path.join(home, agent === 'opencode' ? '.opencode/plugin/inkling.js' : '.claude/settings.json');
    await inklingJson(['init', '--remove', '--yes'], options);
    expect(existsSync(file)).toBe(false);
    await inklingJson(['init', '--agent', agent, '--in-project', '--yes'], options);
    const environment = { INKLING_DATA_DIR: options.dataDir, INKLING_HOOK_PATIENCE: '60' };
    const arrivals = async (): Promise<boolean[]> => {
      const { clients } = await doctor({ ...options, environment });
      const found = clients.filter(({ client, connection }) => client === agent && connection !== 'none');
      return found.map(({ canary }) => canary.some(({ outcome }) => outcome === 'arrived'));
    };
    await expect.poll(arrivals, { timeout: 120_000 }).toEqual([true]);
    await inklingJson(['init', '--remove', '--in-project', '--yes'], options);
    expect(existsSync(file)).toBe(false);
  });

  test('without --yes and without a terminal nothing is written', async () => {
    const run = await inkling(['init', '--agent', 'claude-code'], options);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('+ ');
    expect(existsSync(path.join(home, '.claude', 'settings.json'))).toBe(false);
  });
});

/** How the newest call of the hook command ended, as it noted. */
const lastOutcome = (): string =>
  readFileSync(path.join(options.dataDir, 'hook.log'), 'utf8').trimEnd().split(' ').slice(-2).join(' ');

/** Lets something listen on a port of its own. Answers what says where a daemon is: there. */
async function daemonFacts(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const facts = { pid: 1, instance: 'x', url: `http://127.0.0.1:${port}`, version: '0', startedAt: 'now' };
  return JSON.stringify(facts, null, 2);
}

/** For what another process does. */
const WAIT = { timeout: 60_000 };

describe('without a daemon', () => {
  /** The hook command of an installation whose program is this text: it stands for the daemon, since what the command starts, and how, is what matters here. */
  function scriptThatStarts(text: string): string {
    const main = path.join(home, 'start.cjs');
    writeFileSync(main, text);
    const script = path.join(home, 'hook.sh');
    const facts = { stateDirectory: options.dataDir, orgId: 'local', node: process.execPath, main };
    writeFileSync(script, hookScript({ ...facts, start: 'up --detach', embedded: true }));
    chmodSync(script, 0o755);
    return script;
  }

  test('a hook ends with 0, a session that starts starts the daemon beside it and waits for nothing', async () => {
    const started = path.join(home, 'started');
    const server = createHttpServer((_request, response) => response.end('{"plain":"waited"}'));
    const facts = await daemonFacts(server);
    const script = scriptThatStarts(`const fs = require('node:fs');
      fs.writeFileSync(${JSON.stringify(path.join(options.dataDir, 'daemon.json'))}, ${JSON.stringify(facts)});
      fs.writeFileSync(${JSON.stringify(started)}, process.argv.slice(2).join(' '));`);
    const quiet = { code: 0, output: '' };
    expect(await runHook(`${script} claude-code PreToolUse`, payload('down', 'PreToolUse'))).toEqual(quiet);
    expect(existsSync(started)).toBe(false);
    // Whoever waited for what it starts would have its answer.
    expect(await runHook(`${script} claude-code SessionStart`, payload('down', 'SessionStart'))).toEqual(quiet);
    expect(lastOutcome()).toBe('SessionStart daemon-down');
    await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8'), WAIT).toBe('up --detach');
    expect((await runHook(`${script} claude-code Stop`, payload('down', 'Stop'))).output).toBe('waited\n');
    server.closeAllConnections();
    server.close();
    rmSync(path.join(options.dataDir, 'daemon.json'));
    const report = await inklingAlone(['doctor', '--json'], options);
    expect(report.code).toBe(1);
    const { daemon, hookLog } = JSON.parse(report.stdout) as DoctorReport;
    expect(daemon).toBeNull();
    expect(hookLog.failOpens.at(-1)).toMatchObject({ event: 'SessionStart', cause: 'daemon-down' });
  });

  test.each([
    ['a session of its own', ['setsid']],
    ['a process group of its own, where there is no setsid', []],
  ])('what the hook starts outlives the client: %s', async (_how, more) => {
    const told = path.join(home, `ids-${more.length}`);
    const script = scriptThatStarts(
      `require('node:fs').writeFileSync(${JSON.stringify(told)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    // The client's own group, which it ends with its hook.
    const child = spawn('sh', ['-c', `${script} copilot-cli SessionStart`], {
      env: { PATH: pathWith('bash', 'sh', 'head', 'cat', 'date', ...more), HOME: home },
      stdio: ['pipe', 'ignore', 'inherit'],
      detached: true,
    });
    child.stdin.end('{}');
    await once(child, 'close');
    const ended = spawn('sh', ['-c', `kill -KILL -${child.pid}`], { stdio: 'ignore' });
    await once(ended, 'close');
    await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8'), WAIT).toMatch(/^\d+$/);
    // Rejects when there is no such process.
    process.kill(Number(readFileSync(told, 'utf8')), 'SIGKILL');
  });

  // The image that a tool has read stands in its event: more than two sockets hold, so it is never taken from a daemon that hangs.
  test.each([
    ['never answers', 10],
    ['never reads', 8_000_000],
  ])('a daemon that accepts and %s holds nobody up', async (_does, characters) => {
    const accepted: { destroy(): unknown }[] = [];
    const silent = createServer({ pauseOnConnect: true }, (socket) => accepted.push(socket));
    writeFileSync(path.join(options.dataDir, 'daemon.json'), await daemonFacts(silent));
    const event = { ...payload('hung', 'PostToolUse'), tool_response: 'x'.repeat(characters) };
    const environment = { INKLING_HOOK_PATIENCE: '0.2', INKLING_HOOK_PAUSE: '0' };
    const run = await runHook(hookCommand('PostToolUse'), event, environment);
    expect(run).toEqual({ code: 0, output: '' });
    expect(lastOutcome()).toBe('PostToolUse too-late');
    for (const socket of accepted) socket.destroy();
    silent.close();
  });

  test.each([
    ['bash', {}],
    ['a plain sh and curl', { INKLING_HOOK_PLAIN: '1' }],
  ])(
    'with %s a daemon that hangs is left alone for a while after the first call, and then asked again',
    async (_shell, plain) => {
      let calls = 0;
      let hangs = true;
      const server = createHttpServer((_request, response) => {
        calls += 1;
        if (!hangs) response.end('{}');
      });
      writeFileSync(path.join(options.dataDir, 'daemon.json'), await daemonFacts(server));
      const ask = async (environment: NodeJS.ProcessEnv): Promise<string> => {
        const run = await runHook(hookCommand('PreToolUse'), payload('hung', 'PreToolUse'), {
          ...plain,
          ...environment,
        });
        expect(run).toEqual({ code: 0, output: '' });
        return lastOutcome();
      };
      const pause = { INKLING_HOOK_PAUSE: '3600' };
      expect(await ask({ ...pause, INKLING_HOOK_PATIENCE: '0.2' })).toBe('PreToolUse too-late');
      hangs = false;
      expect(await ask(pause)).toBe('PreToolUse paused');
      expect(calls).toBe(1);
      // A pause that is longer than any that is made ended long ago, or has never begun.
      expect(await ask({ INKLING_HOOK_PAUSE: '0' })).toBe('PreToolUse ok');
      expect(existsSync(path.join(options.dataDir, 'hook.pause'))).toBe(false);
      server.closeAllConnections();
      server.close();
    },
  );
});
