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
      'Remember that API keys expire after 30 days.',
      'I misremembered: API keys expire after 90 days.',
      'API keys expire after 90 days.',
      'API keys expire after 30 days.',
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

test('where the prompt states it by itself, that is what holds', () => {
  const lru = "Let's go with an LRU of 64 layers because memory is scarce.";
  const instead =
    'On second thought drop the LRU: we decided to keep no layer cache at all, because compile takes 2 ms.';
  expect(held('How many layers may we cache?', lru, instead)).toEqual([[`${instead}`, lru]]);
  expect(held(lru, 'I changed my mind: from now on use an LRU of 128 layers because memory is there.')).toEqual([
    ['I changed my mind: from now on use an LRU of 128 layers because memory is there.', lru],
  ]);
});

describe('what is no taking back', () => {
  test.each([
    [
      'Never store card numbers in the orders database.',
      'If the connection is out, write the orders to the database later.',
    ],
    ['Never merge into the release branch on Friday.', 'We are out. Merge the fix into the release branch on Monday.'],
    [
      'Never call the payment provider from unit tests.',
      'After all unit tests are green, call the payment provider sandbox once.',
    ],
    [
      'From now on use utf-8 for all log files.',
      'The tests pass after all. Now write the log files of the exporter as JSON lines too.',
    ],
    [
      'Never push directly to the main branch of this repository.',
      'Sorry, no typo there. Push the docs fix to the docs branch of this repository.',
    ],
    [
      'Always write changelog entries in British English.',
      'Sorry, not that file. Add a changelog entry for the English parser.',
    ],
    [
      'Remember that invoices are numbered per country.',
      'Customer wrote: "sorry, not my invoices". Show invoices per country in the list.',
    ],
    [
      'Always validate user input on the server side.',
      'I misread the ticket. Validate the user avatar upload size in the form.',
    ],
    [
      'Production config files must never be edited by hand.',
      'My bad, wrong window. Rename the config files in the examples folder.',
    ],
    [
      'Never retry POST requests in the http client.',
      'My bad, the flag was unset. The http client retried POST requests because of it, fix the flag.',
    ],
    [
      'We decided to cache user sessions in Redis, TTL 30 minutes.',
      'I changed my mind, skip the refactor. Just add a test for cache sessions in Redis.',
    ],
    [
      'We decided to migrate the orders table to UUID keys.',
      'Wait, not yet. First write a rollback script for the orders table keys.',
    ],
    [
      'From now on put all feature flags into config/flags.ts.',
      'Wait, no, do not touch the tests. The feature flags in config/flags.ts need a comment each.',
    ],
    [
      'Always use parameterized SQL queries in the reports module.',
      'Second thoughts on the naming: call the reports module "insights", SQL stays.',
    ],
    [
      'We decided to support node 20 and 22 only.',
      'Node 24 is out: add it to the CI matrix beside node 20 and node 22.',
    ],
    [
      'Timeouts for the payment client must always be 30 s.',
      'In the tests use 5 seconds, not 30 seconds, for the payment client.',
    ],
    ['Remember that uploads are limited to 50 MB.', 'For admins the limit of uploads is 200 MB instead of 50 MB.'],
    ['Pages must always show 20 rows in every table.', 'The audit table should show 100 rows instead of 20.'],
    ['Always round prices to 2 decimals in invoices.', 'Invoices show prices with 3 decimals, not 2 decimals. Fix it.'],
    [
      'We decided that workers poll the queue every 10 seconds.',
      'Workers poll the queue every 60 seconds rather than 10 since yesterday, find out why.',
    ],
    [
      'Remember that CI machines run at most 4 workers.',
      'CI machines have 8 cores, not 4. Update the docs of the CI machines.',
    ],
    [
      'We decided to debounce the file watcher by 200 ms.',
      "Wait, no, the debounce of 200 ms of the file watcher isn't applied on NFS.",
    ],
    ['We decided to debounce the file watcher by 200 ms.', 'I was wrong about the lock file of the package manager.'],
    [
      'We decided to debounce the file watcher by 200 ms.',
      'Should we debounce the file watcher by 750 ms instead of 200 ms?',
    ],
    ['We decided to debounce the file watcher by 200 ms.', 'Actually, also add a test for the file watcher.'],
    ['We decided to debounce the file watcher by 200 ms.', 'Scratch that.'],
    [
      'We decided to send emails through SES because of price.',
      'Wait, no, not SES: the emails job is called mailer. Send test emails through SES.',
    ],
    [
      'We decided to ship the cli as a single binary with pkg.',
      'The new cli is out: announce the single binary on the blog.',
    ],
    [
      'We decided to poll the queue every 10 seconds.',
      'My mistake, the queue was empty. Poll the queue every second in the load test.',
    ],
    [
      'We decided to keep tests next to the source files.',
      'I changed my mind about the folder name: keep the tests of the parser next to the source files.',
    ],
    [
      'We decided that guests cannot comment on articles.',
      'Wait, not comment threads: guests cannot see articles at all in the preview, fix it.',
    ],
    [
      'We decided to store backups in the bucket of the region.',
      'Second thoughts on the naming: store backups in the bucket as daily files.',
    ],
    [
      'Always use node 20 instead of node 18 for the build image.',
      'Actually use node 20 instead of node 18 for the build image of the release job.',
    ],
  ])('%j, then %j', (rule, later) => {
    expect(held(rule)).toHaveLength(1);
    expect(held(rule, later)[0]).toEqual(held(rule)[0]);
  });

  test('of two rules about the same only the one that is taken back goes', () => {
    const semicolons = 'Never use semicolons in TypeScript.';
    const prompts = [
      'Always use single quotes in TypeScript.',
      semicolons,
      'I was wrong about the quotes, use double quotes in TypeScript.',
    ];
    const [first, second] = held(...prompts);
    expect(first).toBe(semicolons);
    expect(second).toEqual(['Use double quotes in TypeScript.', 'Always use single quotes in TypeScript.']);
  });
});
