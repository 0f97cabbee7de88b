import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.ts';
import { inklingAloneJson, inklingJson, type InklingOptions } from './inkling-process.ts';

// Each step starts a process, some with an embedded database: many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const AUTH = 'Auth middleware: a request without the session header is a guest, never read user.id before that check.';
const PROMPT = 'Fix the auth middleware: session header of a guest request';
const FOUND = 'never read user.id before that check';

let home: string;
let options: InklingOptions & { readonly dataDir: string };
let daemon: DaemonProcess;

beforeAll(async () => {
  home = temporaryDirectory();
  options = { cwd: home, dataDir: path.join(home, 'data') };
  mkdirSync(path.join(home, '.cursor'));
  await inklingAloneJson(['remember', AUTH], options);
  missEvents();
  daemon = await startDaemonProcess(options);
  await inklingJson(['init', '--agent', 'cursor', '--yes'], options);
});
afterAll(async () => {
  await daemon.end('SIGTERM');
  removeDirectory(home);
});

const payload = (event: string, fields: object = {}): string =>
  JSON.stringify({ session_id: 'early', cwd: home, hook_event_name: event, ...fields });

/** What a hook that finds no daemon puts aside: the start of a session, and the prompt behind it. */
function missEvents(): void {
  const missed = path.join(options.dataDir, 'missed');
  mkdirSync(missed);
  const seconds = Date.now() / 1000;
  writeFileSync(path.join(missed, `${seconds}-7`), `codex\nlocal\n${payload('SessionStart', { source: 'startup' })}`);
  const prompt = payload('UserPromptSubmit', { prompt: PROMPT });
  writeFileSync(path.join(missed, `${seconds + 0.5}-3`), `codex\nlocal\n${prompt}`);
}

async function answerTo(event: string, callId: number): Promise<string> {
  const secret = readFileSync(path.join(options.dataDir, 'daemon-token'), 'utf8').trim();
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: `call-${callId}`, tool_response: {} };
  const answer = await fetch(`${daemon.url}/v1/hooks/codex`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'inkling-org': 'local' },
    body: payload(event, tool),
  });
  return answer.text();
}

test('what came before the daemon was up is told to it: its block comes with a tool call that says nothing of the subject', async () => {
  let call = 0;
  const runTool = async (): Promise<string> => {
    call += 1;
    await answerTo('PreToolUse', call);
    return answerTo('PostToolUse', call);
  };
  await expect.poll(runTool, { timeout: 60_000 }).toContain(FOUND);
  expect(existsSync(path.join(options.dataDir, 'missed'))).toBe(false);
});

/** Runs the command that hooks.json has for an event, with a payload as Cursor's documentation has it. */
async function hook(event: string, fields: object): Promise<Record<string, unknown>> {
  const { hooks } = JSON.parse(readFileSync(path.join(home, '.cursor', 'hooks.json'), 'utf8')) as {
    readonly hooks: Readonly<Record<string, readonly { readonly command: string }[]>>;
  };
  const child = spawn('sh', ['-c', hooks[event]?.[0]?.command ?? 'exit 1'], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, INKLING_HOOK_PATIENCE: '60' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const common = {
    ...{ conversation_id: 'cu-1', generation_id: 'gen-1', model: 'claude-opus', cursor_version: '2.6.0' },
    ...{ workspace_roots: [home], user_email: 'ann@example.test', transcript_path: null },
  };
  child.stdin.end(JSON.stringify({ ...common, hook_event_name: event, ...fields }));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  expect(code).toBe(0);
  return JSON.parse(output || '{}') as Record<string, unknown>;
}

let calls = 0;

/** One call of a tool; its end is where Cursor takes text. */
async function call(): Promise<unknown> {
  const tool = {
    tool_name: 'Read',
    tool_input: { file_path: path.join(home, 'a.ts') },
    tool_use_id: `c${(calls += 1)}`,
  };
  expect(await hook('preToolUse', { ...tool, cwd: home })).toEqual({});
  return (await hook('postToolUse', { ...tool, cwd: home, tool_output: '{}', duration: 5 }))['additional_context'];
}

/** On a busy machine a block comes with a later call. */
const untilBlock = async (): Promise<unknown> => {
  let block: unknown;
  await expect.poll(async () => (block = await call()), { timeout: 60_000 }).toContain(FOUND);
  return block;
};

test('a session of Cursor: what a prompt found comes with a tool call, once, and again after a compaction', async () => {
  expect(await hook('sessionStart', { session_id: 'cu-1', is_background_agent: false })).toEqual({});
  expect(await hook('beforeSubmitPrompt', { prompt: PROMPT, attachments: [] })).toEqual({});
  const first = await untilBlock();
  expect(first).toMatch(/^\[Context from memory\] \([0-9a-z]{8}-1\)\n/);
  expect((await call()) ?? '').not.toContain(FOUND);
  expect(await hook('preCompact', { trigger: 'auto', context_usage_percent: 85, message_count: 12 })).toEqual({});
  expect(await untilBlock()).toMatch(/^\[Context from memory\] \([0-9a-z]{8}-2\)\n/);
  expect(await hook('beforeSubmitPrompt', { prompt: '/inkling off', attachments: [] })).toMatchObject({
    continue: false,
    user_message: expect.stringContaining('Inkling is off') as string,
  });
  expect(await hook('afterAgentResponse', { text: 'Done.' })).toEqual({});
  expect(await hook('sessionEnd', { session_id: 'cu-1', reason: 'completed', duration_ms: 1 })).toEqual({});
});
