import { describe, expect, test } from 'vitest';
import { captureStatements } from '../summarize-session.ts';

const at = '2026-11-22T10:00:00.000Z';

/** What a session with these prompts holds to, and what each statement replaces. */
function held(...prompts: readonly string[]): unknown[] {
  const events = prompts.flatMap((text, index) => [
    { type: 'prompt' as const, text, at, seq: 2 * index + 1 },
    { type: 'answer' as const, text: 'Done.', at, seq: 2 * index + 2 },
  ]);
  return captureStatements(events).map(({ content, replaces }) => (replaces ? [content, ...replaces] : content));
}

describe('what a user takes back holds no more', () => {
  test.each([
    [
      'From now on use latin1 for plain text bodies because the mainframe needs it.',
      'Wait, I was wrong about the mainframe. Use utf-8 for plain text bodies after all.',
      'Use utf-8 for plain text bodies after all.',
      'Use latin1 for plain text bodies because the mainframe needs it.',
    ],
    [
      'Remember that the ETag secret lives in vault path kv/etag.',
      'Sorry, not kv/etag: remember that the ETag secret lives in vault path secret/koa/etag.',
      'The ETag secret lives in vault path secret/koa/etag.',
      'The ETag secret lives in vault path kv/etag.',
    ],
    [
      'We decided to name uploads of narwhals by their sha1 because client names collide.',
      'Hmm, security says sha1 is out: narwhal uploads are named by sha256.',
      'Security says sha1 is out: narwhal uploads are named by sha256.',
      'We decided to name uploads of narwhals by their sha1 because client names collide.',
    ],
    [
      'We decided to debounce the file watcher by 200 ms because editors write twice.',
      'Hmm, on NFS that is too short. Actually make the debounce 750 ms instead of 200 ms.',
      'Make the debounce 750 ms instead of 200 ms.',
      'We decided to debounce the file watcher by 200 ms because editors write twice.',
    ],
    [
      'We decided to limit uploads to 500 per minute because of cost.',
      'Actually we decided to limit uploads to 1000 per minute because of the VIPs.',
      'We decided to limit uploads to 1000 per minute because of the VIPs.',
      'We decided to limit uploads to 500 per minute because of cost.',
    ],
  ])('%j, then %j', (first, later, instead, old) => {
    expect(held(first, later)).toEqual([[instead, old]]);
  });

  test('twice: the last word holds, and names all that it replaces', () => {
    const said = ['9464', '9100', '9200'].map((port) => `Use port ${port} for the metrics sidecar of the gateway.`);
    const [first, second, third] = said as [string, string, string];
    const lower = (text: string): string => text.replace('Use', 'use');
    expect(
      held(`From now on ${lower(first)}`, `Wait, I mixed that up. ${second}`, `I was wrong again, ${lower(third)}`),
    ).toEqual([[third, second, first]]);
  });
});

describe('what is no taking back', () => {
  const rule = 'We decided to debounce the file watcher by 200 ms because editors write twice.';

  test.each([
    'Wait, no, the debounce of 200 ms of the file watcher is not applied on NFS, it is broken.',
    "I was wrong, the file watcher doesn't debounce twice by 200 ms.",
    'I was wrong about the lock file of the package manager.',
    'Should we debounce the file watcher by 750 ms instead of 200 ms?',
    'Add a test for the debounce of the file watcher by 200 ms.',
    'Scratch that.',
    'Actually, also add a test for the file watcher.',
  ])('%j', (later) => {
    expect(held(rule, later)).toContain(rule);
  });

  test('a value that was put aside from the start', () => {
    const uses = 'Always use node 20 instead of node 18 for the build image.';
    expect(held(uses, 'In the release job use node 20 instead of node 18 for the build image too.')[0]).toBe(uses);
  });
});
