import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { OrgMemory } from '@inkling/engine';
import type { SessionOutcomeView } from '@inkling/engine/types';
import { shortIdOf } from '@inkling/engine/testing';
import { expect } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import type { AgentClientName } from '../../src/base/agent-clients.ts';
import { createHookServices } from '../../src/agents/hook-services.ts';
import { createDirectoryFacts } from '../../src/project/directory-facts.ts';
import { HOOK_SCRIPT_SOURCE } from '../../src/connect/install-hook-script.ts';
import { serveApp } from '../../src/daemon/serve-memory.ts';
import { projectIdentity } from '../../src/project/project-identity.ts';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../git-fixture.ts';
import { daemonApp, type DaemonApp } from '../http/daemon-app.ts';

export const DAY_S = 86_400;
export const HOUR_S = 3600;

/** A daemon that listens, a repository with one file for each statement, and clients that report as they do: by HTTP and by the hook script. */
export interface Day {
  readonly app: DaemonApp;
  readonly org: OrgMemory;
  readonly project: string;
  readonly repository: GitFixture;
  readonly failures: unknown[];
  readonly ids: Readonly<Record<string, string>>;
  /** The daemon's clock, in seconds. */
  nowS(): number;
  /** Puts the daemon's clock forward. */
  later(seconds: number): void;
  session(client: AgentClientName, name: string, id?: string): DaySession;
  outcomeOf(session: string): Promise<SessionOutcomeView>;
  close(): Promise<void>;
}

/** One session of a client. */
export interface DaySession {
  opens(): Promise<string>;
  /** Asks in the statement's own words. */
  asks(): Promise<string>;
  /** Opens and asks, until its block has come. */
  begins(): Promise<void>;
  edits(text: string): Promise<string>;
  tests(passes: boolean): Promise<string>;
  runs(command: string): Promise<string>;
  says(prompt: string): Promise<string>;
  answers(text: string): Promise<string>;
  ends(): Promise<string>;
  /** Commits what stands there, a second after the edit and not with it: git keeps whole seconds. */
  commits(message: string): string;
  /** Takes back what stands there. */
  drops(): void;
}

/** Begins a day in a repository in which each of the statements is known. Their names are files. */
export async function startDay(statements: Readonly<Record<string, string>>): Promise<Day> {
  let aheadMs = 0;
  // A slow one, since no test here is about time.
  const clock = { ...slowClock, now: () => slowClock.now() + aheadMs };
  const nowS = (): number => Math.ceil(clock.now() / 1000);
  const repository = gitFixture();
  const files = Object.fromEntries(
    Object.keys(statements).map((name) => [`src/${name}.ts`, `export const ${name} = 'before the day';\n`]),
  );
  repository.commit({ message: 'Begin', files, at: nowS() - 30 * DAY_S });
  const failures: unknown[] = [];
  const agents = createHookServices({
    secret: 'day',
    clock,
    ...createDirectoryFacts(clock),
    onVerbEvent: () => undefined,
    onError: (error) => failures.push(error),
  });
  const app = await daemonApp(await openTestDatabase('pglite'), { clock, agents });
  const org = app.memory.org('local');
  const project = (await projectIdentity(repository.directory)) ?? '';
  const written = await org.observations.rememberMany(
    Object.entries(statements).map(([name, content]) => {
      return { content, projectId: project, metadata: { paths: [`src/${name}.ts`] } };
    }),
  );
  const ids = Object.fromEntries(Object.keys(statements).map((name, at) => [name, written[at]!.id]));
  await org.warm({ projectId: project });
  const daemon = await listen(app);
  return {
    ...{ app, org, project, repository, failures, ids, nowS },
    later: (seconds) => void (aheadMs += seconds * 1000),
    session(client, name, id = name) {
      const directory = repository.directory;
      const hook = (event: string, fields: object): Promise<string> =>
        daemon.hook(client, event, { session_id: id, cwd: directory, hook_event_name: event, ...fields });
      const known = { statement: statements[name] ?? '', shortId: shortIdOf(String(ids[name])) };
      return sessionOf({ client, hook, repository, path: `src/${name}.ts`, name, ...known, nowS });
    },
    outcomeOf: async (session) =>
      (await app.ask<SessionOutcomeView & Record<string, unknown>>(`get /v1/sessions/${session}/outcome`)).body,
    async close() {
      await daemon.close();
      await app.memory.close();
      removeDirectory(repository.directory);
    },
  };
}

