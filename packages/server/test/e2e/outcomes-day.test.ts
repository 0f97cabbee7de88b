import { type OrgMemory, type SessionOutcomeView } from '@inkling/engine';
import { shortIdOf } from '@inkling/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { createAgentRails } from '../../src/agents/agent-rails.ts';
import { createDirectoryFacts } from '../../src/agents/directory-facts.ts';
import type { AgentClientName } from '../../src/agents/agent-clients.ts';
import { projectIdentity } from '../../src/project/project-identity.ts';
import { gitFixture, removeDirectory, type GitFixture } from '../git-fixture.ts';
import { daemonApp, type DaemonApp } from '../http/daemon-app.ts';

const DAY_S = 86_400;
const HOUR_S = 3600;

// One statement for each file of the repository. Its words are the question of the session that is given it.
const STATEMENTS: Readonly<Record<string, string>> = {
  auth: 'Session headers of guests are verified by the middleware before any tenant lookup.',
  retry: 'Webhook deliveries are repeated five times with exponential backoff, then parked.',
  price: 'Invoice totals are rounded half to even, per currency, never with floats.',
  cache: 'Catalogue entries expire from Redis after ninety seconds unless pinned by merchandising.',
  mail: 'Newsletter templates are compiled at startup because Handlebars partials are slow.',
  search: 'Stemming is disabled for Finnish queries since compound nouns were torn apart.',
  upload: 'Attachments above twenty megabytes are streamed to object storage in chunks.',
  audit: 'Ledger corrections append compensating records, existing bookings stay untouched.',
  login: 'Passkey enrolment asks for a second device whenever recovery codes are exhausted.',
  stock: 'Warehouse reservations are released nightly when shipments were cancelled.',
};

/** What became of each session: an outcome, by what, and the weight that contract 10 gives what it used. */
const WANTED: readonly (readonly [name: string, outcome: string | null, source: string | null, weight: number])[] = [
  ['auth', 'accepted', 'survival', 1.3],
  ['retry', 'rejected', 'revert', 0.95],
  ['price', 'rework', 'fix-up', 0.975],
  ['cache', 'rework', 'check', 0.975],
  ['mail', 'rejected', 'correction', 0.95],
  ['search', 'rework', 'correction', 0.975],
  ['upload', null, null, 1],
  ['audit', 'accepted', 'verdict', 1.3],
  ['login', 'accepted', 'check', 1.3],
  ['stock', null, null, 1],
];

let app: DaemonApp;
let repository: GitFixture;
let org: OrgMemory;
let project: string;
const ids: Record<string, string> = {};
// The daemon's clock: a slow one, since no test here is about time, and then some days later.
let aheadMs = 0;
const clock = { ...slowClock, now: () => slowClock.now() + aheadMs };
const failures: unknown[] = [];
const nowS = (): number => Math.ceil(clock.now() / 1000);

beforeAll(async () => {
  repository = gitFixture();
  const files = Object.fromEntries(
    Object.keys(STATEMENTS).map((name) => [`src/${name}.ts`, `export const ${name} = 'before the day';\n`]),
  );
  repository.commit({ message: 'Begin', files, at: nowS() - 30 * DAY_S });
  const agents = createAgentRails({
    secret: 'day',
    clock,
    ...createDirectoryFacts(),
    onVerbEvent: () => undefined,
    onError: (error) => failures.push(error),
  });
  app = await daemonApp(await openTestDatabase('pglite'), { clock, agents });
  org = app.memory.org('local');
  project = (await projectIdentity(repository.directory)) ?? '';
  for (const [name, content] of Object.entries(STATEMENTS)) {
    const { id } = await org.observations.remember({
      content,
      projectId: project,
      metadata: { paths: [`src/${name}.ts`] },
    });
    ids[name] = id;
  }
  await org.warm({ projectId: project });
});

afterAll(async () => {
  await app.memory.close();
  removeDirectory(repository.directory);
});

/** One session of a client, by its own hooks. */
function session(client: AgentClientName, name: string) {
  let calls = 0;
  const send = async (hook: string, fields: object = {}): Promise<string> => {
    const body = { session_id: name, cwd: repository.directory, hook_event_name: hook, ...fields };
    const answer = await app.ask<{ hookSpecificOutput?: { additionalContext?: string } }>(`post /v1/hooks/${client}`, {
      body,
      role: 'machine',
    });
    expect(answer.status).toBe(200);
    return answer.body.hookSpecificOutput?.additionalContext ?? '';
  };
  const call = async (
    tool_name: string,
    tool_input: object,
    end: object = { tool_response: {} },
    failed = false,
  ): Promise<string> => {
    const told = { tool_name, tool_input, tool_use_id: `${name}-${(calls += 1)}` };
    await send('PreToolUse', told);
    return send(failed ? 'PostToolUseFailure' : 'PostToolUse', { ...told, ...end });
  };
  const path = `src/${name}.ts`;
  return {
    /** Begins with a prompt of the statement's own words, until its block has come. */
    async begins(): Promise<void> {
      await send('SessionStart', { source: 'startup' });
      let given = await send('UserPromptSubmit', { prompt: `Fix: ${STATEMENTS[name]}` });
      const more = async (): Promise<string> =>
        (given += await send('PostToolUse', { tool_name: 'TodoWrite', tool_input: {} }));
      await expect.poll(more, { timeout: 60_000 }).toContain(shortIdOf(String(ids[name])));
    },
    /** Claude Code edits with a tool of its own, Codex with a patch. */
    async edits(text: string): Promise<void> {
      repository.write(path, `export const ${name} = '${text}';\n`);
      const patch = `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`;
      if (client === 'codex') await call('apply_patch', { command: patch });
      else await call('Edit', { file_path: `${repository.directory}/${path}`, old_string: 'a', new_string: 'b' });
    },
    tests: (passes: boolean) => {
      if (client !== 'codex')
        return call('Bash', { command: 'npm test' }, passes ? { tool_response: {} } : { error: '1 failed' }, !passes);
      return call('Bash', { command: 'npm test' }, { tool_response: `Process exited with code ${passes ? 0 : 1}` });
    },
    runs: (command: string) => call('Bash', { command }),
    says: (prompt: string) => send('UserPromptSubmit', { prompt }),
    answers: (last_assistant_message: string) => send('Stop', { last_assistant_message }),
    ends: () => send('SessionEnd', { reason: 'other' }),
    /** Commits what stands there, a second after the edit and not with it: git keeps whole seconds. */
    commits: (message: string, later = 1) => repository.commit({ message, at: nowS() + later }),
  };
}

