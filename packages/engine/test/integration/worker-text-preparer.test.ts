import { Worker } from 'node:worker_threads';
import { createMemory } from '@inkling/engine';
import { createWorkerTextPreparer, startTextWorker, type TextPreparer } from '@inkling/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { draftObservation } from '../../src/memory/observations/write/prepare-observation.ts';
import { textPreparerContract } from '../contracts/text-preparer-contract.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';
import { startChild } from '../setup/start-child.ts';

// A worker thread can only run the built package, so this goes through its public subpath.
textPreparerContract('worker', () => createWorkerTextPreparer(startTextWorker));

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const draft = draftObservation({ content: `The key ${TOKEN}` }, systemClock);

/** A preparer whose threads the test can end. */
function createMortalPreparer(): { preparer: TextPreparer; workers: Worker[] } {
  const workers: Worker[] = [];
  const preparer = createWorkerTextPreparer(() => {
    const worker = startTextWorker();
    workers.push(worker);
    return worker;
  });
  onTestFinished(() => preparer.close());
  return { preparer, workers };
}

test('no thread is started before the first text', async () => {
  const { preparer, workers } = createMortalPreparer();
  await preparer.redact([1]);
  expect(workers).toEqual([]);
  await preparer.redact('a');
  await preparer.redact('b');
  expect(workers).toHaveLength(1);
});

test('a thread that dies rejects the calls under way; the next call starts a new one', async () => {
  const { preparer, workers } = createMortalPreparer();
  await preparer.redact('a');
  // Told to end first: a thread that is awake answers one question within the time that ending it takes.
  const ended = workers[0]!.terminate();
  const failures = Promise.allSettled([preparer.prepare([draft]), preparer.redact(TOKEN)]);
  await ended;
  for (const failure of await failures) {
    expect(failure).toMatchObject({ status: 'rejected', reason: { code: 'redaction-failed' } });
  }
  expect(await preparer.redact(TOKEN)).toBe('[redacted:github-token]');
  expect(workers).toHaveLength(2);
});

test('a thread that cannot be started fails the call and not the process', async () => {
  const missing = createWorkerTextPreparer(() => new Worker(new URL('./no-such-file.js', import.meta.url)));
  await expect(missing.redact('a')).rejects.toMatchObject({ code: 'dependency-missing' });
  const refused = createWorkerTextPreparer(() => {
    throw new RangeError('no more threads');
  });
  await expect(refused.prepare([draft])).rejects.toMatchObject({ code: 'redaction-failed' });
});

test('closing rejects the calls under way with code closed', async () => {
  const { preparer } = createMortalPreparer();
  await preparer.redact('a');
  const failure = preparer.redact(TOKEN).catch((error: unknown) => error);
  await preparer.close();
  expect(await failure).toMatchObject({ code: 'closed' });
  await expect(preparer.redact('a')).rejects.toMatchObject({ code: 'closed' });
});

test('what is written through a memory is redacted, whatever writes it', async () => {
  const memory = await createMemory({ database: await openTestDatabase('pglite') });
  onTestFinished(() => memory.close());
  const org = memory.org('acme');
  await org.sessions.create({ id: 's', workItem: { title: `Revoke ${TOKEN}` } });
  expect((await org.sessions.get('s'))?.workItem?.title).toBe('Revoke [redacted:github-token]');
  expect(await org.observations.remember({ content: `Key ${TOKEN}` })).toMatchObject({ redacted: ['github-token'] });
  const imported = await org.observations.importRows([{ content: `Other ${TOKEN}` }, { content: '' }]);
  expect(imported).toMatchObject({ imported: 1, rejected: [{ index: 1, code: 'observation-empty' }] });
  const { id } = (await org.observations.list()).rows[0]!;
  expect(await org.observations.supersede(id, `New ${TOKEN}`)).toMatchObject({ redacted: ['github-token'] });
  await org.activities.append('s', [{ type: 'thought', body: { text: TOKEN } }]);
  expect((await org.activities.list('s')).rows[0]?.body).toEqual({ text: '[redacted:github-token]' });
  const stored = (await org.observations.list()).rows.map(({ content }) => content);
  expect(stored.join('\n')).not.toContain(TOKEN);
});

test('the thread alone has the code that looks at texts', async () => {
  const { value } = await startChild('redaction-child.mjs', [TOKEN]).lines.next();
  const scripts = JSON.parse(String(value)) as string[];
  expect(scripts).toEqual(expect.arrayContaining([expect.stringContaining('/text-preparer.js')]));
  expect(scripts.filter((url) => url.includes('secretlint'))).toEqual([]);
});
