import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAskDaemon } from './ask-daemon.ts';

describe('ask daemon', () => {
  let directory: string;
  let server: Server;
  let answer: { readonly status: number; readonly body: string };
  let seen: Record<string, unknown>[];

  beforeEach(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'inkling-test-'));
    seen = [];
    answer = { status: 200, body: '{"additionalContext":"notes"}' };
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { authorization, 'inkling-org': org } = request.headers;
        seen.push({ path: request.url, authorization, org, body });
        if (answer.status !== 0) response.writeHead(answer.status).end(answer.body);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    writeFileSync(path.join(directory, 'daemon.json'), JSON.stringify({ url: `http://127.0.0.1:${port}` }));
    writeFileSync(path.join(directory, 'daemon-token'), 'secret\n');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const event = { hook_event_name: 'SessionStart', session_id: 'ses_1' };

  test('the event goes to the address of the daemon with its token, and the answer comes back', async () => {
    expect(await createAskDaemon(directory, 'acme')(event, 5_000)).toEqual({ additionalContext: 'notes' });
    expect(seen).toEqual([
      { path: '/v1/hooks/opencode', authorization: 'Bearer secret', org: 'acme', body: JSON.stringify(event) },
    ]);
  });

  test('a refusal, an answer that is none and a daemon that hangs have nothing to say', async () => {
    const ask = createAskDaemon(directory, 'acme');
    answer = { status: 500, body: '{"error":{}}' };
    expect(await ask(event, 5_000)).toEqual({});
    answer = { status: 200, body: 'not json' };
    expect(await ask(event, 5_000)).toEqual({});
    answer = { status: 200, body: '"a text"' };
    expect(await ask(event, 5_000)).toEqual({});
    answer = { status: 0, body: '' };
    expect(await ask(event, 20)).toEqual({});
  });

  test('a daemon that hangs is left alone for two seconds, and when it hangs still for five', async () => {
    let now = 0;
    const ask = createAskDaemon(directory, 'acme', () => now);
    const call = { ...event, hook_event_name: 'PostToolUse' };
    const hangsAt = async (moment: number): Promise<void> => {
      now = moment;
      answer = { status: 0, body: '' };
      expect(await ask(call, 20)).toEqual({});
    };
    const answersAt = async (moment: number): Promise<boolean> => {
      now = moment;
      answer = { status: 200, body: '{"additionalContext":"notes"}' };
      return 'additionalContext' in (await ask(call, 60_000));
    };
    await hangsAt(0);
    expect(await answersAt(1_999)).toBe(false);
    await hangsAt(2_000);
    expect(await answersAt(6_999)).toBe(false);
    expect(await answersAt(7_000)).toBe(true);
    // It has answered, so it may be busy once more.
    await hangsAt(8_000);
    expect(await answersAt(9_999)).toBe(false);
    expect(await answersAt(10_000)).toBe(true);
  });

  test('a start that was not answered leaves the next event to be asked', async () => {
    const ask = createAskDaemon(directory, 'acme');
    answer = { status: 0, body: '' };
    await ask(event, 20);
    answer = { status: 200, body: '{"additionalContext":"notes"}' };
    expect(await ask({ ...event, hook_event_name: 'UserPromptSubmit' }, 60_000)).toEqual({
      additionalContext: 'notes',
    });
  });

  test('where no daemon runs, the hook command hears of the start of a session and of its prompts, in order, and of nothing else', async () => {
    const told = path.join(directory, 'told');
    writeFileSync(path.join(directory, 'hook.sh'), `#!/bin/sh\necho "$@ $(cat)" >>'${told}'\n`, { mode: 0o755 });
    writeFileSync(path.join(directory, 'daemon.json'), '{"url":"http://127.0.0.1:1"}');
    const ask = createAskDaemon(directory, 'acme');
    expect(await ask({ ...event, hook_event_name: 'PostToolUse' }, 5_000)).toEqual({});
    const prompt = { ...event, hook_event_name: 'UserPromptSubmit', prompt: 'Fix the header.' };
    expect(await ask(event, 5_000)).toEqual({});
    expect(await ask(prompt, 5_000)).toEqual({});
    const expected = [event, prompt].map((one) => `opencode ${one.hook_event_name} ${JSON.stringify(one)}\n`).join('');
    await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toBe(expected);
  });

  test('without a daemon there is nothing to say', async () => {
    expect(await createAskDaemon(path.join(directory, 'nowhere'), 'acme')(event, 5_000)).toEqual({});
    writeFileSync(path.join(directory, 'daemon.json'), '{"url":"http://127.0.0.1:1"}');
    expect(await createAskDaemon(directory, 'acme')(event, 5_000)).toEqual({});
  });
});