const outcomeOf = async (name: string): Promise<SessionOutcomeView> =>
  (await app.ask<SessionOutcomeView & Record<string, unknown>>(`get /v1/sessions/${name}/outcome`)).body;

test('[C-023] a day of two clients ends with the right outcome for each session, and weights that moved as the contract says', async () => {
  const hashes: Record<string, string> = {};
  const auth = session('claude-code', 'auth');
  await auth.begins();
  await auth.edits('verified before the tenant lookup');
  await auth.tests(true);
  hashes['auth'] = auth.commits('Verify session headers of guests first');
  await auth.ends();

  const retry = session('codex', 'retry');
  await retry.begins();
  await retry.edits('repeated ten times');
  hashes['retry'] = retry.commits('Repeat webhooks ten times');
  await retry.ends();

  const price = session('claude-code', 'price');
  await price.begins();
  await price.edits('rounded half up by accident');
  price.commits('Round totals');
  await price.ends();

  const cache = session('codex', 'cache');
  await cache.begins();
  await cache.edits('expires after a minute');
  await cache.tests(true);
  await cache.tests(false);
  await cache.ends();
  repository.git('checkout', '--quiet', '--', 'src/cache.ts');

  const mail = session('claude-code', 'mail');
  await mail.begins();
  await mail.edits('compiled each time');
  await mail.says('No, revert that. Partials are slow.');
  await mail.ends();
  repository.git('checkout', '--quiet', '--', 'src/mail.ts');

  const search = session('codex', 'search');
  await search.begins();
  await search.edits('stemmed');
  await search.says("No, that's wrong: Finnish is not stemmed.");
  await search.edits('stemmed, but for Finnish');
  search.commits('Stem queries, but for Finnish ones');
  await search.ends();

  // Looked around, asked, and refused a proposal of which nothing was done.
  const upload = session('claude-code', 'upload');
  await upload.begins();
  await upload.runs('ls');
  await upload.answers('Shall I stream them?');
  await upload.says('No, not yet.');
  await upload.ends();

  const audit = session('claude-code', 'audit');
  await audit.begins();
  await audit.answers(`By ${shortIdOf(String(ids['audit']))} nothing is to be done.`);
  await audit.ends();
  await app.ask('put /v1/sessions/audit/outcome', { body: { outcome: 'rejected' }, role: 'member' });
  await app.ask('put /v1/sessions/audit/outcome', {
    body: { outcome: 'accepted', reason: 'It was right.' },
    role: 'member',
  });

  const login = session('claude-code', 'login');
  await login.begins();
  await login.edits('asks for a second device');
  await login.tests(true);
  await login.ends();
  repository.git('checkout', '--quiet', '--', 'src/login.ts');

  // A client that does not say how its command ended.
  const stock = session('codex', 'stock');
  await stock.begins();
  await stock.edits('released hourly');
  await stock.runs('npm test');
  await stock.ends();
  repository.git('checkout', '--quiet', '--', 'src/stock.ts');

  // The evening: what is known at once.
  await expect.poll(async () => (await outcomeOf('auth')).source, { timeout: 60_000 }).toBe('commit');
  await expect.poll(async () => (await outcomeOf('retry')).outcome, { timeout: 60_000 }).toBe('accepted');
  await expect.poll(async () => (await org.observations.get(String(ids['retry'])))?.weight).toBeCloseTo(1.3, 9);

  // The days after it.
  const later = (file: string, text: string, message: string, at: number): string =>
    repository.commit({ message, files: { [`src/${file}.ts`]: `export const ${file} = '${text}';\n` }, at });
  later(
    'retry',
    'before the day',
    `Revert "Repeat webhooks ten times"\n\nThis reverts commit ${hashes['retry']}.`,
    nowS() + 6 * HOUR_S,
  );
  later('price', 'rounded half to even', 'Fix rounding of totals', nowS() + 2 * DAY_S);
  aheadMs = 4 * DAY_S * 1000;
  for (const [name] of WANTED) await app.ask(`post /v1/sessions/${name}/feedback`, { role: 'admin' });

  const ended = await Promise.all(
    WANTED.map(async ([name]) => {
      const { outcome, source } = await outcomeOf(name);
      return [name, outcome, source, (await org.observations.get(String(ids[name])))?.weight];
    }),
  );
  expect(ended).toEqual(
    WANTED.map(([name, outcome, source, weight]) => [name, outcome, source, expect.closeTo(weight, 9)]),
  );

  // Whatever is looked at again stays as it is.
  for (const [name] of WANTED) {
    const again = await app.ask(`post /v1/sessions/${name}/feedback`, { role: 'admin' });
    expect(again.body).toMatchObject({ observations: [] });
  }
  expect(await org.config.verifyChanges()).toMatchObject({ broken: null });
  expect(failures).toEqual([]);
});
