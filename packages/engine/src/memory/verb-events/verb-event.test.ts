import { expect, test } from 'vitest';
import { createVerbEventLog, type VerbEventRecord } from './verb-event.ts';

const event = (tool: string): VerbEventRecord => ({
  ...{ sessionId: 's', projectId: null, tool, phase: 'post-verb', path: null, outcome: 'no-match', reason: null },
  ...{ elapsedMs: 1, lagMs: 0, actualTokens: 0, observationIds: [], degraded: null, endedAt: 0 },
});

const names = (taken: ReadonlyMap<string, readonly VerbEventRecord[]>): [string, string[]][] =>
  [...taken].map(([orgId, events]) => [orgId, events.map(({ tool }) => tool)]);

test('events are handed out once, by organisation', () => {
  let told = 0;
  const log = createVerbEventLog(() => (told += 1));
  log.add('a', event('Edit'));
  log.add('b', event('Read'));
  log.add('a', event('Bash'));
  expect(told).toBe(3);
  expect(names(log.take())).toEqual([
    ['a', ['Edit', 'Bash']],
    ['b', ['Read']],
  ]);
  expect(names(log.take())).toEqual([]);
});

test('more than 4000 waiting events are dropped', () => {
  const log = createVerbEventLog(() => undefined);
  for (let n = 0; n < 4001; n += 1) log.add('a', event('Edit'));
  expect(log.take().get('a')).toHaveLength(4000);
  log.add('a', event('Read'));
  expect(names(log.take())).toEqual([['a', ['Read']]]);
});
