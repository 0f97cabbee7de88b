import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { type DaemonProcess, startDaemonProcess } from './daemon-process.ts';
import { inkling, type InklingOptions } from './inkling-process.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const NOTE = 'Auth middleware: a request without the session header is a guest.';
const PROMPT = 'Fix the auth middleware: session header of a guest request';

let home: string;
let options: InklingOptions & { readonly dataDir: string };
let daemon: DaemonProcess;

const payload = (event: string, fields: object = {}): string =>
  JSON.stringify({ session_id: 'early', cwd: home, hook_event_name: event, ...fields });

beforeAll(async () => {
  home = temporaryDirectory();
  options = { cwd: home, dataDir: path.join(home, 'data') };
  await inkling(['remember', NOTE], options);
  const missed = path.join(options.dataDir, 'missed');
  mkdirSync(missed);
  const seconds = Date.now() / 1000;
  writeFileSync(path.join(missed, `${seconds}-7`), `codex\nlocal\n${payload('SessionStart', { source: 'startup' })}`);
  const prompt = payload('UserPromptSubmit', { prompt: PROMPT });
  writeFileSync(path.join(missed, `${seconds + 0.5}-3`), `codex\nlocal\n${prompt}`);
  daemon = await startDaemonProcess(options);
});
afterAll(async () => {
  await daemon.end('SIGTERM');
  removeDirectory(home);
});

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
  await expect.poll(runTool, { timeout: 60_000 }).toContain('without the session header is a guest');
  expect(existsSync(path.join(options.dataDir, 'missed'))).toBe(false);
});