/** Puts the application behind an address, where the shipped hook script finds it. */
async function listen(app: DaemonApp) {
  const state = temporaryDirectory();
  const listener = await serveApp({
    fetch: async (request) =>
      app.send(new URL(request.url).pathname, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(request.method === 'GET' ? {} : { body: await request.text() }),
      }),
    ...{ host: '127.0.0.1', port: 0, clock: slowClock },
  });
  writeFileSync(path.join(state, 'daemon.json'), `{\n  "url": "http://127.0.0.1:${listener.port}"\n}\n`);
  writeFileSync(path.join(state, 'daemon-token'), 'machine\n');
  const env = { PATH: process.env['PATH'], HOME: state, INKLING_DATA_DIR: state, INKLING_HOOK_PATIENCE: '60' };
  const bySocket = async (client: AgentClientName, payload: string): Promise<string> => {
    const headers = { authorization: 'Bearer machine', 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${listener.port}/v1/hooks/${client}`;
    return (await fetch(url, { method: 'POST', headers, body: payload })).text();
  };
  const byScript = async (client: AgentClientName, event: string, payload: string): Promise<string> => {
    const child = spawn('sh', [HOOK_SCRIPT_SOURCE, client, event], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(payload);
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return output;
  };
  return {
    /** What the client is given of the hook's answer. Claude Code asks the daemon itself, Codex runs the script. */
    async hook(client: AgentClientName, event: string, payload: object): Promise<string> {
      const sent = JSON.stringify(payload);
      const output = await (client === 'codex' ? byScript(client, event, sent) : bySocket(client, sent));
      if (output.trim() === '') return '';
      const answer = JSON.parse(output) as { hookSpecificOutput?: { additionalContext?: string } };
      return answer.hookSpecificOutput?.additionalContext ?? '';
    },
    async close(): Promise<void> {
      await listener.drain(0);
      removeDirectory(state);
    },
  };
}

interface SessionParts {
  readonly client: AgentClientName;
  readonly hook: (event: string, fields: object) => Promise<string>;
  readonly repository: GitFixture;
  readonly path: string;
  readonly name: string;
  readonly statement: string;
  readonly shortId: string;
  readonly nowS: () => number;
}

function sessionOf({ client, hook, repository, path: file, name, statement, shortId, nowS }: SessionParts): DaySession {
  let calls = 0;
  const call = async (tool_name: string, tool_input: object, end: object = {}, failed = false): Promise<string> => {
    const told = { tool_name, tool_input, tool_use_id: `${name}-${(calls += 1)}` };
    await hook('PreToolUse', told);
    return hook(failed ? 'PostToolUseFailure' : 'PostToolUse', { ...told, tool_response: {}, ...end });
  };
  const opens = (): Promise<string> => hook('SessionStart', { source: 'startup' });
  const asks = (): Promise<string> => hook('UserPromptSubmit', { prompt: `Fix: ${statement}` });
  return {
    opens,
    asks,
    async begins() {
      await opens();
      let given = await asks();
      const more = async (): Promise<string> =>
        (given += await hook('PostToolUse', { tool_name: 'TodoWrite', tool_input: {} }));
      if (!given.includes(shortId)) await expect.poll(more, { timeout: 60_000 }).toContain(shortId);
    },
    // Claude Code edits with a tool of its own, Codex with a patch.
    edits(to) {
      repository.write(file, `export const ${name} = '${to}';\n`);
      const patch = `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch`;
      if (client === 'codex') return call('apply_patch', { command: patch });
      return call('Edit', { file_path: `${repository.directory}/${file}`, old_string: 'a', new_string: 'b' });
    },
    // And says how a command ended, where Codex's hooks only have its output.
    tests(passes) {
      const output = { tool_response: `Process exited with code ${passes ? 0 : 1}` };
      if (client === 'codex') return call('Bash', { command: 'npm test' }, output);
      return call('Bash', { command: 'npm test' }, passes ? {} : { error: '1 failed' }, !passes);
    },
    runs: (command) => call('Bash', { command }),
    says: (prompt) => hook('UserPromptSubmit', { prompt }),
    answers: (last_assistant_message) => hook('Stop', { last_assistant_message }),
    ends: () => hook('SessionEnd', { reason: 'other' }),
    commits: (message) => repository.commit({ message, at: nowS() + 1 }),
    drops: () => void repository.git('checkout', '--quiet', '--', file),
  };
}
