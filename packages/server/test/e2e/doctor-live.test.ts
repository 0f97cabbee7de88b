import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { describeDoctor, type DoctorReport } from '../../src/connect/doctor/doctor-report.ts';
import { didItHelp } from '../../src/contract/analytics.ts';
import { listProjects } from '../../src/contract/inspection.ts';
import { countObservations } from '../../src/contract/observations.ts';
import { listSessions } from '../../src/contract/sessions.ts';
import { readDaemonToken } from '../../src/state/daemon-token.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.ts';
import { inkling, inklingAlone, inklingAloneJson, type InklingOptions } from './inkling-process.ts';

// Each step starts processes, one with an embedded database: many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const STAND_IN = fileURLToPath(new URL('./stand-in-client.mjs', import.meta.url));

let home: string;
let options: InklingOptions & { readonly dataDir: string };
let program: string;
let daemon: DaemonProcess;

beforeAll(async () => {
  home = temporaryDirectory();
  const bin = path.join(home, 'bin');
  program = path.join(bin, 'claude');
  for (const directory of [bin, path.join(home, '.claude')]) mkdirSync(directory);
  const environment = { PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
  options = { cwd: home, dataDir: path.join(home, 'data'), environment };
  daemon = await startDaemonProcess(options);
  // Without the MCP server, which each examination would start: agents.test.ts asks for that.
  await inklingAloneJson(['init', '--agent', 'claude-code', '--no-mcp', '--yes'], options);
});
afterAll(async () => {
  await daemon.end('SIGTERM');
  removeDirectory(home);
});

/** A program by the client's name on the path. */
function install(text: string = readFileSync(STAND_IN, 'utf8')): void {
  const module = path.join(home, 'client.mjs');
  writeFileSync(module, text);
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${module}' "$@"\n`);
  chmodSync(program, 0o755);
}

async function doctor(...args: readonly string[]): Promise<DoctorReport> {
  const { stdout } = await inkling(['doctor', '--client', 'claude-code', ...args, '--json'], options);
  return JSON.parse(stdout) as DoctorReport;
}

describe('doctor --live', () => {
  test('runs the client with its installed hooks, and finds each canary in what its model was sent', async () => {
    install();
    let report = await doctor('--live', '--no-cases');
    // A busy machine can be over the hooks' times; what is asked here is whether the canary arrives.
    for (let more = 0; !report.healthy && more < 20; more += 1) report = await doctor('--live', '--no-cases');
    expect(report.clients).toMatchObject([
      {
        client: 'claude-code',
        trial: {
          outcome: 'arrived',
          problem: null,
          canaries: [
            { at: 'prompt', spokenBy: 'user', inTranscript: true },
            { at: 'tool-call', spokenBy: 'user', inTranscript: true },
          ],
          toolCallMs: expect.any(Number),
        },
      },
    ]);
    expect(report.healthy).toBe(true);
    expect(describeDoctor(report)).toMatch(/the client itself, run in \d+\.\d s, its tool call in \d+\.\d ms/);
  });

  test('says what a client did not hand over, and why it did not come to its end', async () => {
    install(readFileSync(STAND_IN, 'utf8').replace('if (text) given.push', 'if (false) given.push'));
    const deaf = await doctor('--live', '--no-cases');
    expect(deaf.healthy).toBe(false);
    expect(deaf.clients[0]?.trial).toMatchObject({
      outcome: 'missing',
      attempts: 3,
      canaries: [{ spokenBy: null }, { at: 'tool-call', spokenBy: null, inTranscript: false }],
    });
    install('process.stderr.write("no licence"); process.exitCode = 3;');
    const broken = await doctor('--live', '--no-cases');
    expect(broken.clients[0]?.trial).toMatchObject({ outcome: 'failed', problem: 'claude ended with 3: no licence' });
  });

  test('a client that is not on the path is not run, and is no failure', async () => {
    rmSync(program);
    const { clients } = await doctor('--live', '--no-cases');
    expect(clients[0]?.trial).toMatchObject({ outcome: 'not-on-path', problem: 'claude is not on the path' });
  });

  test('leaves nothing behind, however it ended: no session, no talk, no project, no figure', async () => {
    const client = createClient({ url: daemon.url, secret: readDaemonToken(options.dataDir) ?? '', orgId: 'local' });
    expect((await client.call(listSessions, { query: {} })).rows).toEqual([]);
    expect((await client.call(listProjects, { query: {} })).projectIds).toEqual([]);
    expect(await client.call(countObservations, { query: {} })).toEqual({ count: 0 });
    const { figures } = await client.call(didItHelp, { query: {} });
    expect(figures).toMatchObject({ sessions: 0, blocks: 0, outcomes: { unknown: 0 } });
  });
});

describe('doctor --session', () => {
  const proof = async (id: string): Promise<DoctorReport['session']> =>
    (await doctor('--session', id, '--wait', '0')).session;

  /** One hook of the session, as the client calls it; answers the text for the agent. */
  async function hook(event: string, fields: object = {}): Promise<string> {
    const settings = readFileSync(path.join(home, '.claude', 'settings.json'), 'utf8');
    const headers = /"authorization": "(?<bearer>[^"]+)"/.exec(settings)?.groups;
    const response = await fetch(`${daemon.url}/v1/hooks/claude-code`, {
      method: 'POST',
      headers: { authorization: headers?.['bearer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: 'live-1', cwd: home, hook_event_name: event, ...fields }),
    });
    return response.text();
  }

  test('sends a canary to a session that runs, and finds it in its transcript once it has come', async () => {
    expect(await proof('nobody')).toMatchObject({ outcome: 'no-session', client: null });
    await hook('SessionStart', { source: 'startup' });
    expect(await proof('live-1')).toMatchObject({ outcome: 'no-transcript', client: 'claude-code' });
    const transcripts = path.join(home, '.claude', 'projects', '-repo');
    mkdirSync(transcripts, { recursive: true });
    const file = path.join(transcripts, 'live-1.jsonl');
    writeFileSync(file, '{"type":"user"}\n');
    expect(await proof('live-1')).toMatchObject({ outcome: 'waiting' });
    let given = await hook('PostToolUse', { tool_name: 'TodoWrite', tool_input: {} });
    for (let more = 0; !given.includes('canary-') && more < 50; more += 1) {
      given = await hook('PostToolUse', { tool_name: 'TodoWrite', tool_input: {} });
    }
    expect(await proof('live-1')).toMatchObject({ outcome: 'waiting' });
    writeFileSync(file, `${JSON.stringify({ type: 'attachment', attachment: { content: [given] } })}\n`);
    expect(await proof('live-1')).toMatchObject({ outcome: 'arrived' });
    const { stdout } = await inklingAlone(['doctor', '--session', 'live-1', '--wait', '0'], options);
    expect(stdout).toContain('session live-1 (claude-code): the canary is in its transcript');
  });

  test('a session that ended without its canary says so; without an id it is the one of the agent that asks', async () => {
    await hook('SessionEnd', { reason: 'other' });
    const own = { ...options, environment: { ...options.environment, CLAUDE_CODE_SESSION_ID: 'live-1' } };
    writeFileSync(path.join(home, '.claude', 'projects', '-repo', 'live-1.jsonl'), '');
    const { stdout } = await inkling(['doctor', '--session', '--wait', '0'], own);
    expect(stdout).toContain('session live-1 (claude-code): it has ended');
    expect((await inkling(['doctor', '--session'], options)).stderr).toContain('No session is given');
  });
});
