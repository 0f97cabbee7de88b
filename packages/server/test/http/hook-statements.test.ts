import path from 'node:path';
import { shortIdOf } from '@inkling/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { gitFixture, removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';
import { hookWorld } from './hook-world.ts';

const FILE = 'source/core/timed-out.ts';
const OTHER = 'source/core/agent.ts';
const MOVED = 'source/core/queue.ts';

describeOnOneDatabase('what a user stated of a file', (open) => {
  let app: DaemonApp;
  let directory: string;
  let cwd: string;
  const ids = { stated: '', other: '', moved: '' };
  beforeAll(async () => {
    directory = temporaryDirectory();
    const repository = gitFixture(path.join(directory, 'got'));
    cwd = repository.directory;
    const lines = ['export const phases = [];', 'export const timeout = (request) => request.redirect.timeout;', ''];
    const commit = repository.commit({
      message: 'Start the timeout anew',
      files: { [FILE]: lines.join('\n'), [MOVED]: 'export const queue = [];\n' },
    });
    // No test here is about time.
    app = await daemonApp(await open(), { clock: slowClock });
    const observe = async (content: string, more: object): Promise<string> => {
      const body = { content, projectId: cwd, ...more };
      return (await app.ask<{ id: string }>('post /v1/observations', { body })).body.id;
    };
    const about = { paths: [FILE] };
    const createdAt = '2020-01-01T00:00:00Z';
    ids.stated = await observe('Byte counters must be reset first.', { metadata: about, createdAt });
    ids.other = await observe('Sockets are never pooled.', { metadata: { paths: [OTHER] }, createdAt });
    ids.moved = await observe('Entries are never dropped.', { metadata: { paths: [MOVED] }, createdAt });
    const content = 'Start the timeout of a request anew after a redirect.';
    await observe(content, { kind: 'commit', metadata: { ...about, commit } });
    // The statement is older than all that was changed in the file.
    const observations = Array.from({ length: 80 }, (_, n) => ({
      ...{ projectId: cwd, kind: 'commit', content: `Count phase ${n} of the timeout.` },
      metadata: { ...about, commit: String(n).padStart(40, 'a') },
    }));
    await app.ask('post /v1/observations/batch', { body: { observations } });
    await app.ask('post /v1/warm', { body: { projectId: cwd } });
    repository.git('mv', MOVED, 'source/queue.ts');
    repository.commit({ message: 'Move the queue' });
  });
  afterAll(() => removeDirectory(directory));

  const { client } = hookWorld(() => app);

  test('comes when the file is edited, also right after another block, and once', async () => {
    const { send, text } = client();
    await send('UserPromptSubmit', { prompt: 'The timeout of a request is wrong after a redirect', cwd });
    let calls = 0;
    const edit = async (file: string): Promise<string> => {
      const old_string = 'export const timeout = (request) => request.redirect.timeout;';
      const call = { cwd, tool_name: 'Edit', tool_use_id: `call-${(calls += 1)}` };
      const fields = { ...call, tool_input: { file_path: path.join(cwd, file), old_string, new_string: '' } };
      await send('PreToolUse', fields);
      return text('PostToolUse', { ...fields, tool_response: {} });
    };
    // On a busy machine a look-up may be over its budget; the next call about the file brings it.
    const edited = async (file: string, given = ''): Promise<string> => {
      for (let tries = 0; given === '' && tries < 50; tries += 1) given = await edit(file);
      return given;
    };
    expect(await edited(OTHER)).toContain(`[${shortIdOf(ids.other)}]`);
    const given = await edited(FILE);
    expect(given).toContain(`[${shortIdOf(ids.stated)}]`);
    // Whether the file has changed since is said when git answers in time.
    expect(given).toContain('(said of this file');
    expect(given).not.toContain('not in this checkout');
    expect(await edit(FILE)).not.toContain(shortIdOf(ids.stated));
    // By the name that the file had before.
    const moved = await edited('source/queue.ts');
    expect(moved).toContain(`[${shortIdOf(ids.moved)}]`);
    expect(moved).not.toContain('not in this checkout');
  });

  test('a start block says of which memories the files are gone', async () => {
    const { block } = client();
    const prompt = 'Sockets are pooled, and byte counters are not reset';
    const given = await block('UserPromptSubmit', { prompt, cwd });
    expect(given).toMatch(/Sockets are never pooled.* \(its file is not in this checkout\)/u);
    expect(given).toMatch(/Byte counters must be reset first\.? \(its file has changed since\)/u);
  });

  test('what ended an error comes with the call that fails with it, whatever the session is about', async () => {
    const content = '`npm test` failed with: TypeError: port 4655 is in use It passed after edits to source/serve.ts.';
    await app.ask('post /v1/observations', { body: { projectId: cwd, kind: 'error', content } });
    const { send, text } = client();
    await send('UserPromptSubmit', { prompt: 'Translate the help page to French', cwd });
    const error = 'Exit code 1\nTypeError: port 80 is in use\n  at serve (node:net:12:3)';
    let given = '';
    for (let tries = 0; given === '' && tries < 50; tries += 1) {
      const call = { cwd, tool_name: 'Bash', tool_use_id: `fail-${tries}`, tool_input: { command: 'npm start' } };
      await send('PreToolUse', call);
      given = await text('PostToolUseFailure', { ...call, error });
    }
    expect(given).toContain(`${content} (same error)`);
  });
});
